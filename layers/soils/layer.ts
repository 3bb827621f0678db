import type { Layer } from '../layer.ts'
import { section } from './section.ts'
import { tables } from './tables.ts'

export const soils: Layer = {
  id: 'soils',
  catalog: {
    slug: 'soils',
    title: 'Soils',
    description: 'Soil map units of the SSURGO soil survey: drainage, runoff and hydric rating.',
    category: 'environment',
  },
  tables,
  section,
  archive: {
    table: 'soil_map_units',
    minZoom: 10,
    maxZoom: 14,
    kind: 'contiguous',
    properties: ['symbol', 'map_unit', 'drainage_class', 'hydrologic_group', 'hydric_pct'],
    colorBy: {
      property: 'hydrologic_group',
      map: {
        A: '#fff3b0',
        'A/D': '#d9c77e',
        B: '#d7e8a8',
        'B/D': '#a9b97a',
        C: '#c9a27a',
        'C/D': '#a07c58',
        D: '#7d5a44',
      },
      // No group: water, land not surveyed, or a survey without its tables.
      default: '#b0bec5',
    },
  },
}
