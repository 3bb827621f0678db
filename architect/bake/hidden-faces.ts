import { dot, type Point, subtract, turn, unit } from '../geometry/point.ts'
import { areNear, type Box, boxOf, type Polygon } from '../geometry/polygon.ts'
import type { Part } from '../kernel/body.ts'
import { type WallShape, wallShapes } from '../kernel/walls/wall-shapes.ts'
import { nodeOf, type Scene } from '../scene/scene.ts'

/** Nothing but a wall that touches a face is so near before it, in metres: the grid of scenes. */
const BEFORE_M = 1e-4
/** Gaps up to this are none, in metres: before a face a mitre is narrower than at it. */
const GAP_M = 5e-4
/** The share of a face that such a gap may be. */
const GAP_SHARE = 0.05
/** A face that slopes more is not the side of a wall. */
const UPRIGHT = 0.01
/** Walls that cross a face at less than this, as a sine, run along it. */
const PARALLEL = 1e-9

/**
 * The parts of a wall without the triangles that stand against other walls, at joins: nobody sees
 * them, and smoothed edges would show them as a dark line in the facade.
 */
export function withoutHiddenFaces(scene: Scene, wallId: string, parts: readonly Part[]): Part[] {
  const level = nodeOf(scene, wallId, 'wall')?.parent
  const shapes = level ? wallShapes(scene, level) : null
  const own = shapes?.get(wallId)
  if (!shapes || !own) return [...parts]
  const box = boxOf(own.footprint)
  const near = [...shapes.values()]
    .filter((shape) => shape !== own && areNear(box, boxOf(shape.footprint), BEFORE_M))
    .flatMap((shape) => shape.pieces.map((piece) => ({ shape, piece, box: boxOf(piece) })))
  if (near.length === 0) return [...parts]
  return parts.map((part) => ({ ...part, mesh: { ...part.mesh, indices: shown(part, near) } }))
}

/** What a wall covers in plan. */
interface Cover {
  shape: WallShape
  piece: Polygon
  box: Box
}

function shown({ mesh }: Part, near: readonly Cover[]): Part['mesh']['indices'] {
  const { positions, normals, indices } = mesh
  const visible: number[] = []
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [indices[i] * 3, indices[i + 1] * 3, indices[i + 2] * 3]
    const isHidden =
      Math.abs(normals[corners[0] + 1]) < UPRIGHT &&
      // Most faces have nothing near a corner: they need no more than this.
      corners.every((at) => near.some(({ box }) => isIn(box, positions[at], positions[at + 2]))) &&
      isCovered(
        corners.map((at): Point => [positions[at], positions[at + 2]]),
        corners.map((at) => positions[at + 1]),
        [normals[corners[0]], normals[corners[0] + 2]],
        near,
      )
    if (!isHidden) visible.push(indices[i], indices[i + 1], indices[i + 2])
  }
  return Uint32Array.from(visible)
}

/** Whether walls stand before all of an upright triangle: each over all of its height. */
function isCovered(
  corners: readonly Point[],
  heights: readonly number[],
  normal: Point,
  near: readonly Cover[],
): boolean {
  const line = lineBefore(corners, normal)
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  const covered = near
    .filter((each) => each.shape.base <= low + BEFORE_M && each.shape.top >= high - BEFORE_M)
    .flatMap(({ shape, piece }) => solidWithin(line, shape, piece))
    .sort(([a], [b]) => a - b)
  const gap = Math.min(GAP_M, line.length * GAP_SHARE)
  let end = 0
  for (const [from, to] of covered) {
    if (from > end + gap) break
    end = Math.max(end, to)
  }
  return line.length > 0 && end >= line.length - gap
}

const isIn = ({ minX, maxX, minZ, maxZ }: Box, x: number, z: number): boolean =>
  x > minX - GAP_M && x < maxX + GAP_M && z > minZ - GAP_M && z < maxZ + GAP_M

/** A stretch in plan. */
interface Line {
  start: Point
  along: Point
  length: number
}

/** An upright triangle as seen from above, moved out along its normal. */
function lineBefore([a, b, c]: readonly Point[], normal: Point): Line {
  const sides = [subtract(b, a), subtract(c, b), subtract(a, c)]
  const longest = sides.reduce((most, side) => (dot(side, side) > dot(most, most) ? side : most))
  const along = unit(longest)
  const shares = [a, b, c].map((at) => dot(subtract(at, a), along))
  const out = BEFORE_M * (turn(along, normal) < 0 ? -1 : 1)
  const from = Math.min(...shares)
  const start: Point = [
    a[0] + along[0] * from + along[1] * out,
    a[1] + along[1] * from - along[0] * out,
  ]
  return { start, along, length: Math.max(...shares) - from }
}

type Stretch = readonly [from: number, to: number]

/** The stretches of a line, in metres from its start, on which a piece of a wall is solid. */
function solidWithin({ start, along }: Line, shape: WallShape, piece: Polygon): Stretch[] {
  const { openings, path } = shape
  // An opening in an arc may be anywhere near: then nothing counts as hidden.
  if (path.arc && openings.length > 0) return []
  const crossings: number[] = []
  for (let i = 0; i < piece.length; i++) {
    const [p, q] = [subtract(piece[i], start), subtract(piece[(i + 1) % piece.length], start)]
    const [sideOfP, sideOfQ] = [turn(along, p), turn(along, q)]
    if (sideOfP > 0 === sideOfQ > 0) continue
    const share = sideOfP / (sideOfP - sideOfQ)
    crossings.push(dot(p, along) + share * dot(subtract(q, p), along))
  }
  crossings.sort((a, b) => a - b)
  let stretches: Stretch[] = []
  for (let i = 0; i + 1 < crossings.length; i += 2) stretches.push([crossings[i], crossings[i + 1]])
  if (openings.length === 0) return stretches
  const foot = path.at(0)
  const axis = unit(subtract(path.at(path.length), foot))
  const [first, slope] = [dot(subtract(start, foot), axis), dot(along, axis)]
  for (const opening of openings) {
    const hole = stretchOf(opening, first, slope)
    stretches = stretches.flatMap(([from, to]): Stretch[] => [
      [from, Math.min(to, hole[0])],
      [Math.max(from, hole[1]), to],
    ])
  }
  return stretches.filter(([from, to]) => from < to)
}

/** The stretch of a line that is in an opening of a wall, which the line crosses at a slope. */
function stretchOf({ from, to }: { from: number; to: number }, first: number, slope: number) {
  if (Math.abs(slope) < PARALLEL)
    return first > from && first < to ? [-Infinity, Infinity] : [Infinity, Infinity]
  const [a, b] = [(from - first) / slope, (to - first) / slope]
  return [Math.min(a, b), Math.max(a, b)]
}
