import { containsPoint } from '../../geometry/contains.ts'
import { boxesAround, distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import { toGridPoint } from '../../geometry/grid-point.ts'
import { longestLine } from '../../geometry/longest-line.ts'
import { type Box, GRID } from '../../geometry/polygons.ts'
import { isAlike, type OpenRasters, type PinnedHeight } from '../../rasters/open-rasters.ts'
import { forPoints, type RasterRef } from '../../rasters/raster-ref.ts'
import { round } from '../../values/round.ts'
import type { Location } from '../location.ts'
import type { ProfileData } from './data.ts'

/** Steps of a line: as many as the width of a chart of 320 units can show apart. */
const STEPS_MAX = 100
/** Steps of a short line: the heights between cells are interpolated. */
const STEPS_MIN = 8
/** Half of the line through a point without a parcel, metres. */
const HALF_M = 100

/** A line over the ground, and whether it is that of a parcel. */
export interface ProfileLine {
  along: ProfileData['along']
  ends: [GridPoint, GridPoint]
}

/** The longest line of the parcel, from corner to corner; without one, west to east. */
export function profileLine({ parcel, point }: Location): ProfileLine {
  if (parcel) return { along: 'parcel', ends: longestLine(parcel.polygons()) }
  const at = toGridPoint(point)
  const [[west, , east]] = boxesAround(at, HALF_M)
  return {
    along: 'point',
    ends: [
      [west, at[1]],
      [east, at[1]],
    ],
  }
}

/** The box of a line, grid units. */
export function profileBox({ ends: [[ax, ay], [bx, by]] }: ProfileLine): Box {
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)]
}

/**
 * The heights along a line of a location, from rasters of the kind that has the height of the
 * point: of another kind they could count from another datum, or be of the roofs. Null where that
 * kind has fewer than two heights there.
 */
export async function readProfile(
  { along, ends }: ProfileLine,
  { parcel }: Location,
  pinned: PinnedHeight,
  refs: readonly RasterRef[],
  rasters: OpenRasters,
): Promise<ProfileData | null> {
  const { raster } = pinned
  const alike = forPoints(refs).filter((each) => each.key === raster.key || isAlike(each, raster))
  const [a, b] = ends
  const length_m = distanceM(a, b)
  const wanted = Math.ceil((2 * length_m) / raster.resolution_m)
  const steps = Math.min(STEPS_MAX, Math.max(STEPS_MIN, wanted))
  const polygons = parcel?.polygons() ?? null
  const at = (i: number): GridPoint => [
    a[0] + ((b[0] - a[0]) * i) / steps,
    a[1] + ((b[1] - a[1]) * i) / steps,
  ]
  const heights = await Promise.all(
    Array.from({ length: steps + 1 }, async (_, i) => {
      const [x, y] = at(i)
      const found = await rasters.heightAt(alike, x / GRID, y / GRID)
      return {
        at_m: round((length_m * i) / steps, 2),
        height_m: found && round(found.height_m, 2),
        // The ends are corners, which a half-open rule puts on one side or the other.
        is_on_parcel: i === 0 || i === steps || !polygons || containsPoint(polygons, x, y),
      }
    }),
  )
  const known = heights.flatMap(({ height_m }) => height_m ?? [])
  if (known.length < 2) return null
  const [first, last] = [heights[0].height_m, heights[steps].height_m]
  return {
    along,
    from: pointOf(a),
    to: pointOf(b),
    length_m: round(length_m, 2),
    min_m: Math.min(...known),
    max_m: Math.max(...known),
    slope_pct: first === null || last === null ? null : round(((last - first) / length_m) * 100, 1),
    steepest_pct: steepest(heights, raster.resolution_m),
    without_height_pct: round(100 * (1 - known.length / heights.length), 1),
    heights,
  }
}

/** The steepest slope between heights at least a cell apart: nearer ones are of the same cells. */
function steepest(heights: ProfileData['heights'], cell_m: number): number | null {
  let most: number | null = null
  for (const [i, from] of heights.entries()) {
    const to = heights.find(({ at_m }, j) => j > i && at_m - from.at_m >= cell_m)
    if (!to || to.height_m === null || from.height_m === null) continue
    const pct = (Math.abs(to.height_m - from.height_m) / (to.at_m - from.at_m)) * 100
    most = Math.max(most ?? 0, pct)
  }
  return most === null ? null : round(most, 1)
}

function pointOf([x, y]: GridPoint): ProfileData['from'] {
  return { lat: y / GRID, lng: x / GRID }
}
