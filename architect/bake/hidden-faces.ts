import { dot, type Point, subtract, unit } from '../geometry/point.ts'
import { areNear, boxOf, contains } from '../geometry/polygon.ts'
import type { Part } from '../kernel/body.ts'
import { type WallShape, wallShapes } from '../kernel/walls/wall-shapes.ts'
import { nodeOf, type Scene } from '../scene/scene.ts'

/** So far before a face nothing but a wall that touches it can be, in metres. */
const BEFORE_M = 0.002
/** A face that slopes more is not the side of a wall. */
const UPRIGHT = 0.01
/** Shares of a triangle's corners at which it is tried: near each corner, and in the middle. */
const TRIED = [
  [0.98, 0.01, 0.01],
  [0.01, 0.98, 0.01],
  [0.01, 0.01, 0.98],
  [1 / 3, 1 / 3, 1 / 3],
] as const

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
  const near = [...shapes.values()].filter(
    (shape) => shape !== own && areNear(box, boxOf(shape.footprint), BEFORE_M),
  )
  if (near.length === 0) return [...parts]
  return parts.map((part) => ({ ...part, mesh: { ...part.mesh, indices: shown(part, near) } }))
}

function shown({ mesh }: Part, near: readonly WallShape[]): Part['mesh']['indices'] {
  const { positions, normals, indices } = mesh
  const visible: number[] = []
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [indices[i] * 3, indices[i + 1] * 3, indices[i + 2] * 3]
    const [nx, ny, nz] = normals.slice(corners[0], corners[0] + 3)
    const isHidden =
      Math.abs(ny) < UPRIGHT &&
      TRIED.every((shares) => {
        const at = (axis: number) =>
          shares.reduce((sum, share, k) => sum + share * positions[corners[k] + axis], 0)
        const [x, y, z] = [at(0) + nx * BEFORE_M, at(1), at(2) + nz * BEFORE_M]
        return near.some((shape) => isSolidAt(shape, [x, z], y))
      })
    if (!isHidden) visible.push(indices[i], indices[i + 1], indices[i + 2])
  }
  return Uint32Array.from(visible)
}

/** Whether a wall is solid at a point in plan and a height. */
function isSolidAt({ base, top, pieces, openings, path }: WallShape, at: Point, y: number) {
  if (y <= base || y >= top || !pieces.some((piece) => contains(piece, at))) return false
  if (openings.length === 0) return true
  // An opening in an arc may be anywhere near: then nothing counts as hidden.
  if (path.arc) return false
  const start = path.at(0)
  const s = dot(subtract(at, start), unit(subtract(path.at(path.length), start)))
  return openings.every(({ from, to }) => s < from || s > to)
}
