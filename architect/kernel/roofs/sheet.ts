import type { MeshBuilder } from '../../geometry/mesh.ts'
import type { Point } from '../../geometry/point.ts'
import type { Point3 } from '../../geometry/vector.ts'

/** A corner of a sheet: where it is in plan, and from which height to which it is filled there. */
export interface SheetCorner {
  at: Point
  bottom: number
  top: number
}

/** Corners nearer than this in plan are one, in metres. */
const WELD_M = 1e-6

/**
 * One closed solid over faces that lie edge to edge in plan: their upper and lower sides, and
 * upright sides along all edges that no two of them share. Each ring goes counter-clockwise from
 * above.
 */
export function addSheet(builder: MeshBuilder, rings: readonly SheetCorner[][]): void {
  const known: SheetCorner[] = []
  const idOf = (corner: SheetCorner): number => {
    const found = known.findIndex(
      ({ at: [x, z] }) =>
        Math.abs(x - corner.at[0]) < WELD_M && Math.abs(z - corner.at[1]) < WELD_M,
    )
    if (found >= 0) return found
    const { at, bottom, top } = corner
    return known.push({ at, bottom, top: top - bottom > WELD_M ? top : bottom }) - 1
  }
  const welded = rings
    .map((ring) => ring.map(idOf))
    .map((ids) => ids.filter((id, index) => id !== ids[(index + 1) % ids.length]))
    .filter((ids) => ids.length > 2)
  const directed = new Set<string>()
  for (const ids of welded)
    for (let i = 0; i < ids.length; i++) directed.add(`${ids[i]} ${ids[(i + 1) % ids.length]}`)
  for (const ids of welded) {
    // The first height of a corner serves all its faces: neighbours round heights differently.
    const ring = ids.map((id) => known[id])
    builder.face(ring.map((corner) => point(corner, corner.top)))
    builder.face(ring.map((corner) => point(corner, corner.bottom)).reverse())
    for (let i = 0; i < ring.length; i++) {
      const j = (i + 1) % ring.length
      if (directed.has(`${ids[j]} ${ids[i]}`)) continue
      addSide(builder, ring[i], ring[j])
    }
  }
}

const point = ({ at }: SheetCorner, height: number): Point3 => [at[0], height, at[1]]

/** A side with one corner of no height is a triangle; without any height there is no side. */
function addSide(builder: MeshBuilder, a: SheetCorner, b: SheetCorner): void {
  const side = [point(a, a.bottom), point(b, b.bottom)]
  if (b.top > b.bottom) side.push(point(b, b.top))
  if (a.top > a.bottom) side.push(point(a, a.top))
  if (side.length > 2) builder.face(side)
}
