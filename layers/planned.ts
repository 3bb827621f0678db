import type { PlannedLayer } from './layer.ts'

/** Sections of the contract that are planned: they answer `not_covered`, and why. */
export const PLANNED: PlannedLayer[] = [
  {
    id: 'weather',
    catalog: {
      slug: 'weather',
      title: 'Weather',
      description: 'Current weather and air quality.',
      category: 'environment',
    },
    section: { name: 'Weather', category: 'conditions' },
    plannedFrom: 'the Open-Meteo forecast and air-quality services',
  },
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
