import { cross, dot3, minus, type Point3, unit3 } from '../../geometry/vector.ts'
import { loft } from './loft.ts'
import type { Solid } from './solid.ts'

/** A flat outline of `[z, y]` corners drawn along X from `from` to `to`: arms, backs, curbs. */
export function extrude(outline: [z: number, y: number][], from: number, to: number): Solid {
  let double = 0
  for (let i = 0; i < outline.length; i++) {
    const [[z, y], [nextZ, nextY]] = [outline[i], outline[(i + 1) % outline.length]]
    double += z * nextY - nextZ * y
  }
  // Seen from +X, the end of the extrusion, Z points to the left.
  const ring = double < 0 ? outline : [...outline].reverse()
  return loft([from, to].map((x) => ring.map(([z, y]): Point3 => [x, y, z])))
}

/** Direction of a bar between two equal points. */
const UP: Point3 = [0, 1, 0]

/** A round bar through the points: taps, frames, lamp arms. Ends are flat. */
export function tube(points: Point3[], radius: number, segments = 8): Solid {
  const tangents = points.map((_, index) => {
    const [before, after] = [points[Math.max(0, index - 1)], points[index + 1] ?? points[index]]
    return unit3(minus(after, before), UP)
  })
  let side = Math.abs(tangents[0][1]) < 0.9 ? ([0, 1, 0] as Point3) : ([1, 0, 0] as Point3)
  const rings = points.map((point, index) => {
    const tangent = tangents[index]
    // The side of the last ring, made square to this tangent: the bar does not twist.
    const u = unit3(minus(side, times(tangent, dot3(side, tangent))), UP)
    const v = cross(tangent, u)
    side = u
    return Array.from({ length: segments }, (_, k): Point3 => {
      const angle = (2 * Math.PI * k) / segments
      const [c, s] = [radius * Math.cos(angle), radius * Math.sin(angle)]
      return [
        point[0] + u[0] * c + v[0] * s,
        point[1] + u[1] * c + v[1] * s,
        point[2] + u[2] * c + v[2] * s,
      ]
    })
  })
  return loft(rings)
}

const times = (a: Point3, factor: number): Point3 => [a[0] * factor, a[1] * factor, a[2] * factor]
