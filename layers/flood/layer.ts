import type { Layer } from '../layer.ts'
import { section } from './section.ts'
import { tables } from './tables.ts'
import { femaNfhl } from './upstream.ts'

export const flood: Layer = {
  id: 'flood',
  catalog: {
    slug: 'flood-zones',
    title: 'Flood zones',
    description: 'FEMA flood hazard zones, base flood elevations and map panels.',
    category: 'hazard',
  },
  tables,
  section,
  upstreams: [femaNfhl],
  archive: {
    table: 'flood_zones',
    minZoom: 8,
    maxZoom: 14,
    kind: 'contiguous',
    properties: ['zone', 'zone_subtype', 'risk', 'base_flood_elevation_ft', 'vertical_datum'],
    colorBy: {
      property: 'risk',
      map: {
        high_coastal: '#7b1fa2',
        high: '#1565c0',
        undetermined: '#9e9d24',
        moderate: '#ef6c00',
        minimal: '#c8e6c9',
        water: '#90caf9',
        unmapped: '#9e9e9e',
      },
      default: '#9e9e9e',
    },
  },
  features: [
    {
      table: 'flood_panels',
      properties: ['panel', 'effective_date', 'is_printed'],
      label: 'panel',
      minZoom: 10,
    },
  ],
}
