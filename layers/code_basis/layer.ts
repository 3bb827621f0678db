import type { Layer } from '../layer.ts'
import { section } from './section.ts'
import { tables } from './tables.ts'

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
}
