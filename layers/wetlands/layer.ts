import type { Layer } from '../layer.ts'
import { section } from './section.ts'
import { tables } from './tables.ts'
import { fwsNwi } from './upstream.ts'

export const wetlands: Layer = {
  id: 'wetlands',
  catalog: {
    slug: 'wetlands',
    title: 'Wetlands',
    description: 'Wetlands and deepwater habitats of the National Wetlands Inventory.',
    category: 'environment',
  },
  tables,
  section,
  upstreams: [fwsNwi],
  archive: {
    table: 'wetlands',
    minZoom: 10,
    maxZoom: 14,
    kind: 'discontinuous',
    properties: ['code', 'type', 'kind', 'is_open_water'],
    colorBy: {
      property: 'kind',
      map: {
        estuarine_marine_deepwater: '#00687a',
        estuarine_marine_wetland: '#4fb8a0',
        freshwater_emergent: '#7cb518',
        freshwater_forested_shrub: '#1b7837',
        freshwater_pond: '#5e86c1',
        lake: '#1d2f8a',
        riverine: '#1c8fc4',
        other: '#a8783f',
        unknown: '#9e9e9e',
      },
      default: '#9e9e9e',
    },
  },
  features: [
    {
      table: 'wetland_projects',
      properties: ['project', 'is_mapped', 'image_year'],
      label: 'project',
      minZoom: 8,
    },
  ],
}
