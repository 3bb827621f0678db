import type { PackValue } from '../../packs/pack-format.ts'
import type { ConvertedLines, ConvertedPoint, ConvertedRow } from './convert.ts'

/** A row of a staging table: with polygons, with lines, with a point, or without a shape. */
export type StagedRow =
  | ConvertedRow<Record<string, PackValue>>
  | ConvertedLines<Record<string, PackValue>>
  | ConvertedPoint<Record<string, PackValue>>
  | { values: Record<string, PackValue>; polygons: null }
