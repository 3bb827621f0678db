import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import type { BuildInputs } from '../../builds/plan.ts'
import type { Lock } from '../../catalog/lock.ts'
import { FloodPartition, flood } from '../../pipelines/flood/pipeline.ts'
import { ParcelPartition, parcel } from '../../pipelines/parcel/pipeline.ts'
import { Partitions } from '../../pipelines/partition.ts'
import { date, float, text } from '../../sample/files/dbf.ts'
import { type ShapePoint, type ShapeRecord, writeShapefile } from '../../sample/files/shapefile.ts'
import { type ArchiveEntry, writeStoredZip } from '../../sample/files/stored-zip.ts'
import { GEOGRAPHIC_WKT } from '../../sample/plan/transverse-mercator.ts'
import { SAMPLE_COUNTY } from '../fixtures/county.ts'
import { corners, thousandths } from '../fixtures/ground.ts'

/** Content of the agencies' files of an invented town, before any file is written. */
export interface Town {
  parcels: ShapeRecord[]
  zones: ShapeRecord[]
  panels: ShapeRecord[]
  county: ShapeRecord[]
  /** Lines of the CSV, the header first. */
  roll: string[]
}

/** Changes to a town's files at each step from the drawing to the lock. */
export interface InputMutation {
  draw?: (town: Town) => void
  /** Members of the zips by asset. */
  pack?: (zips: Record<string, ArchiveEntry[]>) => void
  /** Bytes of the assets, before they are locked. */
  bytes?: (assets: Record<string, Buffer>) => void
  /** The lock, after it was created. */
  lock?: (lock: Lock) => void
  parcel?: Partial<z.infer<typeof ParcelPartition>>
  flood?: Partial<z.infer<typeof FloodPartition>>
}

export const ROLL_COLUMNS =
  'PARCEL_ID,CO_NO,PHY_ADDR1,PHY_ADDR2,PHY_CITY,PHY_ZIPCD,DOR_UC,ASMNT_YR,JV,AV_NSD,TV_NSD,LND_VAL,SALE_PRC1,SALE_YR1,ACT_YR_BLT,EFF_YR_BLT,TOT_LVG_AREA,NO_BULDNG,NO_RES_UNTS,CONST_CLASS,IMP_QUAL'
const PARCEL_FIELDS = [text('PARCELNO', 26)]
const ZONE_FIELDS = [
  text('DFIRM_ID', 6),
  text('FLD_AR_ID', 32),
  text('FLD_ZONE', 17),
  text('ZONE_SUBTY', 57),
  text('SFHA_TF', 1),
  float('STATIC_BFE', 20, 4),
  text('V_DATUM', 17),
  float('DEPTH', 20, 4),
  text('LEN_UNIT', 16),
  float('VELOCITY', 20, 4),
]
const PANEL_FIELDS = [text('FIRM_PAN', 11), text('PANEL_TYP', 30), date('EFF_DATE')]

/** A box of lots as a ring, in lots from the town's south-west corner. */
export function lotBox(column: number, row: number, columns = 1, rows = 1): ShapePoint[] {
  const ring = corners(column, row, column + columns, row + rows)
  const [southWest, southEast, northEast, northWest] = ring.map(thousandths)
  return [southWest, northWest, northEast, southEast]
}

/** A town without faults: lots in a grid, each on the roll, and a flood zone per column of lots. */
export function drawTown(columns = 6, rows = 4): Town {
  const lots = Array.from({ length: columns * rows }, (_, i) => [i % columns, (i / columns) | 0])
  return {
    parcels: lots.map(([column, row], i) => ({
      rings: [lotBox(column, row)],
      row: { PARCELNO: `LOT${i}` },
    })),
    zones: Array.from({ length: Math.min(columns, 12) }, (_, column) => ({
      rings: [lotBox(column, 0, 1, rows)],
      row: zoneRow(column),
    })),
    panels: [{ rings: [lotBox(-1, -1, columns + 2, rows + 2)], row: panelRow }],
    county: [{ rings: [lotBox(-0.25, -0.25, columns + 0.5, rows + 0.5)], row: {} }],
    roll: [ROLL_COLUMNS, ...lots.map((_, i) => rollLine(i))],
  }
}

const panelRow = {
  FIRM_PAN: `${SAMPLE_COUNTY.fips}C0001A`,
  PANEL_TYP: 'COUNTYWIDE, PANEL PRINTED',
  EFF_DATE: '20200101',
}

function zoneRow(column: number) {
  const isHigh = column === 0
  return {
    DFIRM_ID: `${SAMPLE_COUNTY.fips}C`,
    FLD_AR_ID: `${SAMPLE_COUNTY.fips}C_${column}`,
    FLD_ZONE: isHigh ? 'AE' : 'X',
    ZONE_SUBTY: isHigh ? null : 'AREA OF MINIMAL FLOOD HAZARD',
    SFHA_TF: isHigh ? 'T' : 'F',
    STATIC_BFE: isHigh ? 7 : -9999,
    V_DATUM: isHigh ? 'NAVD88' : null,
    DEPTH: -9999,
    LEN_UNIT: isHigh ? 'Feet' : null,
    VELOCITY: -9999,
  }
}

function rollLine(i: number): string {
  return `LOT${i},99,"${i} FICTION ST",,NOWHERE,00000,001,2025,1000,900,800,100,0,0,1990,1995,1200,1,1,3,4`
}

/**
 * Writes the town's assets and lock into `folder` and returns the inputs of a plan that builds it.
 */
export async function writeTownInputs(
  folder: string,
  mutation: InputMutation = {},
  { town = drawTown(), partition = 'town' } = {},
): Promise<BuildInputs> {
  mutation.draw?.(town)
  const zips: Record<string, ArchiveEntry[]> = {
    'parcels.zip': writeShapefile('parcels', GEOGRAPHIC_WKT, PARCEL_FIELDS, town.parcels),
    'flood.zip': [
      ...writeShapefile('S_FLD_HAZ_AR', GEOGRAPHIC_WKT, ZONE_FIELDS, town.zones),
      ...writeShapefile('S_FIRM_PAN', GEOGRAPHIC_WKT, PANEL_FIELDS, town.panels),
    ],
    'county.zip': writeShapefile('county', GEOGRAPHIC_WKT, [text('NAME', 10)], town.county),
  }
  mutation.pack?.(zips)
  const assets: Record<string, Buffer> = { 'roll.csv': Buffer.from(`${town.roll.join('\n')}\n`) }
  for (const [name, entries] of Object.entries(zips)) assets[name] = writeStoredZip(entries)
  mutation.bytes?.(assets)
  const lock: Lock = {
    id: 'town',
    source: 'sample-county',
    vintage: { label: 'fictional' },
    assets: Object.entries(assets).map(([name, bytes]) => ({
      name,
      url: 'written by a test',
      path: `real-data:${name}`,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      retrieved_at: '2026-01-01T00:00:00.000Z',
    })),
  }
  mutation.lock?.(lock)
  const locks = join(folder, 'locks')
  await mkdir(locks, { recursive: true })
  for (const [name, bytes] of Object.entries(assets)) await writeFile(join(folder, name), bytes)
  await writeFile(join(locks, 'town.json'), JSON.stringify(lock))
  const definitions = definitionsOf(mutation)
  return {
    locks,
    pipelines: [
      { ...parcel, partitions: async () => new Partitions([[partition, definitions.parcel]]) },
      { ...flood, partitions: async () => new Partitions([[partition, definitions.flood]]) },
    ],
  }
}

/** The partition files, checked as the committed ones are. */
function definitionsOf(mutation: InputMutation) {
  const place = { lock: 'town', county: SAMPLE_COUNTY }
  return {
    parcel: ParcelPartition.parse({
      ...place,
      mapping: 'fl-nal',
      fabric: { asset: 'parcels.zip', member: 'parcels.shp' },
      roll: { asset: 'roll.csv', member: 'roll.csv', key: 'PARCEL_ID', fabric_key: 'PARCELNO' },
      coverage: { asset: 'county.zip', member: 'county.shp' },
      note: 'Fictional.',
      ...mutation.parcel,
    }),
    flood: FloodPartition.parse({
      ...place,
      mapping: 'nfhl',
      zones: { asset: 'flood.zip', member: 'S_FLD_HAZ_AR.shp' },
      panels: { asset: 'flood.zip', member: 'S_FIRM_PAN.shp' },
      coverage: 'panels',
      outside: { means: 'unmapped', evidence: null },
      vertical_datum: null,
      note: 'Fictional.',
      ...mutation.flood,
    }),
  }
}
