import { nearestOnSegment, type Point } from '../geometry/point.ts'
import { area, centroid, edges, type Polygon } from '../geometry/polygon.ts'
import { regionArea } from '../geometry/regions.ts'
import { facing } from '../kernel/site/setback-strips.ts'
import { SIDES_OF_WORLD, type WorldSide } from '../scene/survey.ts'
import { type Degrees, type LocalFrame, localFrame } from './local-frame.ts'
import { regionsOf, storedRing } from './plan-shapes.ts'

/** Share by which the area of an outline may differ from the stated one before that is reported. */
const AREA_SHARE = 0.001
/** A border is at the street where a point of its frontage is this near, in metres. */
const FRONTAGE_NEAR_M = 1
/** Another side with at least this share of the longest frontage makes the front unknown. */
const OTHER_FRONT_SHARE = 0.6

/** The outline of a parcel in a frame of its own. */
export interface ParcelOutline {
  frame: LocalFrame
  ring: [number, number][]
  /** What the outline does not show, in sentences. */
  notes: string[]
}

/**
 * The outline of a parcel from its GeoJSON, with its centre as the origin of plan unless an earlier
 * survey of the same parcel has set one. Throws `UnusableShape`.
 */
export function parcelOutline(
  geojson: unknown,
  near: Degrees,
  { origin, statedArea }: { origin: Degrees | null; statedArea: number | null },
): ParcelOutline {
  const first = localFrame(near)
  const [largest] = regionsOf(geojson, first)
  const frame = localFrame(origin ?? first.toDegrees(largest ? centroid(largest.outer) : [0, 0]))
  const parts = regionsOf(geojson, frame)
  const [part] = parts
  const ring = storedRing(part?.outer ?? [])
  const whole = regionArea(parts)
  const notes: string[] = []
  if (parts.length > 1)
    notes.push(
      `The parcel has ${parts.length} parts: the site is the largest, ${percent(regionArea([part]) / whole)} of it.`,
    )
  const holes = part.holes.reduce((sum, hole) => sum + area(hole), 0)
  if (holes > 0)
    notes.push(
      `${Math.round(holes)} m² within the outline, in ${part.holes.length} holes, are not of the parcel.`,
    )
  const stated = statedArea ?? whole
  if (
    Math.abs(whole - stated) > AREA_SHARE * stated ||
    Math.abs(area(ring) - area(part.outer)) > AREA_SHARE * area(part.outer)
  )
    notes.push(
      `Its outline encloses ${Math.round(area(ring))} m², and the service states ${Math.round(stated)} m².`,
    )
  return { frame, ring, notes }
}

const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`

/**
 * The side of a parcel at the street: that of the longest frontage. Null without frontage, and for
 * a parcel with frontage on two sides that are alike, of which either may be the front.
 */
export function frontOf(ring: Polygon, frontage: readonly (readonly Point[])[]): WorldSide | null {
  const lengths: Record<WorldSide, number> = { north: 0, east: 0, south: 0, west: 0 }
  for (const edge of edges(ring)) {
    const [a, b] = edge
    const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
    const isAtStreet = frontage.some((line) => isOnLine(line, middle))
    if (isAtStreet) lengths[facing(edge)] += Math.hypot(b[0] - a[0], b[1] - a[1])
  }
  const [longest, other] = [...SIDES_OF_WORLD].sort((a, b) => lengths[b] - lengths[a])
  if (lengths[longest] === 0 || lengths[other] >= OTHER_FRONT_SHARE * lengths[longest]) return null
  return longest
}

function isOnLine(line: readonly Point[], point: Point): boolean {
  return line.some((from, index) => {
    const to = line[index + 1]
    return to !== undefined && nearestOnSegment(point, from, to).distance < FRONTAGE_NEAR_M
  })
}
