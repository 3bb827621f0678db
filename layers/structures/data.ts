import { z } from 'zod'
import { CountyRecord } from './county-record.ts'
import { Building } from './footprint-choice.ts'
import { StructureAttributes } from './structure-attributes.ts'

export const StructuresData = z.object({
  building_count: z.number().describe('footprints that share area with the parcel'),
  total_footprint_m2: z
    .number()
    .nullable()
    .describe(
      'footprint on the parcel; of the whole outline without a parcel; null where no source was asked',
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
    .describe('of the structure inventory: a plane of its own beside the footprints'),
  evaluated_against: z.enum(['parcel', 'point']).describe('additive'),
  geometry: z
    .unknown()
    .optional()
    .describe('GeoJSON FeatureCollection of footprints, with include_geometry=true'),
})
export type StructuresData = z.infer<typeof StructuresData>
