import { z } from 'zod'
import { MODELS } from '../../layers/elevation/tables.ts'
import { AssetName, PartitionBase } from '../partition.ts'

/** Units in which agencies publish heights: the two feet differ by 2 parts in a million. */
const HEIGHT_UNITS = ['metre', 'foot', 'us_survey_foot'] as const
export type HeightUnit = (typeof HEIGHT_UNITS)[number]

const RasterFile = z.strictObject({
  asset: AssetName,
  /** File inside it, any case; `*.tif` is all files with that ending, ordered by name. */
  member: z.string().min(1),
})

export const ElevationPartition = PartitionBase.extend({
  /** Where two of them have a height the first wins; where one has none, the next. */
  files: z.array(RasterFile).min(1),
  model: z.enum(MODELS),
  /** Vertical datum of the heights, and its evidence; `not stated` when nobody states it. */
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
  /**
   * Value of cells without a height, when the file does not state it; null: every value is a
   * height.
   */
  nodata: z.number().nullable().optional(),
  /** Coordinate system, only where the file lacks it, and where that is stated. */
  crs: z.string().min(1).optional(),
  note: z.string().min(1),
})
export type ElevationPartition = z.infer<typeof ElevationPartition>
