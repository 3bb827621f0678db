import type { Mesh } from '../../architect/geometry/mesh.ts'

/** Corners nearer than this are one, in metres: far under the grid of scenes. */
const WELD_M = 1e-6

/**
 * Reasons why the mesh is not a closed solid: every directed edge must occur as often as its
 * opposite, and every triangle must have an area. Corners at the same position count as one.
 */
export function closedMeshFaults({ positions, indices }: Mesh): string[] {
  const ids = new Map<string, number>()
  const corner = (index: number): number => {
    const place = [0, 1, 2]
      .map((axis) => Math.round(positions[index * 3 + axis] / WELD_M))
      .join(',')
    const known = ids.get(place)
    if (known !== undefined) return known
    ids.set(place, ids.size)
    return ids.size - 1
  }
  const edges = new Map<string, number>()
  const faults: string[] = []
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [0, 1, 2].map((k) => corner(indices[i + k]))
    if (new Set(corners).size < 3) {
      faults.push(`triangle ${i / 3} has no area`)
      continue
    }
    for (let k = 0; k < 3; k++) {
      const [from, to] = [corners[k], corners[(k + 1) % 3]]
      edges.set(`${from} ${to}`, (edges.get(`${from} ${to}`) ?? 0) + 1)
    }
  }
  for (const [edge, count] of edges) {
    const opposite = edges.get(edge.split(' ').reverse().join(' ')) ?? 0
    if (opposite !== count) faults.push(`edge ${edge} goes ${count} times there, ${opposite} back`)
  }
  return faults
}
