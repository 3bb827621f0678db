import { mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { coverageTable } from '../../layers/coverage-table.ts'
import { floodPanels, floodZones } from '../../layers/flood/tables.ts'
import { riskOf } from '../../layers/flood/zones.ts'
import { areaM2 } from '../../layers/geometry/geodesic-area.ts'
import type { Box, Polygons } from '../../layers/geometry/polygons.ts'
import type { PackValue } from '../../layers/packs/pack-format.ts'
import { PackWriter } from '../../layers/packs/pack-writer.ts'
import { parcels } from '../../layers/parcel/table.ts'
import { columnsOf, type Table } from '../../layers/table.ts'
import { parcelKeyMaker } from '../../pipelines/parcel-key.ts'
import { type BenchParcel, type CountyPlan, countyBox, countyParcels } from './county.ts'
import { type BenchZone, countyFlood } from './county-flood.ts'

export interface WrittenPack {
  table: string
  file: string
  rows: number
  pieces: number
  points: number
  bytes: number
}

const COUNTY = { county_fips: '99999', county_name: 'Bench County (fictional)' }
const PARTITION = 'bench'
const PANELS_A_SIDE = 16
const PANEL_DATE = '2020-06-18'

/** Writes the lookup packs of the county as a build has them, without a pipeline before it. */
export async function writeCountyPacks(plan: CountyPlan, folder: string): Promise<WrittenPack[]> {
  mkdirSync(folder, { recursive: true })
  return [
    await writePack(parcels, parcelRows(plan), folder),
    await writePack(floodZones, zoneRows(plan), folder),
    await writePack(floodPanels, panelRows(plan), folder),
    await writePack(coverageTable, coverageRows(plan), folder),
  ]
}

interface PackRow {
  values: Record<string, PackValue>
  polygons: Polygons
}

async function writePack(
  table: Table,
  rows: Iterable<PackRow>,
  folder: string,
): Promise<WrittenPack> {
  const columns = columnsOf(table)
  const writer = PackWriter.of(table)
  for (const { values, polygons } of rows)
    writer.add(
      columns.map(({ name }) => values[name] ?? null),
      polygons,
    )
  const file = `${table.name}.pack`
  const path = join(folder, file)
  const { rows: count, pieces, points } = await writer.finish(path)
  const { size } = await stat(path)
  return { table: table.name, file, rows: count, pieces, points, bytes: size }
}

function* parcelRows(plan: CountyPlan): Generator<PackRow> {
  const keyOf = parcelKeyMaker(Buffer.from('bench county: a public secret'))
  for (const batch of countyParcels(plan, 'hilbert'))
    for (const parcel of batch)
      yield { polygons: parcel.polygons, values: parcelValues(parcel, keyOf) }
}

function parcelValues({ roll, polygons }: BenchParcel, keyOf: (text: string) => string) {
  return {
    ...COUNTY,
    parcel_key: keyOf(`${COUNTY.county_fips}|${roll.MAP_LOT}|${roll.UNIT}`),
    partition: PARTITION,
    area_m2: areaM2(polygons),
    has_roll: true,
    situs_line1: roll.PROP_ADDRS,
    use_description: roll.LAND_USE,
    assessed_value: roll.VALUE_TOT,
    taxable_value: roll.VALUE_NET,
    land_value: roll.VALUE_LAND,
    building_value: roll.VALUE_BLDG,
    year_built_actual: roll.YR_BUILT || null,
    residential_units: roll.DWLG_UNITS,
  }
}

function* zoneRows(plan: CountyPlan): Generator<PackRow> {
  for (const batch of countyFlood(plan))
    for (const zone of batch) yield { polygons: zone.polygons, values: zoneValues(zone) }
}

function zoneValues({ number, zone, zoneSubtype, isSfha, elevationFt }: BenchZone) {
  return {
    flood_zone_key: `${PARTITION}:${number}`,
    partition: PARTITION,
    zone,
    zone_subtype: zoneSubtype,
    risk: riskOf({ zone, zone_subtype: zoneSubtype }),
    is_sfha: isSfha,
    base_flood_elevation_ft: elevationFt,
    vertical_datum: elevationFt === null ? null : 'NAVD88',
    study_id: '99999C',
    study_version: '2.6.0.0',
  }
}

/** The map panels of the study: a sheet grid over the county. */
export function* countyPanels(plan: CountyPlan): Generator<{ panel: string; polygons: Polygons }> {
  const [west, south, east, north] = countyBox(plan)
  const at = (low: number, high: number, k: number) =>
    Math.round(low + ((high - low) * k) / PANELS_A_SIDE)
  for (let j = 0; j < PANELS_A_SIDE; j++)
    for (let i = 0; i < PANELS_A_SIDE; i++) {
      const box: Box = [
        at(west, east, i),
        at(south, north, j),
        at(west, east, i + 1),
        at(south, north, j + 1),
      ]
      const panel = `99999C${String(j * PANELS_A_SIDE + i).padStart(4, '0')}A`
      yield { panel, polygons: rectangle(box) }
    }
}

function* panelRows(plan: CountyPlan): Generator<PackRow> {
  for (const { panel, polygons } of countyPanels(plan))
    yield {
      polygons,
      values: {
        flood_panel_key: `${PARTITION}:${panel}`,
        partition: PARTITION,
        panel,
        effective_date: PANEL_DATE,
        is_printed: true,
      },
    }
}

function* coverageRows(plan: CountyPlan): Generator<PackRow> {
  for (const [table, outside] of [
    ['flood_panels', 'unmapped'],
    ['flood_zones', 'unmapped'],
    ['parcels', 'nothing'],
  ])
    yield {
      polygons: rectangle(countyBox(plan)),
      values: {
        ...COUNTY,
        coverage_key: `${table}/${PARTITION}`,
        table_name: table,
        partition: PARTITION,
        outside,
        declared_by: 'the generator',
        source_id: 'bench-county',
        source_name: 'Bench county (fictional)',
        source_vintage: '2026',
        source_attribution: 'Fictional',
        source_note: 'Made for measuring.',
        retrieved_at: '2026-01-01',
      },
    }
}

export function rectangle([west, south, east, north]: Box): Polygons {
  const coords = Int32Array.of(west, south, east, south, east, north, west, north)
  return { coords, ringEnds: Uint32Array.of(4), polygonEnds: Uint32Array.of(1) }
}
