import { area, type Box, boxOf, counterClockwise } from '../../geometry/polygon.ts'
import { difference, regionArea } from '../../geometry/regions.ts'
import { setbackStrips } from '../../kernel/site/setback-strips.ts'
import { largestRectangle } from '../../layout/outline-frames.ts'
import type { Lot } from './lot.ts'

/** Where a building may stand on a lot. Lengths in metres, areas in square metres. */
export interface BuildableBox {
  /** The largest rectangle, west to east, within the setbacks; null where nothing is left. */
  box: Box | null
  /** Area of the parcel. */
  parcelArea: number
  /** Greatest area that buildings may cover; null where no rule states one. */
  coverMax: number | null
  /** Greatest floor area of all storeys; null where no rule states one. */
  floorMax: number | null
}

/** The part of a lot on which a building may stand, as its zoning states it. */
export function buildableBox({ parcel, front, zoning }: Lot): BuildableBox {
  const ring = counterClockwise(parcel)
  // Where the street is unknown, every border may be at it: the greatest setback holds.
  const strips = setbackStrips(ring, { front, setbacks: zoning?.setbacks ?? null }, Math.max).map(
    ({ polygon }) => counterClockwise(polygon),
  )
  const [largest] = difference([ring], strips).sort((a, b) => regionArea([b]) - regionArea([a]))
  const parcelArea = area(ring)
  const { coverageMax = null, floorAreaRatioMax = null } = zoning ?? {}
  return {
    box: largest ? boxOf(largestRectangle(largest.outer)) : null,
    parcelArea,
    coverMax: coverageMax === null ? null : coverageMax * parcelArea,
    floorMax: floorAreaRatioMax === null ? null : floorAreaRatioMax * parcelArea,
  }
}
