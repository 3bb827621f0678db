import { type BankLines, COAST, type FloodPlan, type Patch } from '../flood/flood-plan.ts'
import { HALF_HEIGHT, type PlanPoint, WIDTH } from '../plan/plan.ts'
import { SHORE, type Terrain } from '../plan/terrain.ts'
import { ramp, type Wiggle } from '../plan/wiggle.ts'
import { lineTable, polyline } from './line-table.ts'

/** Rasters reach over the plan by less than this, metres. */
const MARGIN = 3000

/** Height of the sea, and of the river as far as the tide goes, feet. */
export const SEA_FEET = -0.8

/** Plan u past which the sea has no heights: as in 3DEP, which ends off the shore. */
export const SEAWARD_END = 16900

/**
 * Height of the 1 % flood along the river, feet: the zones' elevations at the middles of their
 * reaches (`REACHES` in `flood-plan.ts`; the reach in NGVD29 lies half a foot lower in NAVD88).
 */
const FLOOD_FEET: Wiggle = polyline([
  [0, 17],
  [3400, 14],
  [4900, 11.5],
  [6300, 10],
  [7650, 9],
  [9000, 8],
  [10350, 6],
  [11600, 5],
  [12850, 3],
  [14100, 1.5],
  [14700, 0.8],
])

/** Ground behind the beach along v, feet: below each stretch's flood (`LOW_COAST`). */
const LOW_COAST_FEET: Wiggle = polyline([
  [-HALF_HEIGHT, 3],
  [-5260, 3],
  [-5140, -3.5],
  [-3160, -3.5],
  [-3040, 3.5],
  [-1560, 3.5],
  [-1440, -0.3],
  [1540, -0.3],
  [1660, 2.5],
  [HALF_HEIGHT, 3],
])

/** Half the width of the slope from the plain down to the low coast, metres. */
const BLUFF = 40

/** Where a levee protects the town, behind the line of the 1 % flood on the south bank. */
const LEVEE = { from: 9600, to: 12400, crest: 3, behind: -0.8, halfWidth: 16 } as const

/** The ground as an agency would model it: no buildings, no trees, level water. */
export interface GroundHeights {
  /** Feet above NAVD88, or null where the sea has no height. Both points are the same place. */
  feetAt(ground: PlanPoint, flood: PlanPoint): number | null
}

/**
 * Heights that agree with the flood map: at the line of the 1 % flood the ground is as high as that
 * flood, below it inside the zone, above it outside; ponds and the polder lie below their flood.
 */
export function buildGroundHeights(terrain: Terrain, plan: FloodPlan): GroundHeights {
  const table = (line: Wiggle) => lineTable(line, -MARGIN, WIDTH + MARGIN)
  const tablesOf = (lines: BankLines): BankLines => ({
    floodway: table(lines.floodway),
    hazard: table(lines.hazard),
    shaded: table(lines.shaded),
  })
  const [north, south] = [tablesOf(plan.north), tablesOf(plan.south)]
  const [bank, floodFeet] = [table(terrain.bank), table(FLOOD_FEET)]
  const hollows = hollowsByU(plan.patches)
  const lowCoast = lineTable(LOW_COAST_FEET, -HALF_HEIGHT - MARGIN, HALF_HEIGHT + MARGIN)
  return {
    feetAt(ground, flood) {
      const [u, v] = flood
      if (ground[0] >= SEAWARD_END) return null
      if (ground[0] >= SHORE) return SEA_FEET
      const river = Math.max(SEA_FEET, floodFeet(ground[0]) - 6)
      if (Math.abs(ground[1]) < bank(ground[0])) return river
      const near = hollows[Math.floor(u / HOLLOW_REACH)] ?? []
      const inland = hollowed(near, u, v, valleyFeet(u, v, v > 0 ? north : south))
      if (u < COAST.inner - BLUFF) return inland
      // The dune is between the low coast and the beach, which falls to the sea.
      const dune = 6.5 * Math.exp(-(((u - COAST.waves - 20) / 28) ** 2))
      const low = lowCoast(v) + (v > -1500 && v < 1600 ? 0 : dune)
      const coast = SEA_FEET + (low - SEA_FEET) * ramp(ground[0], SHORE, SHORE - 70)
      return inland + (coast - inland) * ramp(u, COAST.inner - BLUFF, COAST.inner + BLUFF)
    },
  }

  function valleyFeet(u: number, v: number, lines: BankLines): number {
    const distance = Math.abs(v)
    const flood = floodFeet(u)
    const [toe, hazard, shaded] = [lines.floodway(u) - 60, lines.hazard(u), lines.shaded(u)]
    const isLeveed = v < 0 && u > LEVEE.from && u < LEVEE.to
    const crest = isLeveed
      ? LEVEE.crest * Math.exp(-(((distance - hazard) / LEVEE.halfWidth) ** 2))
      : 0
    if (distance < hazard) {
      const low = Math.max(SEA_FEET, flood - 6) + 0.8
      const share = Math.max(0, (distance - toe) / (hazard - toe))
      return low + (flood - low) * share + crest
    }
    const past = distance - shaded
    if (past < 0) {
      const share = (distance - hazard) / (shaded - hazard)
      if (isLeveed) return flood + crest + LEVEE.behind * Math.sin(share * Math.PI) + 1.5 * share
      return flood + 1.5 * share
    }
    // Gentler towards the coast, with swells that never reach down to the flood.
    const rise = Math.min(12, past * 0.0035) * (0.35 + 0.65 * ramp(u, 14700, 9000))
    const swell = Math.sin(u / 143 + v / 610) * Math.sin(v / 127 - u / 730)
    return flood + 1.5 + rise + 0.9 * swell * ramp(past, 0, 260)
  }
}

/** A pond at its level, or a marsh. */
interface Hollow {
  u: number
  v: number
  radius(angle: number): number
  level: number | null
}

/** No hollow reaches further than this, metres. */
const HOLLOW_REACH = 800

/** The hollows that may reach a place, by stretches of u as long as their reach. */
function hollowsByU(patches: readonly Patch[]): Hollow[][] {
  const byU: Hollow[][] = Array.from({ length: Math.ceil(WIDTH / HOLLOW_REACH) }, () => [])
  for (const { name, centre, radius, attributes } of patches) {
    const level = typeof attributes?.bfeFeet === 'number' ? attributes.bfeFeet : null
    if (level === null && !name.startsWith('marsh')) continue
    const stretch = Math.floor(centre[0] / HOLLOW_REACH)
    for (const each of [stretch - 1, stretch, stretch + 1])
      byU[each]?.push({ u: centre[0], v: centre[1], radius, level })
  }
  return byU
}

function hollowed(hollows: readonly Hollow[], u: number, v: number, ground: number): number {
  let feet = ground
  for (const hollow of hollows) {
    const dv = v - hollow.v
    if (dv > HOLLOW_REACH || dv < -HOLLOW_REACH) continue
    const du = u - hollow.u
    const distance = Math.hypot(du, dv)
    if (distance > HOLLOW_REACH) continue
    const { level } = hollow
    const edge = hollow.radius(Math.atan2(dv, du))
    if (level === null) {
      if (distance < edge * 1.1) feet -= 1.5 * ramp(distance, edge * 1.1, edge * 0.3)
      continue
    }
    const rim = level - 0.3
    if (distance < edge) return rim - 2 * (1 - distance / edge)
    // Out to twice its radius the ground comes down to the pond's rim.
    if (distance < edge * 2) feet = rim + (feet - rim) * ramp(distance, edge, edge * 2)
  }
  return feet
}
