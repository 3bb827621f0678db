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
]
