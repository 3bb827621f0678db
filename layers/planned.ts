import type { PlannedLayer } from './layer.ts'

/** Sections of the contract that are planned: they answer `not_covered`, and why. */
export const PLANNED: PlannedLayer[] = [
  {
    id: 'wetlands',
    catalog: {
      slug: 'wetlands',
      title: 'Wetlands',
      description: 'Wetlands and deepwater habitats of the National Wetlands Inventory.',
      category: 'environment',
    },
    section: { name: 'Wetlands', category: 'classification' },
    plannedFrom: 'the National Wetlands Inventory (US Fish and Wildlife Service)',
  },
  {
    id: 'structures',
    catalog: {
      slug: 'structures',
      title: 'Buildings',
      description: 'Building footprints and the National Structure Inventory.',
      category: 'infrastructure',
    },
    section: { name: 'Structures', category: 'property' },
    plannedFrom: 'FEMA USA Structures and the USACE National Structure Inventory',
  },
  {
    id: 'soils',
    catalog: {
      slug: 'soils',
      title: 'Soils',
      description: 'Soil map units of the SSURGO soil survey.',
      category: 'environment',
    },
    section: { name: 'Soils', category: 'classification' },
    plannedFrom: 'SSURGO (USDA Natural Resources Conservation Service)',
  },
  {
    id: 'code_basis',
    catalog: {
      slug: 'code-basis',
      title: 'Design code basis',
      description: 'Climate zone, wind, snow, seismic, frost and rainfall design values.',
      category: 'regulatory',
    },
    section: { name: 'Design code basis', category: 'classification' },
    plannedFrom: 'IECC climate zones, ASCE 7 values and NOAA Atlas 14',
  },
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
    id: 'boundaries',
    catalog: {
      slug: 'boundaries',
      title: 'Boundaries',
      description: 'States, counties and ZIP code tabulation areas.',
      category: 'boundary',
    },
    section: { name: 'Boundaries', category: 'geography' },
    plannedFrom: 'Census cartographic boundary files',
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
    id: 'tax',
    catalog: {
      slug: 'tax',
      title: 'Tax assessment',
      description: 'Recorded values of the county assessment roll.',
      category: 'parcel',
    },
    section: { name: 'Tax', category: 'property' },
    plannedFrom: 'county assessment rolls',
  },
  {
    id: 'zoning',
    catalog: {
      slug: 'zoning',
      title: 'Zoning and future land use',
      description: 'Zoning districts, dimensional rules and future land use.',
      category: 'regulatory',
    },
    section: { name: 'Zoning', category: 'classification' },
    plannedFrom: 'county and city zoning polygons',
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
