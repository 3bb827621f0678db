import type { Layer } from '../layer.ts'
import { section } from './section.ts'
import { tables } from './tables.ts'
import { epqs, tiles3dep } from './upstream.ts'

export const elevation: Layer = {
  id: 'elevation',
  catalog: {
    slug: 'elevation',
    title: 'Elevation',
    description:
      'Height at the point with its datum and model, and 1 ft contours of bare earth over the parcel.',
    category: 'environment',
  },
  tables,
  section,
  upstreams: [epqs, tiles3dep],
}
