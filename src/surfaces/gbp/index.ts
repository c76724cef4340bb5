import { surface } from '../../kernel/operation.ts'
import audit from './audit.ts'
import createPost from './create-post.ts'
import listLocations from './list-locations.ts'
import listPosts from './list-posts.ts'
import metrics from './metrics.ts'

export default surface({
  name: 'gbp',
  description: 'Google Business Profile: locations, audits, metrics and posts.',
  operations: [listLocations, audit, metrics, listPosts, createPost],
})
