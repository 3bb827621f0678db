import { seededRandom } from '../../random/seeded-random.ts'
import { HALF_HEIGHT, type PlanPoint } from '../plan/plan.ts'
import { boxShape, type PlanShape, starShape } from '../plan/plan-shapes.ts'
import type { Terrain } from '../plan/terrain.ts'
import { lobed, type Wiggle, wiggle } from '../plan/wiggle.ts'
import { type MapUnit, UNITS } from './map-units.ts'

/** A patch of another soil inside one cell of the bands. */
export interface SoilPatch {
  unit: MapUnit
  shape: PlanShape
  centre: PlanPoint
}

/** The soil map as lines of the plan: bands along the river, cut into columns, with patches. */
export interface SoilPlan {
  /** Distances from the river's axis where flood plain, terrace, flats and upland begin. */
  north: SoilLines
  south: SoilLines
  patches: SoilPatch[]
}

/** The bank first, then the ends of flood plain, terrace and flats. */
export type SoilLines = readonly [Wiggle, Wiggle, Wiggle, Wiggle]

/** Plan u of the columns' edges; east of the last one lies the beach. */
export const COLUMN_EDGES = [0, 3200, 6400, 9600, 12800, 15200] as const
/** The sea, and where the survey area ends in it. */
export const SEA_EDGE = 15560
export const SURVEY_EDGE = 16400

const { a, b, c, d, a_d, b_d, c_d, urban, notComplete, withoutRows } = UNITS

/** Units by column from west to east: flood plain, terrace, flats, upland. */
export const BANDS: Record<'north' | 'south', readonly (readonly MapUnit[])[]> = {
  north: [
    [b_d, a, b, c],
    [c_d, b, a, b],
    [b_d, c, d, a],
    [d, urban, b, c],
    [a_d, a, a_d, b],
  ],
  south: [
    [c_d, b, a_d, a],
    [b_d, c, d, c],
    [d, a, b, b],
    [a_d, b, c, d],
    [b_d, c, a, c],
  ],
}

// Unit, centre and mean radius: each inside one cell, so that it is a hole of one polygon.
const PATCHES = [
  [withoutRows, [1600, 6300], 600],
  [b_d, [8000, 6000], 300],
  [b_d, [11200, -5200], 350],
  [c_d, [8000, -2100], 250],
  [b_d, [14000, 2200], 300],
  [a_d, [5000, 2200], 240],
] as const

export function buildSoilPlan(seed: number, terrain: Terrain): SoilPlan {
  const random = seededRandom(seed, 'soils')
  const lines = (): SoilLines => {
    const [plain, terrace, flats] = [60, 120, 250].map((height) =>
      wiggle(random, [
        [height * 0.5, height * 30],
        [height * 0.3, height * 9],
        [height * 0.15, height * 3.5],
      ]),
    )
    return [
      terrain.bank,
      (u) => terrain.bank(u) + 150 + plain(u),
      (u) => 950 + terrace(u),
      (u) => 3400 + flats(u),
    ]
  }
  const [north, south] = [lines(), lines()]
  const patches = PATCHES.map(([unit, centre, radius]) => ({
    unit,
    centre,
    shape: starShape(centre, lobed(random, radius), Math.round(radius / 4)),
  }))
  // A reservation that surveyors could not enter.
  const closed: SoilPatch = {
    unit: notComplete,
    centre: [4800, -6200],
    shape: boxShape([3900, -6800, 5700, -5600]),
  }
  return { north, south, patches: [...patches, closed] }
}

/** The map unit at a point of the plan, by inequalities; null outside the survey area. */
export function soilAt({ north, south, patches }: SoilPlan, point: PlanPoint): MapUnit | null {
  const [u, v] = point
  if (u <= 0 || u >= SURVEY_EDGE || Math.abs(v) >= HALF_HEIGHT) return null
  if (u >= SEA_EDGE) return UNITS.water
  const [side, lines] = v > 0 ? (['north', north] as const) : (['south', south] as const)
  const band = lines.findLastIndex((line) => Math.abs(v) > line(u))
  if (band < 0) return UNITS.water
  const column = COLUMN_EDGES.findLastIndex((edge) => u >= edge)
  if (column === COLUMN_EDGES.length - 1) return UNITS.beach
  const patch = patches.find(({ shape }) => shape.holds(point))
  return patch?.unit ?? BANDS[side][column][band]
}
