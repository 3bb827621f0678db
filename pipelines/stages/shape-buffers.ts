import { BIGINT, BLOB, DOUBLE } from '@duckdb/node-api'
import { pointToWkb } from '../../geometry/grid-point.ts'
import { linesToWkb } from '../../geometry/lines-wkb.ts'
import { GRID } from '../../geometry/polygons.ts'
import { BytesBuffer, IntegerBuffer, RealBuffer } from './column-buffer.ts'
import type { MeasuredSlice } from './measured-slice.ts'
import { SlicePolygons } from './slice-polygons.ts'
import type { StagedRow } from './staged-row.ts'

/**
 * Columns that every staged row has besides its own: order, geometry and values derived from it.
 */
export const SHAPE_COLUMNS = [
  'wkb BLOB',
  'geometry_area_m2 DOUBLE',
  'hilbert BIGINT',
  'xmin DOUBLE',
  'ymin DOUBLE',
  'xmax DOUBLE',
  'ymax DOUBLE',
]

/** A chunk of large shapes goes to DuckDB before it has all of its rows. */
const CHUNK_BYTES = 32e6

/** The shape columns of a chunk, in the order of `SHAPE_COLUMNS`. */
export class ShapeBuffers {
  private readonly wkb = new BytesBuffer()
  private readonly area = new RealBuffer()
  private readonly hilbert = new IntegerBuffer()
  private readonly box = [0, 1, 2, 3].map(() => new RealBuffer())

  readonly columns = [
    { type: BLOB, buffer: this.wkb },
    { type: DOUBLE, buffer: this.area },
    { type: BIGINT, buffer: this.hilbert },
    ...this.box.map((buffer) => ({ type: DOUBLE, buffer })),
  ]

  get isFull(): boolean {
    return this.wkb.bytes > CHUNK_BYTES
  }

  put(at: number, row: StagedRow): void {
    if ('polygons' in row && row.polygons === null) {
      this.wkb.putNull(at)
      this.area.put(at, null)
      this.hilbert.put(at, 0)
      for (const side of this.box) side.put(at, null)
      return
    }
    const wkb = wkbOf(row)
    this.wkb.putRange(at, wkb, 0, wkb.length)
    this.area.put(at, row.area_m2)
    this.hilbert.put(at, row.hilbert)
    for (let i = 0; i < 4; i++) this.box[i].put(at, row.bounds[i] / GRID)
  }

  /** The polygons of a feature as they were measured. */
  putMeasured(at: number, slice: MeasuredSlice, i: number): void {
    const { wkb, wkbEnds, areas, hilberts, boxes } = slice
    this.wkb.putRange(at, wkb, i === 0 ? 0 : wkbEnds[i - 1], wkbEnds[i])
    this.area.put(at, areas[i])
    this.hilbert.put(at, hilberts[i])
    for (let side = 0; side < 4; side++) this.box[side].put(at, boxes[i * 4 + side] / GRID)
  }
}

function wkbOf(row: Exclude<StagedRow, { polygons: null }>): Uint8Array {
  if ('point' in row) return pointToWkb(row.point)
  return 'lines' in row ? linesToWkb(row.lines) : SlicePolygons.wkbOf(row.polygons)
}
