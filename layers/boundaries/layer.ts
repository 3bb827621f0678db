import type { Layer } from '../layer.ts'
import { section } from './section.ts'
import { tables } from './tables.ts'

export const boundaries: Layer = {
  id: 'boundaries',
  catalog: {
    slug: 'boundaries',
    title: 'Boundaries',
    description:
      'States, counties, ZIP code tabulation areas and places, most of them of the Census Bureau.',
    category: 'boundary',
  },
  tables,
  section,
  archive: {
    table: 'counties',
    minZoom: 2,
    maxZoom: 8,
    kind: 'contiguous',
    properties: ['geoid', 'name', 'state'],
  },
  features: [
    {
      table: 'states',
      properties: ['statefp', 'state', 'name', 'vintage'],
      label: 'name',
      minZoom: 2,
    },
    {
      table: 'places',
      properties: ['geoid', 'name', 'place_kind', 'state'],
      label: 'name',
      minZoom: 9,
      isNames: true,
    },
    { table: 'zctas', properties: ['zcta', 'statefp', 'vintage'], label: 'zcta', minZoom: 9 },
  ],
}
