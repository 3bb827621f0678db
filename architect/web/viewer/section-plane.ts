import type { Section } from '../state/view-state.ts'
import type { Bounds, Vec3 } from './orbit.ts'

/** A plane in three.js' form: what has `normal · point + constant < 0` is not drawn. */
export interface ClipPlane {
  normal: Vec3
  constant: number
}

/** A plane in a face of the building would flicker. */
const ASIDE_M = 0.0137

/** The plane of a section through a building with these bounds. */
export function clipPlaneOf(section: Section, { min, max }: Bounds): ClipPlane {
  const at = (axis: 0 | 1 | 2) => min[axis] + (max[axis] - min[axis]) * section.at + ASIDE_M
  const sign = section.isFlipped ? -1 : 1
  const plane = (normal: Vec3, constant: number): ClipPlane => ({
    // No negative zeros.
    normal: [normal[0] * sign + 0, normal[1] * sign + 0, normal[2] * sign + 0],
    constant: constant * sign,
  })
  switch (section.axis) {
    case 'level':
      return plane([0, -1, 0], at(1))
    // North is -Z: what lies south of the plane is removed.
    case 'north':
      return plane([0, 0, -1], at(2))
    case 'west':
      return plane([-1, 0, 0], at(0))
    default:
      return section.axis satisfies never
  }
}

/** True where a plane leaves a point. */
export const isLeft = ({ normal, constant }: ClipPlane, point: Vec3): boolean =>
  normal[0] * point[0] + normal[1] * point[1] + normal[2] * point[2] + constant >= 0
