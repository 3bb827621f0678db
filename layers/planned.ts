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
  {
    id: 'market',
    catalog: {
      slug: 'market',
      title: 'Market observations',
      description: 'Listing and estimate observations of a third-party listing service.',
      category: 'market',
    },
    section: { name: 'Market', category: 'property' },
    plannedFrom: 'a licensed listing source',
  },
  {
    id: 'permits',
    catalog: {
      slug: 'permits',
      title: 'Building permits',
      description: 'Permits near the point from the permitting authority.',
      category: 'regulatory',
    },
    section: { name: 'Permits', category: 'property' },
    plannedFrom: "the permitting authorities' open data feeds",
  },
  {
    id: 'utilities',
    catalog: {
      slug: 'utilities',
      title: 'Utilities',
      description: 'Sewer or septic, drinking water and electric service territories.',
      category: 'infrastructure',
    },
    section: { name: 'Utilities', category: 'property' },
    plannedFrom: 'state wastewater inventories and electric service territories',
  },
]
