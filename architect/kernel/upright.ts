import type { MeshBuilder } from '../geometry/mesh.ts'
import { leftOf, type Point } from '../geometry/point.ts'
import type { Point3 } from '../geometry/vector.ts'

/** A flat figure that stands upright: `[along, height]` of its corners in metres. */
export type Figure = readonly (readonly [along: number, height: number])[]

/**
 * The upright plane of a figure: where `along` is 0, into which it grows (length 1), and height 0.
 */
export interface UprightPlane {
  origin: Point
  along: Point
  height: number
}

/**
 * A closed solid: the figure less its holes, drawn from `from` to `to` metres to the left of the
 * plane (to the right where negative; `from` is the lesser). Rings may turn either way.
 */
export function addUpright(
  builder: MeshBuilder,
  figure: Figure,
  { origin, along, height }: UprightPlane,
  from: number,
  to: number,
  holes: readonly Figure[] = [],
): void {
  const left = leftOf(along)
  const at = ([s, y]: Figure[number], depth: number): Point3 => [
    origin[0] + along[0] * s + left[0] * depth,
    height + y,
    origin[1] + along[1] * s + left[1] * depth,
  ]
  // Seen from the right of the plane `along` goes to the right, so that side shows the figure as
  // given.
  const outer = turning(figure, 1)
  const cut = holes.map((hole) => turning(hole, -1))
  const face = (ring: Figure, depth: number) => ring.map((corner) => at(corner, depth))
  const back = (ring: Figure) => face(ring, to).reverse()
  builder.face(
    face(outer, from),
    cut.map((ring) => face(ring, from)),
  )
  builder.face(back(outer), cut.map(back))
  for (const ring of [outer, ...cut]) {
    for (let i = 0; i < ring.length; i++) {
      const [a, b] = [ring[i], ring[(i + 1) % ring.length]]
      builder.face([at(a, to), at(b, to), at(b, from), at(a, from)])
    }
  }
}

function turning(figure: Figure, sign: number): Figure {
  let double = 0
  for (let i = 0; i < figure.length; i++) {
    const [[s, y], [t, w]] = [figure[i], figure[(i + 1) % figure.length]]
    double += s * w - t * y
  }
  return double * sign < 0 ? [...figure].reverse() : figure
}

/** A rectangle standing upright. */
export const upright = (from: number, to: number, bottom: number, top: number): Figure => [
  [from, bottom],
  [to, bottom],
  [to, top],
  [from, top],
]
