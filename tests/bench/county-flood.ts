import { GRID, type Polygons } from '../../geometry/polygons.ts'
import { floodPanels, floodZones } from '../../layers/flood/tables.ts'
import { riskOf } from '../../layers/flood/zones.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { type CountyPlan, countyBox } from './county.ts'
import { bandAt, blobsOn } from './county-blobs.ts'
import { sheets } from './county-shapes.ts'
import { type BenchRow, type BenchTable, benchRow, PARTITION } from './county-table.ts'

/** One polygon of the flood study. */
export interface BenchZone {
  number: number
  polygons: Polygons
  zone: string
  zoneSubtype: string | null
  isSfha: boolean
  elevationFt: number | null
}

/** Of 100,000 polygons 60 are giants of 20,000 to 100,000 points; the others have 16 to 600. */
const GIANT_SHARE = 0.0006
const GIANT_POINTS = [20_000, 100_000] as const
const GIANT_HALF_WIDTH = 0.004 * GRID // about 300 to 650 m
const ORDINARY_POINTS = [16, 600] as const
/** Draws of rivers, ponds. */
const SALTS = [50, 60]
const PANELS_A_SIDE = 16
const BATCH_ROWS = 2_000

export function giantCount({ floodZones }: CountyPlan): number {
  return Math.max(3, Math.round(floodZones * GIANT_SHARE))
}

/**
 * The flood polygons, giants first: rivers that run from 30 to 80 % of the county, and then ponds
 * on a lattice that the rivers cross. All are simple polygons: rivers run one way along an axis,
 * ponds one way around their middle.
 */
export function* countyFlood(plan: CountyPlan): Generator<BenchZone[]> {
  const { seed } = plan
  const box = countyBox(plan)
  const giants = giantCount(plan)
  const [riverSalt, pondSalt] = SALTS
  const rivers = { seed, box, count: giants, points: GIANT_POINTS, salt: riverSalt }
  for (let number = 0; number < giants; number++) {
    const polygons = bandAt({ ...rivers, halfWidth: GIANT_HALF_WIDTH }, number)
    yield [{ ...zoneOfRow(seed, number), number, polygons }]
  }
  const ponds = { seed, box, points: ORDINARY_POINTS, salt: pondSalt }
  let batch: BenchZone[] = []
  for (const pond of blobsOn(ponds, plan.floodZones - giants)) {
    const number = giants + pond.number
    batch.push({ ...zoneOfRow(seed, number), number, polygons: pond.shape })
    if (batch.length === BATCH_ROWS) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

const SHADED_X = '0.2 PCT ANNUAL CHANCE FLOOD HAZARD'
const KINDS: [zone: string, subtype: string | null, isSfha: boolean, hasElevation: boolean][] = [
  ['AE', null, true, true],
  ['AE', 'FLOODWAY', true, true],
  ['A', null, true, false],
  ['X', SHADED_X, false, false],
  ['X', 'AREA OF MINIMAL FLOOD HAZARD', false, false],
  ['VE', null, true, true],
]

function zoneOfRow(seed: number, number: number) {
  const [zone, zoneSubtype, isSfha, hasElevation] =
    KINDS[Math.floor(draw(seed, number, 0, 70) * KINDS.length)]
  const elevationFt = hasElevation ? 5 + Math.floor(draw(seed, number, 0, 71) * 40) : null
  return { zone, zoneSubtype, isSfha, elevationFt }
}

/** The map panels of the study: a sheet grid over the county. */
export function* countyPanels(plan: CountyPlan): Generator<{ panel: string; polygons: Polygons }> {
  for (const { number, polygons } of sheets(countyBox(plan), PANELS_A_SIDE))
    yield { panel: `99999C${String(number).padStart(4, '0')}A`, polygons }
}

function* zoneRows(plan: CountyPlan): Generator<BenchRow> {
  for (const batch of countyFlood(plan))
    for (const { number, polygons, zone, zoneSubtype, isSfha, elevationFt } of batch)
      yield benchRow(polygons, {
        flood_zone_key: `${PARTITION}:${number}`,
        zone,
        zone_subtype: zoneSubtype,
        risk: riskOf({ zone, zone_subtype: zoneSubtype }),
        is_sfha: isSfha,
        base_flood_elevation_ft: elevationFt,
        vertical_datum: elevationFt === null ? null : 'NAVD88',
        study_id: '99999C',
        study_version: '2.6.0.0',
      })
}

function* panelRows(plan: CountyPlan): Generator<BenchRow> {
  for (const { panel, polygons } of countyPanels(plan))
    yield benchRow(polygons, {
      flood_panel_key: `${PARTITION}:${panel}`,
      panel,
      effective_date: '2020-06-18',
      is_printed: true,
    })
}

export const floodTables: BenchTable[] = [
  { table: floodZones, rows: zoneRows },
  { table: floodPanels, rows: panelRows },
]
