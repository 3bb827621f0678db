import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../catalog/atomic-file.ts'
import { buildFolder } from '../catalog/build-folder.ts'
import { exampleManifest } from '../catalog/example-build.ts'
import { type Manifest, writeManifest } from '../catalog/manifest.ts'
import { pinFile } from '../catalog/pin.ts'
import { coverageTable } from '../layers/coverage-table.ts'
import { areaM2 } from '../layers/geometry/geodesic-area.ts'
import { GRID, type Polygons } from '../layers/geometry/polygons.ts'
import { tableNamed } from '../layers/index.ts'
import type { PackValue } from '../layers/packs/pack-format.ts'
import { Pack } from '../layers/packs/pack-reader.ts'
import { PackWriter } from '../layers/packs/pack-writer.ts'
import { packedColumnsOf, type Table } from '../layers/table.ts'
import { writeTownDatabase } from './example-database.ts'

/**
 * A fictional town of 100 lots in open water, small enough to know by heart, for tests. Degrees:
 *
 *   parcels 99001   -72.000..-71.980   30.000..30.020   lots west of -71.990, south of 30.010
 *   flood 99001     -72.000..-71.985   30.000..30.020   east of that not covered
 *   parcels 99003   -71.970..-71.960   30.000..30.010   a county without a lot, without flood
 */
export const SPOTS = {
  /** A lot in zone AE with a base flood elevation of 9 ft. */
  lot: { lat: 30.0005, lng: -71.9995 },
  /** Twelve parcels on one polygon, in minimal X. */
  stack: { lat: 30.0095, lng: -71.9905 },
  /** Covered by the study, under no zone. */
  unmapped: { lat: 30.015, lng: -71.995 },
  /** Covered by the parcels only, without a lot. */
  street: { lat: 30.015, lng: -71.982 },
  nowhere: { lat: 10, lng: 10 },
}

export const STACKED = 12
const LOT = 0.001

type Row = [values: Record<string, PackValue>, area: Polygons]

/** A rectangle on the grid, counter-clockwise. */
export function rectangle(west: number, south: number, east: number, north: number): Polygons {
  const [w, s, e, n] = [west, south, east, north].map((degrees) => Math.round(degrees * GRID))
  return {
    coords: Int32Array.of(w, s, e, s, e, n, w, n),
    ringEnds: Uint32Array.of(4),
    polygonEnds: Uint32Array.of(1),
  }
}

/** Writes the town as a finished build under a home. `vintage` tells builds apart in answers. */
export async function writeTown(home: string, id: string, vintage = '2026'): Promise<Manifest> {
  const { folder, packFile, databaseFile } = buildFolder(id, home)
  await mkdir(join(folder, 'packs'), { recursive: true })
  const packs: Manifest['packs'] = []
  for (const [table, rows] of townRows(vintage)) {
    const { pieces } = await writePack(packFile(table.name), table, rows)
    packs.push({
      table: table.name,
      ...(await described(folder, `packs/${table.name}.pack`)),
      rows: rows.length,
      pieces,
    })
  }
  await writeTownDatabase(databaseFile, packFile('parcels'))
  const example = exampleManifest(id)
  const [partition] = example.tables[0].partitions
  const table = (name: string, layer: string, rows: Record<string, number>) => ({
    name,
    layer,
    partitions: Object.entries(rows).map(([county, count]) => ({
      ...partition,
      id: county,
      county_fips: county,
      rows: count,
      file: `tables/${name}/${county}.parquet`,
    })),
  })
  const manifest = exampleManifest(id, {
    packs,
    database: await described(folder, `dossier-${id}.duckdb`),
    tables: [
      table('parcels', 'parcel', { 99001: 99 + STACKED, 99003: 0 }),
      table('flood_zones', 'flood', { 99001: 2 }),
      table('flood_panels', 'flood', { 99001: 1 }),
    ],
  })
  for (const each of manifest.tables.flatMap(({ partitions }) => partitions)) {
    await mkdir(join(folder, each.file, '..'), { recursive: true })
    await writeFile(join(folder, each.file), 'PAR1')
  }
  await writeManifest(folder, manifest)
  return manifest
}

async function described(folder: string, file: string) {
  const bytes = await readFile(join(folder, file))
  return { file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Moves the pin of a home, as `plat pin` does, without its checks. */
export async function pinTown(home: string, build: string): Promise<void> {
  await mkdir(home, { recursive: true })
  const pin = { build, pinned_at: '2026-11-20T12:00:00.000Z', previous: [] }
  await replaceFile(pinFile(home), JSON.stringify(pin))
}

/** The packs of a written town, in memory. The caller closes them. */
export async function openTown(home: string, id: string): Promise<Map<string, Pack>> {
  const packs = new Map<string, Pack>()
  for (const table of ['parcels', 'flood_zones', 'flood_panels', 'coverage']) {
    const file = buildFolder(id, home).packFile(table)
    packs.set(table, new Pack({ file, memoryLimitBytes: (await stat(file)).size }))
  }
  return packs
}

async function writePack(file: string, table: Table, rows: Row[]) {
  const columns = packedColumnsOf(table)
  const writer = PackWriter.of(table)
  for (const [values, area] of rows)
    writer.add(
      columns.map(({ name }) => values[name] ?? null),
      area,
    )
  return await writer.finish(file)
}

function townRows(vintage: string): [Table, Row[]][] {
  return [
    [tableNamed('parcels'), parcelRows()],
    [tableNamed('flood_zones'), zoneRows()],
    [tableNamed('flood_panels'), panelRows(vintage)],
    [coverageTable, coverageRows(vintage)],
  ]
}

function parcelRows(): Row[] {
  const rows: Row[] = []
  for (let lot = 0; lot < 100; lot++) {
    const west = -72 + (lot % 10) * LOT
    const south = 30 + Math.floor(lot / 10) * LOT
    const area = rectangle(west, south, west + LOT, south + LOT)
    for (let unit = 0; unit < (lot === 99 ? STACKED : 1); unit++) {
      const has_roll = lot !== 0
      const situs_line1 = has_roll ? `${lot} Sample Street` : null
      const roll = has_roll ? { situs_line1, ...rollFacts(lot) } : { situs_line1 }
      rows.push([{ ...parcelFacts(lot, unit), has_roll, ...roll, area_m2: areaM2(area) }, area])
    }
  }
  return rows
}

/** The town's east has a ZIP code of its own; land use comes in threes, one with a quote in it. */
function rollFacts(lot: number): Record<string, PackValue> {
  return {
    situs_city: 'Sampleton',
    situs_zip: lot % 10 < 5 ? '99801' : '99802',
    use_code: ['001', '010', "0'1"][lot % 3],
    assessment_year: 2026,
  }
}

function parcelFacts(lot: number, unit: number): Record<string, PackValue> {
  const digits = `${lot * 100 + unit}`.padStart(24, '0')
  const letters = digits.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)])
  return {
    parcel_key: `pk_${letters}`,
    partition: '99001',
    county_fips: '99001',
    county_name: 'Sample County',
  }
}

function zoneRows(): Row[] {
  const zone = { partition: '99001', is_sfha: true, vertical_datum: 'NAVD88' }
  return [
    [
      { ...zone, flood_zone_key: '99001:1', zone: 'AE', risk: 'high', base_flood_elevation_ft: 9 },
      rectangle(-72, 30, -71.9965, 30.01),
    ],
    [
      {
        ...zone,
        flood_zone_key: '99001:2',
        zone: 'X',
        zone_subtype: 'AREA OF MINIMAL FLOOD HAZARD',
        risk: 'minimal',
        is_sfha: false,
      },
      rectangle(-71.9965, 30, -71.985, 30.01),
    ],
  ]
}

function panelRows(vintage: string): Row[] {
  const values = { flood_panel_key: '99001:1', partition: '99001', panel: '99001C0001A' }
  return [
    [
      { ...values, effective_date: `${vintage}-01-01`, is_printed: true },
      rectangle(-72, 30, -71.985, 30.02),
    ],
  ]
}

function coverageRows(vintage: string): Row[] {
  const row = (table: string, partition: string, county: string, area: Polygons): Row => [
    {
      coverage_key: `${table}/${partition}`,
      table_name: table,
      partition,
      area_name: county,
      county_name: county,
      county_fips: partition,
      outside: table === 'flood_zones' ? 'unmapped' : 'nothing',
      declared_by: 'the town',
      source_id: 'sample-county',
      source_name: `Fictional ${table}`,
      source_vintage: vintage,
      source_attribution: 'Fictional: no such place exists',
      retrieved_at: '2026-11-01',
    },
    area,
  ]
  const flood = rectangle(-72, 30, -71.985, 30.02)
  return [
    row('parcels', '99001', 'Sample County', rectangle(-72, 30, -71.98, 30.02)),
    row('parcels', '99003', 'Other County', rectangle(-71.97, 30, -71.96, 30.01)),
    row('flood_zones', '99001', 'Sample County', flood),
    row('flood_panels', '99001', 'Sample County', flood),
  ]
}
