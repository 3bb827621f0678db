import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Packs } from '../dossier/dossier.ts'
import { type GatheredRow, gatheredAddresses } from '../geocoder/tables/gathered-addresses.ts'
import { GatheredLocalities } from '../geocoder/tables/gathered-localities.ts'
import { GatheredStreets } from '../geocoder/tables/gathered-streets.ts'
import { addresses, localities, streets } from '../geocoder/tables/lookup-tables.ts'
import { hilbertOf } from '../geometry/hilbert.ts'
import { closePacks, openPacks, type PackedBuild } from '../lookup/open-packs.ts'
import { columnsOf, type Table } from '../packs/table.ts'
import { StagingTable } from '../pipelines/stages/load.ts'
import { writeOrdered } from '../pipelines/stages/order.ts'
import { type StagingDatabase, withStagingDatabase } from '../pipelines/stages/staging-database.ts'
import type { Progress } from '../terminal/progress.ts'
import { tableFile } from './build-file.ts'
import type { PlatformTable } from './made-table.ts'

/** Rows that are staged at a time; the event loop runs between. */
const BATCH_ROWS = 2_048
/** Memory of the database that sorts the rows; past it they are spilled to disk. */
const STAGING_BYTES = 1e9

export interface GatherOptions {
  /** Folder of the build or of the result to write the tables into. */
  into: string
  /** Folder to spill into. */
  work: string
  progress: Progress
}

/** Tables that addresses and places are gathered from. */
export const ADDRESS_SOURCES = [
  ...['parcels', 'address_points', 'street_ranges'],
  ...['places', 'counties', 'zip_points', 'zctas'],
]
const MADE_FROM = 'the parcels, address points, street ranges and places of this build'

/**
 * Makes the tables that addresses are looked up in, from the packs of a build: every numbered
 * address, the streets they name, and the places. `folder` has the packs. Open ones may take
 * `memoryBytes` of memory; the others are read by position.
 */
export async function makeAddressTables(
  packs: PackedBuild['manifest']['packs'],
  folder: string,
  { memoryBytes, ...options }: GatherOptions & { memoryBytes: number },
): Promise<PlatformTable[]> {
  const wanted = packs.filter(({ table }) => ADDRESS_SOURCES.includes(table))
  const opened = await openPacks({ paths: { folder }, manifest: { packs: wanted } }, memoryBytes)
  try {
    return await gatherAddressTables(opened, options)
  } finally {
    closePacks(opened)
  }
}

/** Makes the address tables from open packs. A table without rows is not made. */
export async function gatherAddressTables(
  packs: Packs,
  { into, work, progress }: GatherOptions,
): Promise<PlatformTable[]> {
  const spill = join(work, 'address-spill')
  return await withStagingDatabase({ spill, memoryBytes: STAGING_BYTES }, (database) =>
    gatherAll(packs, database, into, progress),
  )
}

async function gatherAll(
  packs: Packs,
  database: StagingDatabase,
  into: string,
  progress: Progress,
): Promise<PlatformTable[]> {
  const rowsIn = (table: string) => packs.get(table)?.rows ?? 0
  const total = rowsIn('parcels') + rowsIn('address_points')
  const step = progress.step('gather addresses', { total, unit: 'rows' })
  const gatheredStreets = new GatheredStreets()
  const gatheredLocalities = new GatheredLocalities()
  function* rows(): Generator<GatheredRow> {
    for (const found of gatheredAddresses(packs, (count) => step.advance(count))) {
      const { of, name, number, point, values } = found
      gatheredStreets.addAddress(of, name, number.value, point)
      gatheredLocalities.addAddress(of, point)
      yield { values, point }
    }
  }
  const made = [await write(addresses, rows(), database, into)]
  gatheredStreets.addRanges(packs)
  gatheredLocalities.addTables(packs)
  made.push(await write(streets, gatheredStreets.rows(packs), database, into))
  made.push(await write(localities, gatheredLocalities.rows(packs), database, into))
  const [houses, names, places] = made.map((each) => (each?.rows ?? 0).toLocaleString('en-US'))
  step.done(`${houses} addresses on ${names} streets in ${places} places`)
  return made.filter((each) => each !== null)
}

async function write(
  table: Table,
  rows: Iterable<GatheredRow>,
  database: StagingDatabase,
  into: string,
): Promise<PlatformTable | null> {
  const staging = await StagingTable.create(database.staging, table.name, columnsOf(table))
  let batch: GatheredRow[] = []
  const flush = async () => {
    staging.add(batch.map(stagedRow))
    batch = []
    await setImmediate()
  }
  for (const row of rows) {
    batch.push(row)
    if (batch.length === BATCH_ROWS) await flush()
  }
  await flush()
  staging.finish()
  if (staging.rows === 0) return null
  const file = join(into, tableFile(table.name, 'all'))
  await mkdir(dirname(file), { recursive: true })
  await writeOrdered(database, table, table.name, file)
  return { table, rows: staging.rows, madeFrom: MADE_FROM }
}

function stagedRow({ values, point }: GatheredRow) {
  const bounds: [number, number, number, number] = [...point, ...point]
  return { values, point, bounds, area_m2: 0, hilbert: hilbertOf(bounds) }
}
