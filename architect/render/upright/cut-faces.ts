import type { Point } from '../../geometry/point.ts'
import { type Polygon, signedArea } from '../../geometry/polygon.ts'
import { type Region, union } from '../../geometry/regions.ts'
import type { Point3 } from '../../geometry/vector.ts'
import { sceneBodies } from '../../kernel/bodies.ts'
import type { Kind } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import { type CutFill, KIND_VIEWS } from '../kind-views.ts'

/** What a plane cuts of a node, in the plane: `[u, -height]`, u along `right`. */
export interface CutFace {
  nodeId: string
  kind: Kind
  fill: CutFill
  regions: Region[]
}

/** The plane is moved by this, so that it runs through no corner: faces stand on the grid. */
const OFF_GRID_M = 1.7e-5
/** Corners nearer than this are one, in metres. */
const SAME_M = 1e-6

/** The faces that the plane at `cutAt` along `forward` cuts of the scene's solids. */
export function cutFaces(scene: Scene, forward: Point3, right: Point3, cutAt: number): CutFace[] {
  const plane = cutAt + OFF_GRID_M
  return sceneBodies(scene).flatMap(({ nodeId, parts }): CutFace[] => {
    const { kind } = scene.nodes[nodeId]
    if (kind === 'site' || kind === 'fence') return []
    const rings = parts.flatMap(({ mesh }) => cutRings(mesh, forward, right, plane))
    if (rings.length === 0) return []
    return [{ nodeId, kind, fill: KIND_VIEWS[kind].cut, regions: union(rings) }]
  })
}

/** The rings in which a plane cuts a closed mesh. */
function cutRings(
  { positions, indices }: { positions: Float64Array; indices: Uint32Array },
  forward: Point3,
  right: Point3,
  plane: number,
): Polygon[] {
  const depths = new Float64Array(positions.length / 3)
  let [least, most] = [Infinity, -Infinity]
  for (let k = 0; k < depths.length; k++) {
    depths[k] = positions[k * 3] * forward[0] + positions[k * 3 + 2] * forward[2] - plane
    least = Math.min(least, depths[k])
    most = Math.max(most, depths[k])
  }
  if (least > 0 || most < 0) return []
  const names = new Map<string, number>()
  const nameOf = (k: number): number => {
    const key = [0, 1, 2].map((axis) => Math.round(positions[k * 3 + axis] / SAME_M)).join(' ')
    const name = names.get(key) ?? names.size
    names.set(key, name)
    return name
  }
  /** From the edge by which the cut enters a triangle to the edge by which it leaves it. */
  const nexts = new Map<string, string>()
  const places = new Map<string, Point>()
  const crossing = (a: number, b: number): string => {
    const [p, q] = [nameOf(a), nameOf(b)]
    const key = p < q ? `${p} ${q}` : `${q} ${p}`
    const share = depths[a] / (depths[a] - depths[b])
    const at = (axis: number): number =>
      positions[a * 3 + axis] + share * (positions[b * 3 + axis] - positions[a * 3 + axis])
    places.set(key, [at(0) * right[0] + at(2) * right[2], -at(1)])
    return key
  }
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [indices[i], indices[i + 1], indices[i + 2]]
    let enters: string | undefined
    let leaves: string | undefined
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners[k], corners[(k + 1) % 3]]
      if (depths[a] < 0 && depths[b] >= 0) enters = crossing(a, b)
      if (depths[a] >= 0 && depths[b] < 0) leaves = crossing(a, b)
    }
    if (enters !== undefined && leaves !== undefined) nexts.set(enters, leaves)
  }
  const rings: Polygon[] = []
  while (nexts.size > 0) {
    const [first] = nexts.keys()
    const ring: Point[] = []
    for (let at: string | undefined = first; at !== undefined; ) {
      ring.push(places.get(at)!)
      const next: string | undefined = nexts.get(at)
      nexts.delete(at)
      at = next === first ? undefined : next
    }
    if (ring.length >= 3) rings.push(signedArea(ring) < 0 ? [...ring].reverse() : ring)
  }
  return rings
}
