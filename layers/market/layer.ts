import type { Layer } from '../layer.ts'
import { section } from './section.ts'
import { tables } from './tables.ts'

export const market: Layer = {
  id: 'market',
  catalog: {
    slug: 'market',
    title: 'Market observations',
    description: 'What a third-party listing provider saw of a home, and what it estimates.',
    category: 'market',
  },
  tables,
  section,
}
