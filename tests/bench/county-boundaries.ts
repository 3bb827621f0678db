import type { Polygons } from '../../geometry/polygons.ts'
import { counties, places, states, zctas } from '../../layers/boundaries/tables.ts'
import { type CountyPlan, countyBox } from './county.ts'
import { mosaicCells, mosaicSide } from './county-mosaic.ts'
import { widened } from './county-shapes.ts'
import { overlayRows } from './county-sizes.ts'
import { type BenchRow, type BenchTable, benchRow, COUNTY, PARTITION } from './county-table.ts'

/** The county lies in the middle of a state of five by five. */
const COUNTIES_A_SIDE = 5
/** Width of a county of the lattice against that of the fabric. */
const GROWTH = 1.7
/** Two editions, as a build has them: lines as surveyed, and lines for a map of 1:10,000,000. */
const EDITIONS = [
  { name: 'surveyed', scale_denominator: null, edgePoints: 1_200, vintage: '2025' },
  { name: 'general', scale_denominator: 10_000_000, edgePoints: 25, vintage: '2017' },
] as const
const ZCTA_EDGE = 400
const [SALT, ZCTA_SALT, PLACE_SALT] = [240, 260, 280]
const STATE = { state: 'ZZ', statefp: '99' }

/** The polygons of an edition's counties; the bench county's holds all of its parcels. */
function* countyCells(plan: CountyPlan, edgePoints: number) {
  const middle = Math.floor(COUNTIES_A_SIDE / 2)
  // Lines wind by 15 % of a cell and corners move by 5 %: the fabric stays inside all the same.
  const box = widened(countyBox(plan), (COUNTIES_A_SIDE * GROWTH - 1) / 2)
  const lattice = { seed: plan.seed, box, side: COUNTIES_A_SIDE, edgePoints, salt: SALT }
  for (const { i, j, polygons } of mosaicCells(lattice))
    yield { polygons, i, j, isOurs: i === middle && j === middle }
}

/** The polygon of the bench county, as surveyed: what its tables declare to cover. */
export function countyOutline(plan: CountyPlan): Polygons {
  for (const { polygons, isOurs } of countyCells(plan, EDITIONS[0].edgePoints))
    if (isOurs) return polygons
  throw new Error('no county of the lattice covers its middle')
}

function* countyRows(plan: CountyPlan): Generator<BenchRow> {
  for (const { name, edgePoints, scale_denominator, vintage } of EDITIONS)
    for (const { polygons, i, j, isOurs } of countyCells(plan, edgePoints)) {
      const geoid = isOurs ? COUNTY.county_fips : `99${String(j * 10 + i).padStart(3, '0')}`
      yield benchRow(polygons, {
        ...STATE,
        county_key: `${PARTITION}:${name}:${geoid}`,
        geoid,
        name: isOurs ? COUNTY.county_name : `Neighbour ${j * 10 + i} (fictional)`,
        scale_denominator,
        vintage,
      })
    }
}

/** The state is the outline of another lattice, of one cell. */
function* stateRows(plan: CountyPlan): Generator<BenchRow> {
  const box = widened(countyBox(plan), COUNTIES_A_SIDE)
  for (const { name, edgePoints, scale_denominator, vintage } of EDITIONS) {
    const lattice = { seed: plan.seed, box, side: 1, edgePoints: edgePoints * 8, salt: SALT }
    for (const { polygons } of mosaicCells(lattice))
      yield benchRow(polygons, {
        ...STATE,
        state_key: `${PARTITION}:${name}:99`,
        name: 'Bench State (fictional)',
        scale_denominator,
        vintage,
      })
  }
}

function* zctaRows(plan: CountyPlan): Generator<BenchRow> {
  const side = mosaicSide(overlayRows(plan, 'zctas'))
  const box = widened(countyBox(plan), 1 / side)
  const lattice = { seed: plan.seed, box, side, edgePoints: ZCTA_EDGE, salt: ZCTA_SALT }
  for (const { i, j, polygons } of mosaicCells(lattice)) {
    const zcta = String(99_000 + j * side + i)
    yield benchRow(polygons, {
      zcta_key: `${PARTITION}:${zcta}`,
      zcta,
      scale_denominator: null,
      vintage: '2020',
    })
  }
}

/** Nine towns, a lattice of three by three. */
function* placeRows(plan: CountyPlan): Generator<BenchRow> {
  const lattice = { seed: plan.seed, side: 3, edgePoints: ZCTA_EDGE, salt: PLACE_SALT }
  for (const { i, j, polygons } of mosaicCells({ ...lattice, box: countyBox(plan) }))
    yield benchRow(polygons, {
      ...STATE,
      place_key: `${PARTITION}:${j * 3 + i}`,
      geoid: `99000${j}${i}`,
      name: `Town ${j * 3 + i} (fictional)`,
      place_kind: 'town',
      scale_denominator: null,
      vintage: '2025',
    })
}

export const boundaryTables: BenchTable[] = [
  { table: places, rows: placeRows },
  { table: states, rows: stateRows },
  { table: counties, rows: countyRows },
  { table: zctas, rows: zctaRows },
]
