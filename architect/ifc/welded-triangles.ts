import type { Mesh } from '../geometry/mesh.ts'
import type { Point3 } from '../geometry/vector.ts'
import type { Local } from './frame.ts'

/** Corners of the same place are one, in metres: the last decimal of a length in a file. */
const GRID_M = 1e-6

type Triangle = [number, number, number]

/** Triangles on corners that are each there once. */
interface WeldedTriangles {
  corners: Local[]
  triangles: Triangle[]
  /** Each edge has one triangle on each side. */
  isClosed: boolean
}

/**
 * The triangles of a mesh without its normals: a mesh has a corner for each normal, a solid of an
 * IFC file one for each place. Triangles that have no area on the file's grid are left out.
 */
export function weldedTriangles(
  { positions, indices }: Mesh,
  move: (at: Point3) => Local,
): WeldedTriangles {
  const known = new Map<string, number>()
  const corners: Local[] = []
  const ids = new Int32Array(positions.length / 3)
  for (let i = 0; i < ids.length; i++) {
    const [x, y, z] = move([positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]]).map(
      (value) => Math.round(value / GRID_M) * GRID_M,
    )
    const key = `${Math.round(x / GRID_M)},${Math.round(y / GRID_M)},${Math.round(z / GRID_M)}`
    let id = known.get(key)
    if (id === undefined) {
      id = corners.push([x, y, z]) - 1
      known.set(key, id)
    }
    ids[i] = id
  }
  const triangles: Triangle[] = []
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [ids[indices[i]], ids[indices[i + 1]], ids[indices[i + 2]]]
    if (a !== b && b !== c && c !== a) triangles.push([a, b, c])
  }
  return { ...used(corners, triangles), isClosed: isClosed(triangles, corners.length) }
}

/** Every directed edge occurs once, and so does its opposite. */
function isClosed(triangles: readonly Triangle[], count: number): boolean {
  const directed = new Set<number>()
  for (const [a, b, c] of triangles)
    for (const edge of [a * count + b, b * count + c, c * count + a]) {
      if (directed.has(edge)) return false
      directed.add(edge)
    }
  return [...directed].every((edge) =>
    directed.has((edge % count) * count + Math.floor(edge / count)),
  )
}

/** The corners that triangles have, in the order of the triangles. */
function used(corners: readonly Local[], triangles: readonly Triangle[]) {
  const numbers = new Map<number, number>()
  const numberOf = (corner: number): number => {
    const known = numbers.get(corner)
    if (known !== undefined) return known
    numbers.set(corner, numbers.size)
    return numbers.size - 1
  }
  const renumbered = triangles.map((triangle) => triangle.map(numberOf) as Triangle)
  return { corners: [...numbers.keys()].map((corner) => corners[corner]), triangles: renumbered }
}
