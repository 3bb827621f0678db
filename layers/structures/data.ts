import { z } from 'zod'

const CountyRecord = z.object({
  year_built_actual: z.number().nullable().describe('as the roll records it'),
  year_built_effective: z.number().nullable().describe('as the appraiser counts it after renewals'),
  living_area_sqft: z.number().nullable().describe('heated or living area, as the roll counts it'),
  building_count: z
    .number()
    .nullable()
    .describe('buildings on the roll, which may differ from footprints'),
  residential_units: z.number().nullable().describe('dwellings on the roll'),
  construction_class_code: z.string().nullable().describe('state code, verbatim'),
  improvement_quality_code: z.string().nullable().describe('state code, verbatim'),
})
export type CountyRecord = z.infer<typeof CountyRecord>

const Building = z.object({
  occupancy: z.string().nullable().describe('class of use'),
  primary_occupancy: z.string().nullable().describe('main use within the class'),
  height_m: z.number().nullable().describe('null where the source has none'),
  footprint_m2: z.number().nullable().describe('area of the whole outline, on the ellipsoid'),
  on_parcel_m2: z
    .number()
    .nullable()
    .describe('the part of it on the parcel; null without a parcel (additive)'),
  source_class: z.string().nullable().describe("the source's own class, verbatim (additive)"),
  image_date: z
    .string()
    .nullable()
    .describe('when the image was taken, ISO date or interval (additive)'),
})
export type Building = z.infer<typeof Building>

const StructureAttributes = z.object({
  year_built: z
    .number()
    .nullable()
    .describe("the structure's own year; never the median of its block, so most often null"),
  stories: z.number().nullable().describe('number of storeys'),
  foundation_type: z.string().nullable().describe('the code in words'),
  foundation_height_ft: z.number().nullable().describe('from the ground to the first floor'),
  ground_elevation_ft: z.number().nullable().describe('NAVD88, from a raster'),
  first_floor_elevation_ft_est: z
    .number()
    .nullable()
    .describe('ground plus foundation height: a modelled estimate, not an elevation certificate'),
  elevation_datum: z.literal('NAVD88'),
  occupancy_type: z.string().nullable().describe('Hazus code, verbatim'),
  occupancy_description: z.string().nullable().describe('the code in words (additive)'),
  block_median_year_built: z
    .number()
    .nullable()
    .describe('median of the census block, not the year of this structure (additive)'),
  foundation_code: z.string().nullable().describe('as published (additive)'),
})
export type StructureAttributes = z.infer<typeof StructureAttributes>

export const StructuresData = z.object({
  building_count: z.number().describe('footprints that share area with the parcel'),
  total_footprint_m2: z
    .number()
    .nullable()
    .describe(
      'footprint on the parcel; of the whole outline without a parcel; null where no source covers it',
    ),
  buildings: z.array(Building).describe('footprints, one each'),
  county_record: CountyRecord.nullable().describe(
    "the roll's facts of the buildings: its year built beats any modelled one; null without a roll row",
  ),
  footprint_source: z
    .string()
    .describe('whose outlines: surveyed ones where there are any, learned from images otherwise'),
  structure_attributes: z
    .array(StructureAttributes)
    .describe('of the structure inventory: a plane of its own, separate from the footprints'),
  evaluated_against: z.enum(['parcel', 'point']).describe('additive'),
  geometry: z
    .unknown()
    .optional()
    .describe('GeoJSON FeatureCollection of footprints, with include_geometry=true'),
})
export type StructuresData = z.infer<typeof StructuresData>
