import { type Random, seededRandom } from '../../random/seeded-random.ts'
import { fromLngLat, HALF_HEIGHT, type LngLat, type PlanPoint, WIDTH } from '../plan/plan.ts'
import type { Terrain } from '../plan/terrain.ts'
import type { Warp } from '../plan/warp.ts'
import { bell, lobed, type Wiggle, wiggle } from '../plan/wiggle.ts'
import {
  FLOODWAY,
  type FloodAttributes,
  LEVEE_X,
  MINIMAL_X,
  NOT_INCLUDED,
  OPEN_WATER,
  SHADED_X,
  SHALLOW,
  withBfe,
  ZONE_A,
  ZONE_D,
} from './flood-attributes.ts'

/** A stretch of the plan, along u or along v, and its zone. */
export interface Stretch {
  from: number
  to: number
  attributes: FloodAttributes
}

/** Distances from the river's axis, at plan u, of the lines on one bank. */
export interface BankLines {
  floodway: Wiggle
  /** The edge of the 1 % flood: zones A and AE. */
  hazard: Wiggle
  /** The edge of the 0.2 % flood. */
  shaded: Wiggle
}

/** A patch inside the minimal-hazard areas, star-shaped around its centre. */
export interface Patch {
  name: string
  centre: PlanPoint
  radius(angle: number): number
  vertices: number
  /** null: a hole in the mapping. No polygon lies here. */
  attributes: FloodAttributes | null
}

/** The flood map as lines of the plan; `flood-zones.ts` makes polygons of it. */
export interface FloodPlan {
  warp: Warp
  north: BankLines
  south: BankLines
  patches: Patch[]
}

/** Upstream of this u the river was studied without elevations: zone A, no floodway. */
export const STUDY_LIMIT = 2600
/** The floodway is two polygons, upstream and downstream of this u. */
export const FLOODWAY_BREAK = 8300
/** West of this u and east of it the minimal-hazard areas are polygons of their own. */
export const MINIMAL_BREAK = 7600
/** Where the river's zones end and the coast's begin, from west to east. */
export const COAST = { inner: 14700, waves: 15330, sea: 15800 } as const

/** Reaches of the river below the study limit; each has its own base flood elevation. */
export const REACHES: Stretch[] = [
  { from: STUDY_LIMIT, to: 4200, attributes: withBfe('AE', 14) },
  { from: 4200, to: 5600, attributes: withBfe('AE', 12, 'NGVD29') },
  { from: 5600, to: 7000, attributes: withBfe('AE', 'unknown') },
  { from: 7000, to: FLOODWAY_BREAK, attributes: withBfe('AE', 9) },
  { from: FLOODWAY_BREAK, to: 9700, attributes: withBfe('AE', 8) },
  { from: 9700, to: 11000, attributes: withBfe('AE', 6) },
  { from: 11000, to: 12200, attributes: withBfe('AE', 5) },
  { from: 12200, to: 13500, attributes: withBfe('AE', 3) },
  { from: 13500, to: COAST.inner, attributes: withBfe('AE', 1.5) },
]

/** The 0.2 % band of the south bank, where a levee protects the town. */
export const SOUTH_BAND: Stretch[] = [
  { from: 0, to: 9600, attributes: SHADED_X },
  { from: 9600, to: 12400, attributes: LEVEE_X },
  { from: 12400, to: COAST.inner, attributes: SHADED_X },
]

/** Behind the beach, along v. The river's mouth is at sea level, the polder below it. */
export const LOW_COAST: Stretch[] = [
  { from: -HALF_HEIGHT, to: -5200, attributes: withBfe('AE', 7) },
  { from: -5200, to: -3100, attributes: withBfe('AE', -2) },
  { from: -3100, to: -1500, attributes: SHALLOW },
  { from: -1500, to: 1600, attributes: withBfe('AE', 0) },
  { from: 1600, to: 4300, attributes: withBfe('AE', 6) },
  { from: 4300, to: HALF_HEIGHT, attributes: withBfe('AE', 7) },
]

/** The beach with its waves, along v. */
export const WAVE_COAST: Stretch[] = [
  { from: -HALF_HEIGHT, to: -4000, attributes: withBfe('VE', 13) },
  { from: -4000, to: 2500, attributes: withBfe('VE', 11) },
  { from: 2500, to: HALF_HEIGHT, attributes: withBfe('VE', 12) },
]

// Creeks that the flood backs up into: where, how far from the river, how wide.
const CREEKS = {
  north: [
    [1500, 500, 90],
    [3300, 700, 80],
    [6100, 900, 100],
    [8900, 520, 70],
    [12850, 600, 80],
  ],
  south: [
    [2000, 600, 90],
    [4900, 850, 95],
    [7400, 640, 80],
    [9100, 450, 70],
    [13100, 500, 75],
  ],
} as const

export function buildFloodPlan(seed: number, terrain: Terrain): FloodPlan {
  const bankLines = (side: 'north' | 'south'): BankLines => {
    const random = seededRandom(seed, `flood ${side}`)
    const edge = wiggle(random, [
      [14, 700],
      [7, 190],
    ])
    const spread = wiggle(random, [
      [38, 1700],
      [22, 520],
      [8, 140],
    ])
    const rare = wiggle(random, [
      [30, 1300],
      [16, 340],
    ])
    const floodway: Wiggle = (u) => terrain.bank(u) + 55 + edge(u)
    const hazard: Wiggle = (u) => {
      let reach = floodway(u) + 105 + spread(u)
      for (const [centre, height, width] of CREEKS[side]) reach += height * bell(u, centre, width)
      return reach
    }
    return { floodway, hazard, shaded: (u) => hazard(u) + 85 + rare(u) }
  }
  return {
    warp: terrain.flood,
    north: bankLines('north'),
    south: bankLines('south'),
    patches: buildPatches(seededRandom(seed, 'patches')),
  }
}

// Centre u, v and mean radius in metres, base flood elevation in feet.
const PONDS = [
  [5200, 3400, 180, 21],
  [6200, 5200, 240, 24],
  [8800, 4300, 160, 18],
  [10400, 3000, 130, 13],
  [12900, 2600, 170, 9],
  [13300, 6200, 220, 7],
  [9800, 7200, 260, 16],
  [12100, -2700, 150, 8],
  [10800, -7000, 240, 14],
  [13200, -4200, 190, 6],
  [6300, -3100, 170, 19],
] as const
const MARSHES = [
  [1500, 2900, 220],
  [8700, 2300, 140],
  [1300, -3300, 240],
  [5900, -7900, 200],
  [12300, 4600, 180],
] as const

function buildPatches(random: Random): Patch[] {
  const patch = (
    name: string,
    centre: PlanPoint,
    radius: number,
    vertices: number,
    attributes: FloodAttributes | null,
  ): Patch => ({ name, centre, radius: lobed(random, radius), vertices, attributes })
  const patches = [
    patch('undetermined', [2600, 6300], 1250, 520, ZONE_D),
    patch('unmapped hole', [9000, -5200], 680, 260, null),
    ...PONDS.map(([u, v, radius, bfe]) =>
      patch(`pond ${u}`, [u, v], radius, 90, withBfe('AH', bfe)),
    ),
    ...MARSHES.map(([u, v, radius]) => patch(`marsh ${u}`, [u, v], radius, 110, ZONE_A)),
  ]
  // A rectangle, as military reservations are.
  const side = (angle: number): number =>
    Math.min(900 / Math.abs(Math.cos(angle)), 600 / Math.abs(Math.sin(angle)))
  patches.push({
    name: 'not included',
    centre: [4500, -6200],
    radius: side,
    vertices: 160,
    attributes: NOT_INCLUDED,
  })
  return patches
}

/**
 * The zone that the map must have at a point, from the plan's inequalities, without any polygon.
 * Within a metre of a line the polygons may differ. null: no polygon covers the point.
 */
export function zoneAt(plan: FloodPlan, lngLat: LngLat): FloodAttributes | null {
  const point = plan.warp.undo(fromLngLat(lngLat))
  const [u, v] = point
  if (u < 0 || u > WIDTH || Math.abs(v) > HALF_HEIGHT) return null
  const at = (stretches: Stretch[], x: number): FloodAttributes =>
    (stretches.find(({ to }) => x < to) ?? stretches[stretches.length - 1]).attributes
  if (u >= COAST.sea) return OPEN_WATER
  if (u >= COAST.waves) return at(WAVE_COAST, v)
  if (u >= COAST.inner) return at(LOW_COAST, v)
  const patch = plan.patches.find((candidate) => isInside(candidate, point))
  if (patch !== undefined) return patch.attributes
  const lines = v > 0 ? plan.north : plan.south
  const distance = Math.abs(v)
  if (distance > lines.shaded(u)) return MINIMAL_X
  if (distance > lines.hazard(u)) return v > 0 ? SHADED_X : at(SOUTH_BAND, u)
  if (u < STUDY_LIMIT) return ZONE_A
  return distance > lines.floodway(u) ? at(REACHES, u) : FLOODWAY
}

function isInside({ centre, radius }: Patch, [u, v]: PlanPoint): boolean {
  const [du, dv] = [u - centre[0], v - centre[1]]
  return Math.hypot(du, dv) < radius(Math.atan2(dv, du))
}
