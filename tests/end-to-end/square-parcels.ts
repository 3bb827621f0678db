import { join } from 'node:path'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import type { Polygons } from '../../geometry/polygons.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import { parcels } from '../../layers/parcel/tables.ts'
import type { PackValue } from '../../packs/pack-format.ts'
import { Pack } from '../../packs/pack-reader.ts'
import { PackWriter } from '../../packs/pack-writer.ts'
import { packedColumnsOf, type Table } from '../../packs/table.ts'
import type { PartitionTable } from '../../pipelines/pipeline.ts'
import { writePack } from '../../pipelines/stages/pack.ts'
import { SILENT } from '../../terminal/progress.ts'
import { wktToPolygons } from '../layer-fixture.ts'

/** A made-up parcel around a place: real lots are another layer's. */
export interface Square {
  lng: number
  lat: number
  wkt: string
}

const HALF_SIDE_M = 40
const METRES_A_DEGREE = 111_320

/** A square of about 80 m around a place, on the grid. */
export function squareAround(lng: number, lat: number): Square {
  const y = HALF_SIDE_M / METRES_A_DEGREE
  const x = y / Math.cos((lat * Math.PI) / 180)
  const point = (east: number, north: number) =>
    `${(lng + east * x).toFixed(6)} ${(lat + north * y).toFixed(6)}`
  const corners = [point(-1, -1), point(1, -1), point(1, 1), point(-1, 1)]
  return { lng, lat, wkt: `POLYGON ((${[...corners, corners[0]].join(', ')}))` }
}

/** Packs for dossiers: the districts, their coverage, and the squares as parcels. */
export async function packSquares(
  { table, file, rows, coverage }: PartitionTable,
  squares: readonly Square[],
  folder: string,
): Promise<Map<string, Pack>> {
  const packs = new Map<string, Pack>()
  const open = (name: string) => {
    const path = join(folder, `${name}.pack`)
    packs.set(name, new Pack({ file: path, memoryLimitBytes: 1e8 }))
  }
  await writePack(table, [file], join(folder, `${table.name}.pack`), rows, SILENT)
  open(table.name)
  const covers = { table_name: table.name, partition: partitionOf(packs.get(table.name)!) }
  const words = { source_name: 'x', source_vintage: 'x', source_attribution: 'x' }
  const declared = { coverage_key: 'x', outside: coverage.outside, ...covers, ...words }
  await write(coverageTable, [[declared, coverage.polygons!]], join(folder, 'coverage.pack'))
  open('coverage')
  const lots = squares.map(({ wkt }, i): [Record<string, PackValue>, Polygons] => {
    const polygons = wktToPolygons(wkt)
    return [{ parcel_key: `square ${i}`, area_m2: areaM2(polygons) }, polygons]
  })
  await write(parcels, lots, join(folder, 'parcels.pack'))
  open('parcels')
  return packs
}

async function write(table: Table, rows: [Record<string, PackValue>, Polygons][], file: string) {
  const writer = PackWriter.of(table)
  const columns = packedColumnsOf(table).map(({ name }) => name)
  for (const [values, polygons] of rows)
    writer.add(
      columns.map((name) => values[name] ?? null),
      polygons,
    )
  await writer.finish(file)
}

function partitionOf(pack: Pack): string {
  return pack.value(0, 'partition') as string
}
