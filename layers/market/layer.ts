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
  // Observations with coordinates of their own: the others have no shape but their parcel's.
  features: [
    {
      table: 'market_points',
      properties: ['home_type', 'home_status', 'estimated_value', 'last_sold_at', 'as_of'],
      label: 'home_type',
      minZoom: 14,
    },
  ],
}
