import { BorderEdges } from './border-edges.ts'
import { type Crossing, findCrossings, type TilePolygon } from './edge-crossings.ts'
import { type FlatRing, polygonsOf } from './ring-nesting.ts'

/** Rounding a crossing can make a new one; after these rounds the rest is under a unit. */
const ROUNDS = 4

const edges = new BorderEdges()

/**
 * Makes valid polygons from one that crosses or touches itself: every crossing becomes a vertex of
 * both edges, edges that run both ways cancel, and the others are joined into new rings. A lobe
 * with reversed winding is dropped: there a border crossed its neighbour by less than a unit.
 */
export function repairPolygon(polygon: TilePolygon): FlatRing[][] {
  let noded = polygon
  for (let round = 0; round < ROUNDS; round++) {
    const crossings = findCrossings(noded, false)
    if (crossings.length === 0) break
    noded = withCrossings(noded, crossings)
  }
  edges.clear()
  let begin = 0
  for (const end of noded.ends) {
    edges.addRing(noded.points, begin, end)
    begin = end
  }
  return polygonsOf(edges.rings())
}

/** Puts each crossing into its edge, in the order in which the edge meets them. */
function withCrossings({ points, ends }: TilePolygon, crossings: Crossing[]): TilePolygon {
  const byEdge = new Map<number, [number, number][]>()
  for (const [edge, x, y] of crossings) {
    const list = byEdge.get(edge)
    if (list) list.push([x, y])
    else byEdge.set(edge, [[x, y]])
  }
  const noded: number[] = []
  const nodedEnds: number[] = []
  let i = 0
  for (const end of ends) {
    const begin = noded.length
    for (; i < end; i += 2) {
      const [x0, y0] = [points[i], points[i + 1]]
      push(noded, begin, x0, y0)
      const here = byEdge.get(i / 2)
      if (here === undefined) continue
      here.sort((a, b) => (a[0] - x0) ** 2 + (a[1] - y0) ** 2 - (b[0] - x0) ** 2 - (b[1] - y0) ** 2)
      for (const [x, y] of here) push(noded, begin, x, y)
    }
    nodedEnds.push(noded.length)
  }
  return { points: Int32Array.from(noded), ends: nodedEnds }
}

function push(list: number[], begin: number, x: number, y: number): void {
  const n = list.length
  if (n > begin && list[n - 2] === x && list[n - 1] === y) return
  list.push(x, y)
}
