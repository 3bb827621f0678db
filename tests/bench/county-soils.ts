import {
  DRAINAGE_CLASSES,
  FLOODING_FREQUENCIES,
  HYDROLOGIC_GROUPS,
} from '../../layers/soils/soil-codes.ts'
import { soilComponents, soilMapUnits } from '../../layers/soils/tables.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { type CountyPlan, countyBox } from './county.ts'
import { mosaicCells, mosaicSide } from './county-mosaic.ts'
import { widened } from './county-shapes.ts'
import { overlayRows } from './county-sizes.ts'
import { type BenchRow, type BenchTable, benchRow, PARTITION, pick } from './county-table.ts'

/** Map units of the survey; a county's has a few hundred. */
const UNITS = 300
const COMPONENTS_A_UNIT = 3
/** Four edges make a polygon of about 300 points. */
const EDGE_POINTS = 75
const RUN_SHARE = 0.02
const SALT = 150
const SERIES = ['Avocet', 'Halyard', 'Bilge', 'Sutler', 'Leeward', 'Tiller', 'Cleat', 'Bosun']

/** Attributes of a map unit in the survey. */
function unitFacts(seed: number, unit: number) {
  const own = (what: number) => draw(seed, unit, 0, SALT + 20 + what)
  const hydric = own(0) < 0.6 ? 0 : Math.round(own(1) * 100)
  const low = Math.floor(own(2) * 5)
  return {
    mukey: `${900_000 + unit}`,
    area_symbol: 'ZZ999',
    symbol: `${unit}`,
    has_tabular: true,
    map_unit: `${pick(SERIES, own(3))} fine sand, ${low} to ${low + 5} percent slopes`,
    drainage_class: pick(DRAINAGE_CLASSES, own(4)),
    hydrologic_group: pick(HYDROLOGIC_GROUPS, own(5)),
    hydric_pct: hydric,
    hydric_pct_from: 'muaggatt',
    hydric_class: hydric === 0 ? 'nonhydric' : hydric === 100 ? 'hydric' : 'partially hydric',
    flooding_frequency: pick(FLOODING_FREQUENCIES, own(6)),
    ponding_pct: hydric,
    water_table_depth_cm: Math.round(own(7) * 200),
    slope_pct: low + 2.5,
  }
}

function* mapUnitRows(plan: CountyPlan): Generator<BenchRow> {
  const { seed } = plan
  const units = Array.from({ length: UNITS }, (_, unit) => unitFacts(seed, unit))
  const side = mosaicSide(overlayRows(plan, 'soilUnits'), RUN_SHARE)
  const box = widened(countyBox(plan), 1 / side)
  const survey = { seed, box, side, edgePoints: EDGE_POINTS, salt: SALT, runShare: RUN_SHARE }
  for (const { i, j, polygons } of mosaicCells(survey))
    yield benchRow(polygons, {
      ...pick(units, draw(seed, i, j, SALT + 19)),
      soil_map_unit_key: `${PARTITION}:${j * side + i}`,
    })
}

function* componentRows({ seed }: CountyPlan): Generator<BenchRow> {
  for (let unit = 0; unit < UNITS; unit++)
    for (let k = 0; k < COMPONENTS_A_UNIT; k++)
      yield benchRow(null, {
        soil_component_key: `${PARTITION}:${unit}:${k}`,
        mukey: `${900_000 + unit}`,
        cokey: `${unit * COMPONENTS_A_UNIT + k}`,
        component: pick(SERIES, draw(seed, unit, k, SALT + 18)),
        component_pct: [70, 20, 10][k],
        is_major: k === 0,
      })
}

export const soilTables: BenchTable[] = [
  { table: soilMapUnits, rows: mapUnitRows },
  { table: soilComponents, rows: componentRows },
]
