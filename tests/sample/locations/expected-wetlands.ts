import { type LngLat, MAPPED, type PlanPoint } from '../../../sample/plan/plan.ts'
import { projectAt } from '../../../sample/wetlands/projects.ts'
import type { Wetland, WetlandPlan } from '../../../sample/wetlands/wetland-plan.ts'
import { type LotCell, sharesOf } from './lot-cells.ts'

/** Expected wetlands section of a location, by the inequalities of the plan. */
export interface ExpectedWetlands {
  /** True when a mapping project covers the location; elsewhere nothing is mapped. */
  isMapped: boolean
  /** Year of the images that the wetlands here were drawn from; null where there are no images. */
  imageYear: number | null
  /** The polygons that hold the location, in the file's order. */
  here: WetlandHere[]
  /**
   * Wetlands on the parcel by polygon, largest first, each with its share of the parcel (0 to 1,
   * right to `SHARE_TOLERANCE`); a share below that may be missing. One that lies wholly inside and
   * is too small for the cells is there with a share of 0. null without a parcel.
   */
  onParcel: (WetlandHere & { share: number })[] | null
}

export type WetlandHere = Pick<Wetland, 'name' | 'code' | 'label' | 'isOpenWater'>

/** undefined within 3 m of a wetland's line, where nothing is expected. */
export function wetlandsAt(
  { wetlands }: WetlandPlan,
  location: LngLat,
  point: PlanPoint,
  cells: LotCell[] | null,
): ExpectedWetlands | undefined {
  const here = wetlands.filter(({ shape }) => shape.holds(point))
  if (!isSettled(wetlands, point, here)) return undefined
  const [lng, lat] = location
  const isMapped =
    lng > MAPPED.west && lng < MAPPED.east && lat > MAPPED.south && lat < MAPPED.north
  return {
    isMapped,
    imageYear: isMapped ? projectAt(location).imageYear : null,
    here: here.map(wetlandHere),
    onParcel: cells && onCells(wetlands, cells),
  }
}

function onCells(wetlands: readonly Wetland[], cells: LotCell[]) {
  const shares = sharesOf(cells, (middle) => wetlands.filter(({ shape }) => shape.holds(middle)))
  const seen = new Set(shares.map(({ value }) => value))
  const [us, vs] = [0, 1].map((axis) => cells.map(({ middle }) => middle[axis]))
  const isAmong = ([u, v]: PlanPoint) =>
    u > Math.min(...us) && u < Math.max(...us) && v > Math.min(...vs) && v < Math.max(...vs)
  const unseen = wetlands.filter((each) => !seen.has(each) && each.shape.rings[0].every(isAmong))
  return [
    ...shares.map(({ value, share }) => ({ ...wetlandHere(value), share })),
    ...unseen.map((wetland) => ({ ...wetlandHere(wetland), share: 0 })),
  ]
}

const wetlandHere = ({ name, code, label, isOpenWater }: Wetland): WetlandHere => ({
  name,
  code,
  label,
  isOpenWater,
})

function isSettled(wetlands: Wetland[], [u, v]: PlanPoint, here: Wetland[]): boolean {
  for (let i = 0; i < 8; i++) {
    const angle = (i * Math.PI) / 4
    const near: PlanPoint = [u + 3 * Math.cos(angle), v + 3 * Math.sin(angle)]
    if (wetlands.some((wetland) => wetland.shape.holds(near) !== here.includes(wetland)))
      return false
  }
  return true
}
