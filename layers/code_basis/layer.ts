import type { Layer } from '../layer.ts'
import { section } from './section.ts'
import { tables } from './tables.ts'
import { noaaAtlas14, usgsSeismic } from './upstream.ts'

export const codeBasis: Layer = {
  id: 'code_basis',
  catalog: {
    slug: 'code-basis',
    title: 'Design code basis',
    description:
      "Climate zone, frost, snow, seismic, wind and rainfall values by county, and California's energy zones and fire hazard severity zones.",
    category: 'regulatory',
  },
  tables,
  section,
  upstreams: [usgsSeismic, noaaAtlas14],
  features: [
    {
      table: 'fire_hazard_zones',
      properties: ['severity', 'responsibility_area'],
      label: 'severity',
      minZoom: 11,
      colorBy: {
        property: 'severity',
        map: { Moderate: '#ffd54f', High: '#fb8c00', 'Very High': '#c62828' },
        default: '#9e9e9e',
      },
    },
  ],
}
