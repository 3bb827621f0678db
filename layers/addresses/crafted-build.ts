import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GridPoint } from '../geometry/grid-point.ts'
import { hilbertOf } from '../geometry/hilbert.ts'
import type { Lines } from '../geometry/lines.ts'
import type { Polygons } from '../geometry/polygons.ts'
import { tableNamed } from '../index.ts'
import { closePacks } from '../open-packs.ts'
import type { PackValue } from '../packs/pack-format.ts'
import { Pack } from '../packs/pack-reader.ts'
import { PackWriter } from '../packs/pack-writer.ts'
import { packedColumnsOf, type Table } from '../table.ts'
import { type GatheredRow, gatheredAddresses } from './gathered-addresses.ts'
import { GatheredLocalities } from './gathered-localities.ts'
import { GatheredStreets } from './gathered-streets.ts'
import { Geocoder } from './geocoder.ts'
import { addresses, localities, streets } from './lookup-tables.ts'
import { SearchIndex } from './search-index.ts'

/** A row of a table that addresses are gathered from; a column left out is null. */
export interface CraftedRow {
  values: Record<string, PackValue>
  shape: Polygons | Lines | GridPoint
}

/** Rows by table: `address_points`, `street_ranges`, `parcels`, `zip_points`, `counties`, `zctas`. */
export type CraftedTables = Partial<Record<string, CraftedRow[]>>

/** What a geocoder reads of a build, for tests: packs in memory, made as a build makes them. */
export interface CraftedBuild {
  packs: Map<string, Pack>
  index: SearchIndex
  geocoder: Geocoder
  close(): void
}

/**
 * Packs the rows and gathers addresses, streets and localities from them, into the folder: a
 * temporary one if none is given.
 */
export async function craftBuild(tables: CraftedTables, given?: string): Promise<CraftedBuild> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'plat-crafted-build-')))
  const packs = new Map<string, Pack>()
  const write = async (table: Table, rows: readonly CraftedRow[]) => {
    if (rows.length === 0) return
    const writer = PackWriter.of(table)
    for (const { values, shape } of rows)
      writer.add(
        packedColumnsOf(table).map(({ name }) => values[name] ?? null),
        shape,
      )
    const file = join(folder, `${table.name}.pack`)
    await writer.finish(file)
    packs.set(table.name, new Pack({ file, memoryLimitBytes: 1e9 }))
  }
  for (const [name, rows] of Object.entries(tables)) await write(tableNamed(name), rows!)
  for (const [table, rows] of gathered(packs)) await write(table, inBuildOrder(table.key, rows))
  const names = join(folder, 'names.sqlite')
  SearchIndex.write(packs, names)
  const index = new SearchIndex(names)
  const close = () => {
    index.close()
    closePacks(packs)
    if (given === undefined) rmSync(folder, { recursive: true })
  }
  return { packs, index, geocoder: new Geocoder(packs, index), close }
}

/** `builds/address-tables.ts` does the same, by way of Parquet. */
function gathered(packs: Map<string, Pack>): [Table, GatheredRow[]][] {
  const ofStreets = new GatheredStreets()
  const ofLocalities = new GatheredLocalities()
  const found = [...gatheredAddresses(packs)]
  for (const { of, name, number, point } of found) {
    ofStreets.addAddress(of, name, number.value, point)
    ofLocalities.addAddress(of, point)
  }
  ofStreets.addRanges(packs)
  ofLocalities.addTables(packs)
  return [
    [addresses, found],
    [streets, [...ofStreets.rows(packs)]],
    [localities, [...ofLocalities.rows(packs)]],
  ]
}

/** A build's rows are in the order of the Hilbert curve, ties by key. */
function inBuildOrder(key: string, rows: readonly GatheredRow[]): CraftedRow[] {
  return rows
    .map(({ values, point: [x, y] }) => ({
      row: { values: values as CraftedRow['values'], shape: [x, y] as const },
      place: hilbertOf([x, y, x, y]),
    }))
    .sort((a, b) => a.place - b.place || (`${a.row.values[key]}` < `${b.row.values[key]}` ? -1 : 1))
    .map(({ row }) => row)
}
