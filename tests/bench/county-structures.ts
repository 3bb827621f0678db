import { areaM2 } from '../../geometry/geodesic-area.ts'
import { boundsOf, type Polygons } from '../../geometry/polygons.ts'
import { describeOccupancy } from '../../layers/structures/occupancy-types.ts'
import { buildingFootprints, structureInventory } from '../../layers/structures/tables.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { CELL_HEIGHT, CELL_WIDTH, type CountyPlan, countyBox, countyUnits } from './county.ts'
import { onePolygon } from './county-shapes.ts'
import { overlayRows } from './county-sizes.ts'
import { type BenchRow, type BenchTable, benchRow, PARTITION, pick } from './county-table.ts'

/** One building in 16 stands over the border of its parcel. */
const OVER_BORDER_SHARE = 1 / 16
/** One outline in seven is a model's: of houses that no agency drew. */
const LEARNED_SHARE = 1 / 7
/** Steps of the outline: 4 points without, two more for each. */
const STEPS_MAX = 13
/** Grid units of a metre at 30 degrees north, east and north. */
const METRE = [103.7, 90.2]

interface BenchBuilding {
  number: number
  polygons: Polygons
}

/** The buildings of every parcel cell in turn, about one and a half a cell. */
function* buildings(plan: CountyPlan): Generator<BenchBuilding> {
  const total = overlayRows(plan, 'footprints')
  let number = 0
  let unit = 0
  let last = -1
  for (const { i, j, place } of countyUnits(plan, 'hilbert')) {
    unit++
    if (place === last) continue
    last = place
    const aim = (total * unit) / plan.parcels + (draw(plan.seed, i, j, 80) - 0.5) * 3
    for (let k = 0; number < Math.min(total, aim); k++)
      yield { number: number++, polygons: outline(plan, i, j, k) }
  }
  // The draws may leave the last few unbuilt: they stand in the first cell.
  for (let k = 8; number < total; k++) yield { number: number++, polygons: outline(plan, 0, 0, k) }
}

/** An outline of right angles, turned: a straight front, and a back that steps to and fro. */
function outline(plan: CountyPlan, i: number, j: number, k: number): Polygons {
  const { seed } = plan
  const own = (what: number) => draw(seed, i * 16 + k, j, 81 + what)
  const [west, south] = countyBox(plan)
  const isOver = own(0) < OVER_BORDER_SHARE
  const middleX = west + (i + (isOver ? 0 : 0.15 + 0.7 * own(1))) * CELL_WIDTH
  const middleY = south + (j + 0.15 + 0.7 * own(2)) * CELL_HEIGHT
  const [length, depth] = [8 + 24 * own(3) ** 2, 6 + 12 * own(4)]
  const steps = Math.floor((STEPS_MAX + 1) * own(5) ** 2)
  const angle = own(6) * Math.PI
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const points: number[] = []
  const add = (x: number, y: number) =>
    points.push(
      Math.round(middleX + (x * cos - y * sin) * METRE[0]),
      Math.round(middleY + (x * sin + y * cos) * METRE[1]),
    )
  add(-length / 2, -depth / 2)
  add(length / 2, -depth / 2)
  for (let step = 0; step <= steps; step++) {
    // Every second step is set back, so that neighbours never lie on one line.
    const back = (depth / 2) * (step % 2 === 0 ? 1 : 0.3 + 0.4 * own(7 + step))
    const at = (share: number) => length / 2 - (length * share) / (steps + 1)
    add(at(step), back)
    add(at(step + 1), back)
  }
  return onePolygon(points)
}

const USES = [
  ['Residential', 'Single Family Dwelling'],
  ['Residential', 'Manufactured Home'],
  ['Residential', 'Multi - Family Dwelling'],
  ['Commercial', 'Retail Trade'],
  ['Agriculture', 'Agriculture'],
  [null, null],
]

function* footprintRows(plan: CountyPlan): Generator<BenchRow> {
  for (const { number, polygons } of buildings(plan)) {
    const own = (what: number) => draw(plan.seed, number, 0, 100 + what)
    const isLearned = own(0) < LEARNED_SHARE
    const [occupancy, primary] = isLearned ? [null, null] : pick(USES, own(1))
    yield benchRow(polygons, {
      building_footprint_key: `${PARTITION}:${number}`,
      kind: isLearned ? 'learned' : 'surveyed',
      occupancy,
      primary_occupancy: primary,
      height_m: own(2) < 0.5 ? Math.round(30 + own(3) * 90) / 10 : null,
      footprint_m2: areaM2(polygons),
      image_date: `20${19 + Math.floor(own(4) * 5)}-0${1 + Math.floor(own(5) * 9)}-15`,
    })
  }
}

const OCCUPANCIES = ['RES1-1SNB', 'RES1-2SNB', 'RES2', 'RES3A', 'RES3C', 'COM1', 'COM4', 'AGR1']
const FOUNDATIONS = [
  ['S', 'slab', 1],
  ['C', 'crawl space', 3],
  ['I', 'pile', 8],
] as const

/** Points of the inventory: one on every few buildings. */
function* inventoryRows(plan: CountyPlan): Generator<BenchRow> {
  const total = overlayRows(plan, 'inventory')
  const share = total / overlayRows(plan, 'footprints')
  let given = 0
  for (const { number, polygons } of buildings(plan)) {
    if (Math.floor((number + 1) * share) === given) continue
    given++
    const [west, south, east, north] = boundsOf(polygons)
    const own = (what: number) => draw(plan.seed, number, 0, 110 + what)
    const occupancy_type = pick(OCCUPANCIES, own(0))
    const [code, words, height] = pick(FOUNDATIONS, own(1))
    yield benchRow([Math.round((west + east) / 2), Math.round((south + north) / 2)], {
      structure_key: `${PARTITION}:${number}`,
      occupancy_type,
      occupancy_description: describeOccupancy(occupancy_type),
      stories: 1 + Math.floor(own(2) * 3),
      foundation_code: code,
      foundation_type: words,
      foundation_height_ft: height,
      ground_elevation_ft: Math.round(own(3) * 400) / 10,
      block_median_year_built: 1940 + Math.floor(own(4) * 80),
      sqft: 600 + Math.floor(own(5) * 4_000),
    })
  }
}

export const structureTables: BenchTable[] = [
  { table: buildingFootprints, rows: footprintRows },
  { table: structureInventory, rows: inventoryRows },
]
