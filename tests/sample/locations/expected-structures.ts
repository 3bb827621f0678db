import type { Building, Outline } from '../../../sample/buildings/footprints.ts'
import type { InventoryPoint } from '../../../sample/buildings/inventory.ts'
import type { Lot } from '../../../sample/land/lots.ts'
import { type Box, heightOf, widthOf } from '../../../sample/plan/box.ts'
import type { PlanPoint } from '../../../sample/plan/plan.ts'

/** Metres of the plan within which a point counts as at a location. */
const AT_LOCATION_M = 1

/** Expected structures section of a location, by the boxes of the plan. */
export interface ExpectedStructures {
  /**
   * Surveyed outlines that share ground with the parcel, or, without one, that hold the location.
   */
  surveyed: ExpectedOutline[]
  /** Learned outlines by the same rule; they answer where there is no surveyed one. */
  learned: ExpectedOutline[]
  /** Inventory points on the parcel, or, without one, at the location. */
  inventory: InventoryPoint[]
}

/** An outline and its share on the parcel, 0 to 1, uncertain by a metre along its line. */
export interface ExpectedOutline {
  building: Building
  outline: Outline
  share: number
}

export function structuresAt(
  { buildings, inventory }: { buildings: Building[]; inventory: InventoryPoint[] },
  lots: readonly Lot[],
  point: PlanPoint,
): ExpectedStructures {
  const shareOf = ({ box }: Outline): number => {
    if (lots.length === 0) return isIn(box, point) ? 1 : 0
    return lots.reduce((sum, lot) => sum + shareOn(lot, box), 0)
  }
  const those = (outlineOf: (building: Building) => Outline | null): ExpectedOutline[] =>
    buildings.flatMap((building) => {
      const outline = outlineOf(building)
      const share = outline === null ? 0 : shareOf(outline)
      return outline !== null && share > 0 ? [{ building, outline, share }] : []
    })
  return {
    surveyed: those(({ surveyed }) => surveyed),
    learned: those(({ learned }) => learned),
    inventory: inventory.filter((each) =>
      lots.length === 0
        ? Math.hypot(each.point[0] - point[0], each.point[1] - point[1]) < AT_LOCATION_M
        : lots.some(({ box, hole }) => isIn(box, each.point) && !(hole && isIn(hole, each.point))),
    ),
  }
}

/** Buildings are 4 m from every line or cross one by 3 m, so no building is partly in a hole. */
function shareOn({ box, hole }: Lot, of: Box): number {
  if (hole !== null && contains(hole, of)) return 0
  const [u0, v0, u1, v1] = common(box, of)
  return u1 > u0 && v1 > v0 ? ((u1 - u0) * (v1 - v0)) / (widthOf(of) * heightOf(of)) : 0
}

const common = (a: Box, b: Box): Box => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
]

const contains = (outer: Box, inner: Box): boolean =>
  inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]

const isIn = ([u0, v0, u1, v1]: Box, [u, v]: PlanPoint): boolean =>
  u > u0 && u < u1 && v > v0 && v < v1
