import type { Layer } from '../layer.ts'
import { section } from './section.ts'
import { tables } from './tables.ts'

export const utilities: Layer = {
  id: 'utilities',
  catalog: {
    slug: 'utilities',
    title: 'Utilities',
    description: 'Sewer or septic, drinking water and electric service territories.',
    category: 'infrastructure',
  },
  tables,
  section,
  archive: {
    table: 'electric_territories',
    // Below 6 a thinned coast takes in an island of its own territory, which no tile may hold: the
    // 94 of the selection at 4/4/6 and 5/8/13. Above 10 the same lines would only repeat.
    minZoom: 6,
    maxZoom: 10,
    // Territories overlap, so there is no contiguous coverage to preserve.
    kind: 'discontinuous',
    properties: ['name', 'type', 'utility_id'],
    colorBy: {
      property: 'type',
      map: {
        'INVESTOR OWNED': '#e6a23c',
        COOPERATIVE: '#5aa469',
        MUNICIPAL: '#4a7fb5',
        'POLITICAL SUBDIVISION': '#8e6bb0',
      },
      default: '#9e9e9e',
    },
  },
  features: [
    {
      table: 'water_service_areas',
      properties: ['name', 'pwsid', 'is_modeled', 'population_served'],
      label: 'name',
      minZoom: 8,
    },
  ],
}
