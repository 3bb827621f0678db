import type { Layer } from '../layer.ts'
import { section } from './section.ts'
import { tables } from './tables.ts'

export const zoning: Layer = {
  id: 'zoning',
  catalog: {
    slug: 'zoning',
    title: 'Zoning and future land use',
    description: 'Zoning districts, dimensional rules and future land use.',
    category: 'regulatory',
  },
  tables,
  section,
  archive: {
    table: 'zoning_districts',
    minZoom: 10,
    maxZoom: 14,
    kind: 'contiguous',
    properties: ['district', 'description', 'jurisdiction', 'is_overlay', 'conditions'],
    // Small polygons merge with others of the same code. No colours: every authority has codes
    // of its own, and a code has no meaning beyond its map.
    colorBy: { property: 'district', map: {}, default: '#9e9e9e' },
  },
  features: [
    {
      table: 'future_land_use',
      properties: ['code', 'description', 'jurisdiction'],
      label: 'code',
      minZoom: 11,
    },
  ],
}
