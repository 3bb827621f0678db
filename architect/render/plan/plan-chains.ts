import type { Point } from '../../geometry/point.ts'
import { type Box, boxOf, counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import { union } from '../../geometry/regions.ts'
import { findRooms } from '../../kernel/rooms.ts'
import { type WallShape, wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { Scene } from '../../scene/scene.ts'

export const SIDES = ['north', 'east', 'south', 'west'] as const
export type Side = (typeof SIDES)[number]
export const CHAIN_KINDS = ['openings', 'rooms', 'overall'] as const
export type ChainKind = (typeof CHAIN_KINDS)[number]

/**
 * By face: by the jambs of openings, by the faces of walls, over the outer faces. By axis: by the
 * middles of openings and of walls, from the middle of one outer wall to that of the other.
 */
export const DIMENSIONS = ['face', 'axis'] as const
export type Dimensions = (typeof DIMENSIONS)[number]

/** A chain of dimensions along one side of a level. All of them run by the same `Dimensions`. */
export interface Chain {
  side: Side
  kind: ChainKind
  /** Ascending coordinates in metres: x along north and south, z along east and west. */
  places: number[]
}

/** The axis along a side, and whether the side is at the greater end of the other axis. */
const FACING: Record<Side, { axis: 0 | 1; isGreater: boolean }> = {
  north: { axis: 0, isGreater: false },
  south: { axis: 0, isGreater: true },
  west: { axis: 1, isGreater: false },
  east: { axis: 1, isGreater: true },
}
export const axisOf = (side: Side): 0 | 1 => FACING[side].axis

/** A wall farther off its axis is in no chain: the cosine of 1 degree. */
const ALONG_COSINE = 0.99985
/** Places nearer than this are one, in metres. */
const SAME_M = 0.0005
/** A wall's face within this of the outline's is in it, in metres. */
const ON_FACE_M = 0.005
/** Depth behind the inner face at which walls and rooms are measured, in metres. */
const BEHIND_M = 0.1

/** A stretch of the outline that is seen from a side. */
interface Stretch {
  from: number
  to: number
  /** The place of its face across the side's axis; null where it is not parallel to the side. */
  at: number | null
}

/**
 * The chains of a level by side: piers and openings of the faces seen from that side, the walls and
 * rooms behind them, and the whole length. A chain that would repeat the next one is left out.
 */
export function planChains(scene: Scene, levelId: string, by: Dimensions = 'face'): Chain[] {
  const walls = [...wallShapes(scene, levelId).values()]
  if (walls.length === 0) return []
  const loops = findRooms(scene, levelId).map(({ loop }) => loop)
  const footprints = walls.map(({ footprint }) => footprint)
  const outline = union([...loops, ...footprints].map(counterClockwise)).map(({ outer }) => outer)
  const axes = walls.flatMap(({ path }) => path.corners().map(({ at }) => at))
  const box = boxOf(by === 'face' ? footprints.flat() : axes)
  return SIDES.flatMap((side) => sideChains(side, outline, walls, box, by))
}

function sideChains(
  side: Side,
  outline: readonly Polygon[],
  walls: readonly WallShape[],
  box: Box,
  by: Dimensions,
): Chain[] {
  const { axis } = FACING[side]
  const ends = axis === 0 ? [box.minX, box.maxX] : [box.minZ, box.maxZ]
  const seen = stretchesOf(side, outline)
  const openings = [...ends]
  const rooms = [...ends]
  for (const stretch of seen) {
    const on = walls.filter((wall) => isOnFace(wall, side, stretch))
    const borders = by === 'face' ? [stretch.from, stretch.to] : axisEnds(on, walls, axis, stretch)
    openings.push(...borders)
    if (stretch.at === null) continue
    openings.push(...openingPlaces(on, axis, stretch, by))
    rooms.push(...borders)
    rooms.push(...(by === 'face' ? wallFaces : wallAxes)(side, stretch, on, walls))
  }
  const chains = [distinct(openings), distinct(rooms), distinct(ends)]
  return CHAIN_KINDS.map((kind, index) => ({ side, kind, places: chains[index] })).filter(
    ({ places }, index) =>
      index === CHAIN_KINDS.length - 1 ||
      (places.length > 2 && places.join() !== chains[index + 1].join()),
  )
}

function distinct(coordinates: readonly number[]): number[] {
  const sorted = [...coordinates].sort((a, b) => a - b)
  const places = sorted.filter((place, index) => index === 0 || place - sorted[index - 1] > SAME_M)
  // The last place is the end of the building, which no place next to it replaces.
  places[places.length - 1] = sorted[sorted.length - 1]
  return places
}

/** The nearest parts of the outline, as a person at that side sees them, from end to end. */
function stretchesOf(side: Side, outline: readonly Polygon[]): Stretch[] {
  const { axis, isGreater } = FACING[side]
  const across = (1 - axis) as 0 | 1
  const sides = outline.flatMap((ring) =>
    ring.map((from, index): [Point, Point] => {
      const to = ring[(index + 1) % ring.length]
      return from[axis] <= to[axis] ? [from, to] : [to, from]
    }),
  )
  const lines = sides.filter(([from, to]) => to[axis] - from[axis] > SAME_M)
  const places = distinct(outline.flat().map((corner) => corner[axis]))
  const seen: Stretch[] = []
  for (let i = 1; i < places.length; i++) {
    const [from, to] = [places[i - 1], places[i]]
    const middle = (from + to) / 2
    let nearest: { at: number; isParallel: boolean } | undefined
    for (const [start, end] of lines) {
      if (start[axis] > middle || end[axis] < middle) continue
      const slope = (end[across] - start[across]) / (end[axis] - start[axis])
      const at = start[across] + slope * (middle - start[axis])
      if (nearest && (isGreater ? at <= nearest.at : at >= nearest.at)) continue
      nearest = { at, isParallel: Math.abs(slope) < 0.0175 }
    }
    if (!nearest) continue
    const at = nearest.isParallel ? nearest.at : null
    const last = seen.at(-1)
    const isSame =
      last !== undefined &&
      from - last.to < SAME_M &&
      (at === null ? last.at === null : last.at !== null && Math.abs(last.at - at) < ON_FACE_M)
    if (isSame) last.to = to
    else seen.push({ from, to, at })
  }
  return seen
}

const isAlong = ({ path }: WallShape, axis: 0 | 1): boolean =>
  !path.arc && Math.abs(path.direction(0)[axis]) > ALONG_COSINE

function isOnFace(wall: WallShape, side: Side, { from, to, at }: Stretch): boolean {
  const { axis, isGreater } = FACING[side]
  if (at === null || !isAlong(wall, axis)) return false
  const { path, thickness } = wall
  const face = path.at(path.length / 2)[1 - axis] + ((isGreater ? 1 : -1) * thickness) / 2
  const ends = [path.at(0)[axis], path.at(path.length)[axis]]
  return Math.abs(face - at) < ON_FACE_M && Math.min(...ends) < to && Math.max(...ends) > from
}

/** The places of the openings of walls: their jambs, or their middles. */
function openingPlaces(
  walls: readonly WallShape[],
  axis: 0 | 1,
  { from, to }: Stretch,
  by: Dimensions,
): number[] {
  return walls.flatMap(({ path, openings }) =>
    openings
      .flatMap((span) => (by === 'face' ? [span.from, span.to] : [(span.from + span.to) / 2]))
      .map((s) => path.at(s)[axis])
      .filter((place) => place > from && place < to),
  )
}

/** The ends of the middles of the walls in a stretch that belong to the ends of its face. */
function axisEnds(
  on: readonly WallShape[],
  walls: readonly WallShape[],
  axis: 0 | 1,
  { from, to }: Stretch,
): number[] {
  const ends = on.flatMap(({ path }) => [path.at(0)[axis], path.at(path.length)[axis]])
  // At a square corner they are half a wall apart, at an acute one more.
  const reach = Math.max(...walls.map(({ thickness }) => thickness))
  return [Math.min(...ends), Math.max(...ends)].filter(
    (end) => Math.abs(end - from) < reach || Math.abs(end - to) < reach,
  )
}

/** Where the walls of a stretch, and what meets them from behind, are measured. */
function lineBehind(side: Side, { at }: Stretch, on: readonly WallShape[]): number {
  const depth = Math.max(...on.map(({ thickness }) => thickness)) + BEHIND_M
  return at! + (FACING[side].isGreater ? -depth : depth)
}

/** The middles of the walls that meet a stretch square from behind. */
function wallAxes(
  side: Side,
  stretch: Stretch,
  on: readonly WallShape[],
  walls: readonly WallShape[],
): number[] {
  if (on.length === 0) return []
  const { axis } = FACING[side]
  const across = (1 - axis) as 0 | 1
  const line = lineBehind(side, stretch, on)
  return walls
    .filter((wall) => isAlong(wall, across))
    .map(({ path }) => [path.at(0), path.at(path.length)] as const)
    .filter(([start, end]) => start[across] > line !== end[across] > line)
    .map(([start, end]) => {
      const share = (line - start[across]) / (end[across] - start[across])
      return start[axis] + share * (end[axis] - start[axis])
    })
    .filter((place) => place > stretch.from && place < stretch.to)
}

/** The faces of the walls that meet a stretch from behind, measured just inside of it. */
function wallFaces(
  side: Side,
  stretch: Stretch,
  on: readonly WallShape[],
  walls: readonly WallShape[],
): number[] {
  if (on.length === 0) return []
  const { from, to } = stretch
  const { axis } = FACING[side]
  const line = lineBehind(side, stretch, on)
  const across = (1 - axis) as 0 | 1
  const spans: [number, number][] = []
  for (const { footprint } of walls) {
    const crossings = footprint.flatMap((start, index): number[] => {
      const end = footprint[(index + 1) % footprint.length]
      if (start[across] > line === end[across] > line) return []
      const share = (line - start[across]) / (end[across] - start[across])
      return [start[axis] + share * (end[axis] - start[axis])]
    })
    crossings.sort((a, b) => a - b)
    for (let i = 0; i + 1 < crossings.length; i += 2)
      spans.push([Math.max(from, crossings[i]), Math.min(to, crossings[i + 1])])
  }
  // Walls that touch are one body: no place between them.
  const joined: [number, number][] = []
  for (const [start, end] of spans.filter(([a, b]) => b > a).sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && start <= last[1] + SAME_M) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined.flat()
}
