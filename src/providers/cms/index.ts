/** The content systems by name. Nothing else asks which of them it is dealing with. */
import type { CmsAdapter } from './types.ts'
import { webflow } from './webflow.ts'
import { wordpress } from './wordpress.ts'

export type Cms = 'wordpress' | 'webflow'

export const CMS: Record<Cms, CmsAdapter> = { wordpress, webflow }
