import { GRID, type Polygons } from '../../layers/geometry/polygons.ts'
import { signedRingArea } from '../../layers/geometry/rings.ts'
import { alongHilbert, type CountyPlan, countyBox, draw } from './county.ts'

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
const GIANT_POINTS = [20_000, 100_000]
const ORDINARY_POINTS = [16, 600]
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
  const giants = giantCount(plan)
  let batch: BenchZone[] = []
  for (let number = 0; number < giants; number++) {
    yield [{ ...zoneFacts(plan.seed, number), number, polygons: river(plan, number, giants) }]
  }
  const ponds = plan.floodZones - giants
  const side = Math.ceil(Math.sqrt(ponds))
  let number = giants
  for (const [i, j] of alongHilbert(side)) {
    if (number >= plan.floodZones) break
    batch.push({ ...zoneFacts(plan.seed, number), number, polygons: pond(plan, i, j, side) })
    number++
    if (batch.length === BATCH_ROWS) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

/** A winding band: the lower bank one way, the upper bank back. Every second one runs north. */
function river(plan: CountyPlan, number: number, giants: number): Polygons {
  const { seed } = plan
  const [west, south, east, north] = countyBox(plan)
  const isNorthward = number % 2 === 1
  const [from, to, low, high] = isNorthward
    ? [south, north, west, east]
    : [west, east, south, north]
  // Sizes are spread evenly over the range, so that every size class has its share.
  const size = giants === 1 ? 1 : ((number * 7) % giants) / (giants - 1)
  const points = GIANT_POINTS[0] + size * (GIANT_POINTS[1] - GIANT_POINTS[0])
  const bank = Math.floor(points / 2)
  const length = (to - from) * (0.3 + 0.5 * draw(seed, number, 0, 50))
  const start = from + (to - from - length) * draw(seed, number, 0, 51)
  const middle = low + (high - low) * (0.1 + 0.8 * draw(seed, number, 0, 52))
  const swing = (high - low) * 0.04
  const halfWidth = 0.004 * GRID * (0.6 + draw(seed, number, 0, 53)) // about 300 to 650 m
  const phase = draw(seed, number, 0, 54) * 6
  const at = (k: number, side: -1 | 1): [number, number] => {
    const t = k / (bank - 1)
    const centre = middle + swing * (Math.sin(t * 9 + phase) + 0.3 * Math.sin(t * 41 + phase * 2))
    const width = halfWidth * (1 + 0.3 * Math.sin(t * 173 + side) + 0.2 * Math.sin(t * 1117 + side))
    const rough = halfWidth * 0.02 * draw(seed, number, k, 55 + side)
    const across = Math.round(centre + side * (width + rough))
    const along = Math.round(start + t * length)
    return isNorthward ? [across, along] : [along, across]
  }
  const coords: number[] = []
  for (let k = 0; k < bank; k++) coords.push(...at(k, -1))
  for (let k = bank - 1; k >= 0; k--) coords.push(...at(k, 1))
  return onePolygon(coords)
}

/** A blob around the middle of a lattice cell; most do not reach their neighbours. */
function pond(plan: CountyPlan, i: number, j: number, side: number): Polygons {
  const { seed } = plan
  const [west, south, east, north] = countyBox(plan)
  const [width, height] = [(east - west) / side, (north - south) / side]
  const [few, many] = ORDINARY_POINTS
  const points = Math.floor(few * (many / few) ** draw(seed, i, j, 60))
  const radius = 0.25 + 0.2 * draw(seed, i, j, 61)
  const phase = draw(seed, i, j, 62) * 6
  const coords: number[] = []
  for (let k = 0; k < points; k++) {
    const angle = (k / points) * 2 * Math.PI
    const reach =
      radius *
      (0.78 +
        0.16 * Math.sin(3 * angle + phase) +
        0.05 * Math.sin(7 * angle + phase) +
        0.02 * draw(seed, i * 4096 + j, k, 63))
    coords.push(
      Math.round(west + (i + 0.5 + reach * Math.cos(angle)) * width),
      Math.round(south + (j + 0.5 + reach * Math.sin(angle)) * height),
    )
  }
  return onePolygon(coords)
}

function onePolygon(points: number[]): Polygons {
  const coords = Int32Array.from(points)
  if (signedRingArea(coords, 0, coords.length) < 0) reversePoints(coords)
  return { coords, ringEnds: Uint32Array.of(coords.length / 2), polygonEnds: Uint32Array.of(1) }
}

function reversePoints(coords: Int32Array): void {
  for (let i = 0, j = coords.length - 2; i < j; i += 2, j -= 2) {
    const [x, y] = [coords[i], coords[i + 1]]
    coords[i] = coords[j]
    coords[i + 1] = coords[j + 1]
    coords[j] = x
    coords[j + 1] = y
  }
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

function zoneFacts(seed: number, number: number) {
  const [zone, zoneSubtype, isSfha, hasElevation] =
    KINDS[Math.floor(draw(seed, number, 0, 70) * KINDS.length)]
  const elevationFt = hasElevation ? 5 + Math.floor(draw(seed, number, 0, 71) * 40) : null
  return { zone, zoneSubtype, isSfha, elevationFt }
}
