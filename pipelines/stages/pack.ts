import type { GridPoint } from '../../geometry/grid-point.ts'
import type { Lines } from '../../geometry/lines.ts'
import { type Box, boundsOf, boxAround, type Polygons } from '../../geometry/polygons.ts'
import { PackWriter } from '../../packs/pack-writer.ts'
import { columnsOf, packedColumnsOf, type Table } from '../../packs/table.ts'
import type { Progress } from '../../terminal/progress.ts'
import { isSound } from './repair.ts'
import { tableRows } from './table-rows.ts'

/** Column of the county of a row, in tables whose rows all have one. */
const COUNTY = 'county_fips'
/** Counties that are listed; rows of more are of any county. */
const COUNTIES_MAX = 100

export interface WrittenPack {
  rows: number
  pieces: number
  /** Shapes that are not valid, for the audits. */
  invalid: number
  /** What each Parquet file gave, in the order of the files and of the pack's rows. */
  given: PackedFile[]
}

/** The rows of one Parquet file in a pack. */
export interface PackedFile {
  rows: number
  /** Box of their shapes in grid units; null without any. */
  bounds: Box | null
  /** FIPS codes of their counties, sorted; null in a table whose rows have none. */
  counties: string[] | null
}

/**
 * Writes a file of a lookup pack from Parquet files of its table, in their order. Counts the
 * invalid geometries on the way.
 */
export async function writePack(
  table: Table,
  parquetFiles: readonly string[],
  file: string,
  rows: number,
  progress: Progress,
): Promise<WrittenPack> {
  const writer = PackWriter.of(table)
  const step = progress.step(`pack ${table.name}`, { total: rows, unit: 'rows' })
  const names = packedColumnsOf(table).map(({ name }) => name)
  const hasCounty = columnsOf(table).some(({ name, nullable }) => name === COUNTY && !nullable)
  const read = hasCounty ? [...names, COUNTY] : names
  const given: PackedFile[] = []
  let invalid = 0
  for (const parquet of parquetFiles) {
    const counties = new Set<string>()
    let bounds: Box | null = null
    let count = 0
    for await (const batch of tableRows(table, [parquet], read)) {
      for (const { values, polygons, lines, point } of batch) {
        if (hasCounty) counties.add(`${values.pop()}`)
        if (polygons && !isSound(polygons)) invalid++
        writer.add(values, polygons ?? lines ?? point)
        const box = boxOf(polygons ?? lines, point)
        if (box) bounds = boxAround(bounds ? [bounds, box] : [box])
      }
      count += batch.length
      step.advance(batch.length)
    }
    const isListed = hasCounty && counties.size <= COUNTIES_MAX
    given.push({ rows: count, bounds, counties: isListed ? [...counties].sort() : null })
  }
  const header = await writer.finish(file)
  step.done(
    `${header.rows.toLocaleString('en-US')} rows in ${header.pieces.toLocaleString('en-US')} pieces`,
  )
  return { rows: header.rows, pieces: header.pieces, invalid, given }
}

/** Box of a shape or a point; null without either. */
export function boxOf(shape: Polygons | Lines | null, point: GridPoint | null): Box | null {
  if (point) return [...point, ...point]
  return shape && shape.coords.length > 0 ? boundsOf(shape) : null
}
