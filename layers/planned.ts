import type { PlannedLayer } from './layer.ts'

/** Sections of the contract that are planned: they answer `not_covered`, and why. */
export const PLANNED: PlannedLayer[] = [
  {
    id: 'elevation',
    catalog: {
      slug: 'elevation',
      title: 'Elevation',
      description: 'Ground height at the point and contours over the parcel.',
      category: 'environment',
    },
    section: { name: 'Elevation', category: 'geography' },
    plannedFrom: 'USGS 3DEP rasters',
  },
]
