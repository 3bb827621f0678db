import { join } from 'node:path'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import { parcels } from '../../layers/parcel/tables.ts'
import { Pack } from '../../packs/pack-reader.ts'
import type { PartitionTable } from '../../pipelines/pipeline.ts'
import { writePack } from '../../pipelines/stages/pack.ts'
import { SILENT } from '../../terminal/progress.ts'
import { corners, metresFrom, type Point, polygonWkt } from '../fixtures/ground.ts'
import { packRows } from '../fixtures/packed-rows.ts'
import { wktToPolygons } from '../layer-fixture.ts'

/** A made-up parcel around a place: real lots are another layer's. */
export interface Square {
  lng: number
  lat: number
  wkt: string
}

const HALF_SIDE_M = 40

/** A square of about 80 m around a place, on the grid. */
export function squareAround(lng: number, lat: number): Square {
  const square = corners(-HALF_SIDE_M, -HALF_SIDE_M, HALF_SIDE_M, HALF_SIDE_M)
  return { lng, lat, wkt: polygonWkt(square.map(metresFrom([lng, lat])).map(rounded)) }
}

function rounded([lng, lat]: Point): Point {
  return [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]
}

/** Packs for dossiers: the districts, their coverage, and the squares as parcels. */
export async function packSquares(
  { table, file, rows, coverage }: PartitionTable,
  squares: readonly Square[],
  folder: string,
): Promise<Map<string, Pack>> {
  const packs = new Map<string, Pack>()
  const path = join(folder, `${table.name}.pack`)
  await writePack(table, [file], path, rows, SILENT)
  packs.set(table.name, new Pack({ file: path, memoryLimitBytes: 1e8 }))
  const covers = { table_name: table.name, partition: partitionOf(packs.get(table.name)!) }
  const words = { source_name: 'x', source_vintage: 'x', source_attribution: 'x' }
  const declared = { coverage_key: 'x', outside: coverage.outside, ...covers, ...words }
  const covered = [{ values: declared, shape: coverage.polygons }]
  packs.set('coverage', await packRows(coverageTable, covered, folder))
  const lots = squares.map(({ wkt }, i) => {
    const shape = wktToPolygons(wkt)
    return { values: { parcel_key: `square ${i}`, area_m2: areaM2(shape) }, shape }
  })
  packs.set('parcels', await packRows(parcels, lots, folder))
  return packs
}

function partitionOf(pack: Pack): string {
  return pack.value(0, 'partition') as string
}
