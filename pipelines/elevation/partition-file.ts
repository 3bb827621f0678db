import { z } from 'zod'
import { MODELS } from '../../layers/elevation/tables.ts'
import { AssetName, PartitionBase } from '../partition.ts'

/** Units in which agencies publish heights: the two feet differ by 2 parts in a million. */
export const HEIGHT_UNITS = ['metre', 'foot', 'us_survey_foot'] as const
export type HeightUnit = (typeof HEIGHT_UNITS)[number]

const RasterFile = z.strictObject({
  asset: AssetName,
  /** File inside it, any case; `*.tif` stands for all that end so, in the order of their names. */
  member: z.string().min(1),
})

export const ElevationPartition = PartitionBase.extend({
  /** Where two of them have a height the first speaks; where one has none, the next. */
  files: z.array(RasterFile).min(1),
  model: z.enum(MODELS),
  /** What heights count from, and who says so; `not stated` where nobody does. */
  vertical_datum: z.strictObject({ name: z.string().min(3), evidence: z.string().min(10) }),
  /**
   * `auto` takes the unit that the file itself states, and stops where it states none. A unit named
   * here wins over the file, which is why it needs its evidence.
   */
  unit: z.union([
    z.literal('auto'),
    z.strictObject({ is: z.enum(HEIGHT_UNITS), evidence: z.string().min(10) }),
  ]),
  /** Spacing that the publisher states, metres. */
  resolution_m: z.number().positive(),
  /** Of cells without a height, where the file does not say; null: every value is a height. */
  nodata: z.number().nullable().optional(),
  /** Coordinate system, only where the file lacks it, and where that is stated. */
  crs: z.string().min(1).optional(),
  note: z.string().min(1),
})
export type ElevationPartition = z.infer<typeof ElevationPartition>
