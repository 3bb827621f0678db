import type { Layer } from '../layer.ts'
import { section } from './section.ts'
import { tables } from './tables.ts'

export const tax: Layer = {
  id: 'tax',
  catalog: {
    slug: 'tax',
    title: 'Tax assessment',
    description: 'Recorded values of the assessment roll, recorded sales, and estimates.',
    category: 'parcel',
  },
  tables,
  section,
}
