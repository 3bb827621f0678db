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
  buildings: z.array(Building),
  county_record: CountyRecord.nullable(),
  footprint_source: z.string(),
  structure_attributes: z.array(StructureAttributes),
  evaluated_against: z.enum(['parcel', 'point']).describe('additive'),
  geometry: z.unknown().optional(),
})
export type StructuresData = z.infer<typeof StructuresData>
