import type { Layer } from '../layer.ts'
import { LAND_USE_COLORS } from '../use-group.ts'
import { section } from './section.ts'
import { tables } from './tables.ts'

export const parcel: Layer = {
  id: 'parcel',
  catalog: {
    slug: 'parcels',
    title: 'Parcels',
    description: 'County parcel fabrics joined to the assessment roll.',
    category: 'parcel',
  },
  tables,
  section,
  archive: {
    table: 'parcels',
    minZoom: 10,
    maxZoom: 14,
    kind: 'contiguous',
    properties: ['parcel_key', 'use_code', 'area_m2', 'use_group'],
    colorBy: { property: 'use_group', map: LAND_USE_COLORS, default: '#9e9e9e' },
  },
}
