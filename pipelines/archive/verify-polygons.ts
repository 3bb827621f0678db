import earcut from 'earcut'
import { boxOf, type FlatRing, holds, ringArea } from './ring-nesting.ts'

/**
 * How far the triangles that a renderer makes may differ from the rings' area: a tile unit or so
 * along the outline, for rings that rounding made touch themselves.
 */
const SHARE = 0.005

/**
 * Checks the rings of one feature as a renderer reads them: a ring with a positive area starts a
 * polygon, the negative ones after it are its holes. Returns `[code, message]` of the first
 * problem.
 */
export function polygonProblem(rings: FlatRing[]): [string, string] | null {
  const polygons: FlatRing[][] = []
  for (const ring of rings) {
    const area = ringArea(ring)
    if (area === 0) return ['ring.no_area', `a ring of ${ring.length / 2} points has no area`]
    if (area > 0) polygons.push([ring])
    else if (polygons.length === 0) return ['ring.winding', 'the first ring runs as a hole']
    else polygons[polygons.length - 1].push(ring)
  }
  return nestedShell(polygons) ?? firstOf(polygons, triangleProblem)
}

/** A shell inside another's filling is a hole wound the wrong way: it is drawn, not cut out. */
function nestedShell(polygons: FlatRing[][]): [string, string] | null {
  if (polygons.length < 2) return null
  const boxed = polygons.map(([shell, ...holes]) => ({ ring: shell, box: boxOf(shell), holes }))
  boxed.sort((a, b) => a.box[0] - b.box[0])
  for (let i = 0; i < boxed.length; i++) {
    for (let k = i + 1; k < boxed.length && boxed[k].box[0] <= boxed[i].box[2]; k++) {
      const [a, b] = [boxed[i], boxed[k]]
      for (const [outer, inner] of [
        [a, b],
        [b, a],
      ]) {
        if (!holds(outer, inner)) continue
        if (outer.holes.some((hole) => holds({ ring: hole, box: boxOf(hole) }, inner))) continue
        return ['ring.hole_winding', 'a shell lies inside another: a hole wound as a shell?']
      }
    }
  }
  return null
}

function triangleProblem(polygon: FlatRing[]): [string, string] | null {
  const area = polygon.reduce((sum, ring) => sum + ringArea(ring), 0)
  if (area <= 0) return ['ring.hole_area', `the holes are larger than their shell by ${-area}`]
  const holes: number[] = []
  for (let at = polygon[0].length / 2, i = 1; i < polygon.length; i++) {
    holes.push(at)
    at += polygon[i].length / 2
  }
  const flat = polygon.length === 1 ? polygon[0] : polygon.flat()
  const triangles = earcut(flat, holes)
  let drawn = 0
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [2 * triangles[i], 2 * triangles[i + 1], 2 * triangles[i + 2]]
    const across = (flat[b] - flat[a]) * (flat[c + 1] - flat[a + 1])
    drawn += Math.abs(across - (flat[c] - flat[a]) * (flat[b + 1] - flat[a + 1])) / 2
  }
  const outline = flat.length / 2
  if (Math.abs(drawn - area) > Math.max(SHARE * area, 2 + outline / 4)) {
    return ['ring.triangles', `triangles cover ${drawn} square units, the rings ${area}`]
  }
  return null
}

function firstOf<T, R>(list: T[], test: (item: T) => R | null): R | null {
  for (const item of list) {
    const found = test(item)
    if (found !== null) return found
  }
  return null
}
