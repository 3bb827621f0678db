import { tileIdToZxy } from 'pmtiles'
import { type Box, GRID, type Polygons } from '../../geometry/polygons.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { onePolygon } from './county-shapes.ts'
import { addressOf } from './county-streets.ts'

/**
 * A county for measuring: fictional, seeded, and like a real one only as far as described here.
 * A million parcels are a jittered lattice of about 150 by 150 km around 30 N 72 W, in the sea.
 * Fewer parcels make a smaller county of parcels of the same size.
 */
export interface CountyPlan {
  parcels: number
  floodZones: number
  seed: number
}

/** One parcel: its polygon and its row of the roll. */
export interface BenchParcel {
  number: number
  polygons: Polygons
  roll: ParcelRoll
}

/** The columns that `pipelines/parcel/mappings/bangor.json` reads. */
export interface ParcelRoll {
  MAP_LOT: string
  UNIT: string
  PROP_ADDRS: string
  LAND_USE: string
  VALUE_TOT: number
  VALUE_NET: number
  VALUE_LAND: number
  VALUE_BLDG: number
  YR_BUILT: number
  DWLG_UNITS: number
}

// 150 km in 1,000 steps at 30 degrees north, in 1e-7 degree.
export const CELL_WIDTH = 15_560
export const CELL_HEIGHT = 13_532
const CENTRE_X = -72 * GRID
const CENTRE_Y = 30 * GRID
/** Shares of a cell. Edges stay near straight, so that no parcel crosses itself. */
const CORNER_JITTER = 0.1
const EDGE_JITTER = 0.02
/** One parcel in 40 shares its polygon with another: buildings of ten units. */
const STACKED_SHARE = 0.025
const UNITS_A_STACK = 10
const BATCH_ROWS = 10_000

function lattice({ parcels }: CountyPlan) {
  const stacks = Math.floor((parcels * STACKED_SHARE) / UNITS_A_STACK)
  const cells = parcels - stacks * (UNITS_A_STACK - 1)
  const side = Math.ceil(Math.sqrt(cells))
  return { stacks, cells, side }
}

/** The box of the county in grid units, parcels reach over it by their jitter. */
export function countyBox(plan: CountyPlan): Box {
  const { side } = lattice(plan)
  const west = CENTRE_X - (side * CELL_WIDTH) / 2
  const south = CENTRE_Y - (side * CELL_HEIGHT) / 2
  return [west, south, west + side * CELL_WIDTH, south + side * CELL_HEIGHT]
}

/**
 * A parcel before it is drawn: its lattice cell, and its unit where ten share a polygon, else 0.
 */
export interface BenchUnit {
  i: number
  j: number
  /** Number of the cell, the same in either order. */
  place: number
  unit: number
}

export type CountyOrder = 'hilbert' | 'rows'

/** Every parcel's place, in the order of `countyParcels`. */
export function* countyUnits(plan: CountyPlan, order: CountyOrder): Generator<BenchUnit> {
  const { stacks, cells, side } = lattice(plan)
  const stackEvery = stacks > 0 ? Math.floor(cells / stacks) : Infinity
  let cell = 0
  for (const [i, j] of order === 'hilbert' ? alongHilbert(side) : byRows(side)) {
    if (cell >= cells) break
    const place = j * side + i
    const isStack = cell % stackEvery === 0 && cell / stackEvery < stacks
    cell++
    if (!isStack) yield { i, j, place, unit: 0 }
    else for (let unit = 1; unit <= UNITS_A_STACK; unit++) yield { i, j, place, unit }
  }
}

/**
 * All parcels, 10,000 at a time: 12 points each in the mean, neighbours sharing every point of
 * their border. `order` is along a Hilbert curve, as tables are, or by rows, as files come.
 */
export function* countyParcels(plan: CountyPlan, order: CountyOrder): Generator<BenchParcel[]> {
  let batch: BenchParcel[] = []
  let number = 0
  let drawn = -1
  let polygons: Polygons = onePolygon([])
  for (const { i, j, place, unit } of countyUnits(plan, order)) {
    if (place !== drawn) polygons = cellPolygon(plan, i, j)
    drawn = place
    batch.push({ number: number++, polygons, roll: rollOf(plan.seed, place, unit) })
    if (batch.length >= BATCH_ROWS) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

export function* alongHilbert(side: number): Generator<[number, number]> {
  const zoom = Math.ceil(Math.log2(Math.max(2, side)))
  const first = (4 ** zoom - 1) / 3
  for (let along = 0; along < 4 ** zoom; along++) {
    const [, i, j] = tileIdToZxy(first + along)
    if (i < side && j < side) yield [i, j]
  }
}

function* byRows(side: number): Generator<[number, number]> {
  for (let j = 0; j < side; j++) for (let i = 0; i < side; i++) yield [i, j]
}

function cellPolygon(plan: CountyPlan, i: number, j: number): Polygons {
  const points: number[] = []
  addEdge(points, plan, i, j, 0, true)
  addEdge(points, plan, i + 1, j, 1, true)
  addEdge(points, plan, i, j + 1, 0, false)
  addEdge(points, plan, i, j, 1, false)
  return onePolygon(points)
}

function corner(plan: CountyPlan, i: number, j: number): [number, number] {
  const [west, south] = countyBox(plan)
  return [
    west + (i + (draw(plan.seed, i, j, 1) - 0.5) * CORNER_JITTER) * CELL_WIDTH,
    south + (j + (draw(plan.seed, i, j, 2) - 0.5) * CORNER_JITTER) * CELL_HEIGHT,
  ]
}

/**
 * The edge from a corner to the east (axis 0) or north (1), without its end: one to three points.
 */
function addEdge(
  points: number[],
  plan: CountyPlan,
  i: number,
  j: number,
  axis: 0 | 1,
  isForward: boolean,
): void {
  const a = corner(plan, i, j)
  const b = axis === 0 ? corner(plan, i + 1, j) : corner(plan, i, j + 1)
  const between = 1 + Math.floor(draw(plan.seed, i, j, 3 + axis) * 3)
  const edge = [a]
  for (let k = 1; k <= between; k++) {
    const t = k / (between + 1)
    const aside = (draw(plan.seed, i, j, 10 + axis * 4 + k) - 0.5) * EDGE_JITTER
    edge.push([
      a[0] + t * (b[0] - a[0]) + (axis === 1 ? aside * CELL_WIDTH : 0),
      a[1] + t * (b[1] - a[1]) + (axis === 0 ? aside * CELL_HEIGHT : 0),
    ])
  }
  edge.push(b)
  if (!isForward) edge.reverse()
  for (const [x, y] of edge.slice(0, -1)) points.push(Math.round(x), Math.round(y))
}

const USES = ['Single Family', 'Two Family', 'Apartments', 'Retail', 'Office', 'Vacant', 'Farm']

/** Texts repeat as a roll's do: addresses and ids are all different, uses and years are few. */
export function rollOf(seed: number, place: number, unit: number): ParcelRoll {
  const { street, number } = addressOf(seed, place)
  const land = 5_000 + 100 * Math.floor(draw(seed, place, unit, 32) * 2_000)
  const building = 100 * Math.floor(draw(seed, place, unit, 33) * 6_000)
  return {
    MAP_LOT: `B${String(place).padStart(7, '0')}`,
    UNIT: unit > 0 ? String(unit) : '',
    PROP_ADDRS: `${number} ${street}`,
    LAND_USE: USES[Math.floor(draw(seed, place, 0, 34) * USES.length)],
    VALUE_TOT: land + building,
    VALUE_NET: Math.max(0, land + building - 25_000),
    VALUE_LAND: land,
    VALUE_BLDG: building,
    YR_BUILT: building > 0 ? 1900 + Math.floor(draw(seed, place, 0, 35) * 120) : 0,
    DWLG_UNITS: unit > 0 ? 1 : Math.floor(draw(seed, place, 0, 36) * 3),
  }
}
