import type { Box } from '../../geometry/polygons.ts'
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
  /** Box of all shapes in grid units; null without any. */
  bounds: Box | null
  /** FIPS codes of the counties of the rows, sorted; null in a table whose rows have none. */
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
  const counties = new Set<string>()
  let invalid = 0
  const read = hasCounty ? [...names, COUNTY] : names
  for await (const batch of tableRows(table, parquetFiles, read)) {
    for (const { values, polygons, lines, point } of batch) {
      if (hasCounty) counties.add(`${values.pop()}`)
      if (polygons && !isSound(polygons)) invalid++
      writer.add(values, polygons ?? lines ?? point)
    }
    step.advance(batch.length)
  }
  const header = await writer.finish(file)
  step.done(
    `${header.rows.toLocaleString('en-US')} rows in ${header.pieces.toLocaleString('en-US')} pieces`,
  )
  return {
    rows: header.rows,
    pieces: header.pieces,
    invalid,
    bounds: header.bounds,
    counties: hasCounty && counties.size <= COUNTIES_MAX ? [...counties].sort() : null,
  }
}
