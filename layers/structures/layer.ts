import type { Layer } from '../layer.ts'
import { section } from './section.ts'
import { tables } from './tables.ts'

export const structures: Layer = {
  id: 'structures',
  catalog: {
    slug: 'structures',
    title: 'Buildings',
    description: 'Building footprints and the National Structure Inventory.',
    category: 'infrastructure',
  },
  tables,
  section,
  archive: {
    table: 'building_footprints',
    minZoom: 13,
    maxZoom: 15,
    kind: 'discontinuous',
    properties: ['kind', 'occupancy', 'primary_occupancy', 'height_m', 'footprint_m2'],
    colorBy: {
      property: 'kind',
      map: { surveyed: '#6d4c41', learned: '#bcaaa4' },
      default: '#9e9e9e',
    },
  },
  features: [
    {
      table: 'structure_inventory',
      properties: [
        'occupancy_type',
        'occupancy_description',
        'stories',
        'foundation_type',
        'foundation_height_ft',
        'ground_elevation_ft',
        'year_built',
      ],
      label: 'occupancy_type',
      minZoom: 15,
    },
  ],
}
