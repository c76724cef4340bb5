/** Google's AI Overview has no API of its own: whichever search vendor is configured shows it. */
import type { EngineAdapter, EngineSettings } from '../contract.ts'
import { dataForSeoOverview } from './dataforseo.ts'
import type { SerpSource } from './defaults.ts'
import { serpApiOverview } from './serpapi.ts'

const SOURCES: Record<SerpSource, EngineAdapter> = {
  dataforseo: dataForSeoOverview,
  serpapi: serpApiOverview,
}

function isSource(name: string | undefined): name is SerpSource {
  return name !== undefined && Object.hasOwn(SOURCES, name)
}

function sourceOf(settings: EngineSettings): EngineAdapter {
  return SOURCES[isSource(settings.source) ? settings.source : 'dataforseo']
}

export const aiOverview: EngineAdapter = {
  platform: 'ai_overview',
  request: (question, settings) => sourceOf(settings).request(question, settings),
  parse: (reply, settings) => sourceOf(settings).parse(reply, settings),
  ask: (question, settings, door, signal) => sourceOf(settings).ask(question, settings, door, signal),
}
