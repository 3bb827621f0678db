import { type Random, seededRandom } from '../../random/seeded-random.ts'
import type { Lot } from '../land/lots.ts'
import type { Parcel } from '../land/parcels.ts'
import { lotAt, plainLots } from '../land/picks.ts'
import { heightOf, middleOf, widthOf } from '../plan/box.ts'
import { HALF_HEIGHT, type PlanPoint, WIDTH } from '../plan/plan.ts'
import { graphLine, joined, type PlanLine, straightLine } from '../plan/plan-lines.ts'
import { boxShape, type PlanShape, starShape, without } from '../plan/plan-shapes.ts'
import type { Terrain } from '../plan/terrain.ts'
import { lobed, type Wiggle, wiggle } from '../plan/wiggle.ts'
import {
  EMERGENT_MARSH,
  ESTUARY,
  FARMED,
  FOREST,
  LAKE,
  MISTYPED_FOREST,
  POND,
  RIVER,
  SALT_MARSH,
  SEA,
  SHRUB,
  SHRUB_AND_EMERGENT,
  UNCODED,
  UNKNOWN,
  type WetlandCode,
} from './wetland-codes.ts'

/** One polygon of the wetland map, in the plan of the ground. */
export interface Wetland extends WetlandCode {
  /** For readers and for tests; the agency has no names. */
  name: string
  shape: PlanShape
}

/** Lots that a wetland was drawn for. */
export interface WetlandLots {
  /** Wholly inside one wetland. */
  soaked: Lot
  /** Its east half, in the plan, is wetland. */
  halved: Lot
  /** Dry but for a sliver of 1e-5 acre. */
  slivered: Lot
}

export interface WetlandPlan {
  wetlands: Wetland[]
  lots: WetlandLots
}

/** The wetland map puts the water's edge this far up the bank: two surveys never agree. */
const OFF_BANK = 6
/** Where the river becomes an estuary, and the estuary the sea. */
const TIDE = 13000
const MOUTH = 15560

/** Reaches along the river that are wet beyond its banks. */
const FOREST_REACH = [700, 4600] as const
const MARSH_REACH = [5400, 7700] as const
const SALT_REACH = [13900, 14950] as const

// Name, code, centre and mean radius in metres.
const PATCHES = [
  ['pond', POND, [5200, 3400], 100],
  ['emergent', EMERGENT_MARSH, [12300, 4600], 150],
  ['mistyped', MISTYPED_FOREST, [1300, -3300], 200],
  ['uncoded', UNCODED, [8700, 2300], 110],
  ['unknown', UNKNOWN, [1500, 2900], 180],
  ['pair of forest', FOREST, [5900, -7900], 170],
  ['pair of shrub', SHRUB, [6030, -7850], 150],
] as const

/** The wetlands of the county. None overlap, except one pair. */
export function buildWetlands(
  seed: number,
  terrain: Terrain,
  parcels: readonly Parcel[],
): WetlandPlan {
  const random = seededRandom(seed, 'wetlands')
  const lots = chooseLots(parcels)
  const lake = starShape([9800, 7200], lobed(random, 250), 120)
  const wetlands: Wetland[] = [
    ...alongTheRiver(terrain, random),
    ...PATCHES.map(([name, code, centre, radius]) => ({
      name,
      ...code,
      shape: starShape(centre, lobed(random, radius), Math.round(radius / 2)),
    })),
    {
      name: 'lake',
      ...LAKE,
      shape: without(lake, [starShape([9800, 7200], lobed(random, 50), 40)]),
    },
    { name: 'polder', ...FARMED, shape: boxShape([14760, -4900, 15200, -3900]) },
    { name: 'mixed', ...SHRUB_AND_EMERGENT, shape: around(lots.soaked) },
    { name: 'half', ...EMERGENT_MARSH, shape: eastOf(lots.halved) },
    { name: 'sliver', ...EMERGENT_MARSH, shape: sliverIn(lots.slivered) },
  ]
  return { wetlands, lots }
}

/** Open water between the banks, and the wetlands along it: neighbours share exact vertices. */
function alongTheRiver({ bank }: Terrain, random: Random): Wetland[] {
  const reaches = [FOREST_REACH, MARSH_REACH, SALT_REACH].flat()
  const nodes = [300, TIDE, MOUTH, ...reaches]
  const water: Wiggle = (u) => bank(u) + OFF_BANK
  const edges = {
    north: graphLine(water, nodes),
    south: graphLine((u) => -water(u), nodes),
  }
  const island = starShape([8000, 0], ellipse(120, 20), 60)
  const channel = (from: number, to: number): PlanShape =>
    between(edges.south, edges.north, (u) => -water(u), water, from, to)
  const shore = straightLine(1, MOUTH, [-HALF_HEIGHT, -water(MOUTH), water(MOUTH), HALF_HEIGHT])
  const sea: PlanShape = {
    holds: ([u]) => u > MOUTH && u < WIDTH,
    rings: [
      joined(
        straightLine(0, -HALF_HEIGHT, [MOUTH, WIDTH]).slice(MOUTH, WIDTH),
        straightLine(1, WIDTH, [-HALF_HEIGHT, HALF_HEIGHT]).slice(-HALF_HEIGHT, HALF_HEIGHT),
        straightLine(0, HALF_HEIGHT, [MOUTH, WIDTH]).slice(WIDTH, MOUTH),
        shore.slice(HALF_HEIGHT, -HALF_HEIGHT),
      ),
    ],
  }
  const strip = (side: 1 | -1, width: number, [from, to]: readonly [number, number]): PlanShape => {
    const spread = wiggle(random, [
      [width / 6, 800],
      [width / 12, 210],
    ])
    const far: Wiggle = (u) => side * (water(u) + width + spread(u))
    const outer = graphLine(far, [from, to])
    return side > 0
      ? between(edges.north, outer, water, far, from, to)
      : between(outer, edges.south, far, (u) => -water(u), from, to)
  }
  const hummock = (u: number, v: number, radius: number): PlanShape =>
    starShape([u, v], lobed(random, radius), 40)
  return [
    { name: 'river', ...RIVER, shape: without(channel(300, TIDE), [island]) },
    { name: 'estuary', ...ESTUARY, shape: channel(TIDE, MOUTH) },
    { name: 'sea', ...SEA, shape: sea },
    {
      name: 'forest',
      ...FOREST,
      shape: without(strip(1, 150, FOREST_REACH), [hummock(2400, water(2400) + 75, 30)]),
    },
    { name: 'bank marsh', ...EMERGENT_MARSH, shape: strip(-1, 110, MARSH_REACH) },
    {
      name: 'salt marsh',
      ...SALT_MARSH,
      shape: without(strip(-1, 260, SALT_REACH), [hummock(14500, -water(14500) - 130, 45)]),
    },
  ]
}

/** Between two lines along the river, closed by straight edges at both ends. */
function between(
  south: PlanLine,
  north: PlanLine,
  low: Wiggle,
  high: Wiggle,
  from: number,
  to: number,
): PlanShape {
  // Both ends of a reach are one line for both its neighbours.
  const end = (u: number): PlanLine => straightLine(1, u, [low(u), high(u)])
  return {
    holds: ([u, v]) => u > from && u < to && v > low(u) && v < high(u),
    rings: [
      joined(
        south.slice(from, to),
        end(to).slice(low(to), high(to)),
        north.slice(to, from),
        end(from).slice(high(from), low(from)),
      ),
    ],
  }
}

const ellipse =
  (a: number, b: number) =>
  (angle: number): number =>
    (a * b) / Math.hypot(b * Math.cos(angle), a * Math.sin(angle))

/** Lots away from the river, where no other wetland lies. */
function chooseLots(parcels: readonly Parcel[]): WetlandLots {
  const dry = ({ bank, box }: Lot): boolean =>
    bank === null && Math.abs(middleOf(box)[1]) > 700 && box[2] < 13600
  const vacant = plainLots(
    parcels,
    'vacant estate',
    (lot) => dry(lot) && lot.character === 'estate' && lot.use === 'vacant',
  )
  const houses = plainLots(
    parcels,
    'house away from the river',
    (lot) => dry(lot) && lot.character === 'suburb' && lot.use === 'house',
  )
  return { soaked: lotAt(vacant, 0.25), halved: lotAt(vacant, 0.75), slivered: lotAt(houses, 0.5) }
}

/** A circle about the lot, 12 m beyond its corners. */
function around({ box }: Lot): PlanShape {
  const radius = Math.hypot(widthOf(box), heightOf(box)) / 2 + 12
  return starShape(middleOf(box), () => radius, 72)
}

function eastOf({ box }: Lot): PlanShape {
  const [u0, v0, u1, v1] = box
  return boxShape([(u0 + u1) / 2, v0 - 15, u1 + 25, v1 + 15])
}

/** A triangle of 0.04 m2, such as overlays of two editions leave behind. */
function sliverIn({ box: [, v0, u1] }: Lot): PlanShape {
  const [u, v]: PlanPoint = [u1 - 6, v0 + 5]
  return {
    // Too small for any known location to be in it.
    holds: () => false,
    rings: [
      [
        [u, v],
        [u + 0.3, v],
        [u, v + 0.27],
      ],
    ],
  }
}
