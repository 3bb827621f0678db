import type { Layer } from '../layer.ts'
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
    properties: ['parcel_key', 'use_code', 'area_m2'],
  },
}
