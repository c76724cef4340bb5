import { surface } from '../../kernel/operation.ts'
import listArticles from './list-articles.ts'

export default surface({
  name: 'content',
  description: 'Articles: read, write, publish.',
  operations: [listArticles],
})
