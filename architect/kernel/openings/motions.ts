import { leftOf } from '../../geometry/point.ts'
import type { Point3 } from '../../geometry/vector.ts'
import type { Scene } from '../../scene/scene.ts'
import { bodyOf } from '../bodies.ts'
import type { UprightPlane } from '../upright.ts'
import { doorLeaves } from './door-leaves.ts'
import type { LeafMotion } from './leaf-motion.ts'
import { openingPlace } from './opening-outline.ts'
import { windowLeaves } from './window-leaves.ts'

/** How a group of parts of a body moves from its closed pose, in which the body is drawn. */
export interface Motion {
  /** `leaf_1`: the name of the part that carries the others. */
  group: string
  /** Names of the parts of the body that move together: `leaf_1`, `pane_1`, `handle_1`. */
  parts: string[]
  /** The group on which this one hangs: it moves with that one, and turns against it. */
  carrier?: string
  kind: LeafMotion['kind']
  /** A point of the axis, in the world, closed. Of a slide, a point of the leaf. */
  pivot: Point3
  /**
   * Length 1: of a turn or a fold the axis, up or along the wall; of a slide the direction; of a
   * roll the axis about which the track bends, along the wall.
   */
  axis: Point3
  /**
   * Degrees of a turn or a fold, by the right hand about `axis`: counter-clockwise from above where
   * that is up. Metres along `axis` of a slide, and along the track of a roll.
   */
  amount: number
  /** The track of a section that rolls, which goes up, about `pivot`, and on level. */
  track?: Track
}

export interface Track {
  /** Of the bend, in metres. */
  radius: number
  /** From the wall into the room, level, of length 1. */
  inward: Point3
  /** Heights of the closed section's lower and upper edge, in the world. */
  low: number
  high: number
}

/** Turned by `degrees` about the motion's axis through its pivot, then moved. */
export interface Pose {
  degrees: number
  moved: Point3
}

/**
 * The motions of a door's or a window's leaves, in the order of their numbers; a carrier comes
 * before what hangs on it. Empty for nodes and leaves that do not open, and for items: all doors or
 * drawers of a cabinet are one part of its mesh, and checks leave the floor before it free instead
 * of a swing.
 */
export function motionsOf(scene: Scene, id: string): Motion[] {
  const node = Object.hasOwn(scene.nodes, id) ? scene.nodes[id] : undefined
  if (node?.kind !== 'door' && node?.kind !== 'window') return []
  const place = openingPlace(scene, node)
  if (!place) return []
  const leaves: { number?: number; motion?: LeafMotion }[] =
    node.kind === 'door'
      ? doorLeaves(node, place).leaves.map((leaf, index) => ({ ...leaf, number: index + 1 }))
      : windowLeaves(scene, node, place).leaves
  const names = bodyOf(scene, id)!.parts.map(({ name }) => name)
  const motions = leaves.flatMap(({ number, motion }) =>
    motion && number !== undefined ? [motionOf(place.plane, number, motion, names)] : [],
  )
  return carriersFirst(motions)
}

/** Folding panels hang on a jamb: at the wall's end the last of them carries the others. */
function carriersFirst(motions: Motion[]): Motion[] {
  return motions[0]?.carrier === undefined ? motions : motions.reverse()
}

function motionOf(
  plane: UprightPlane,
  number: number,
  motion: LeafMotion,
  names: readonly string[],
): Motion {
  const { origin, along, height } = plane
  const left = leftOf(along)
  const at = (s: number, t: number, y: number): Point3 => [
    origin[0] + along[0] * s + left[0] * t,
    height + y,
    origin[1] + along[1] * s + left[1] * t,
  ]
  const group = {
    group: `leaf_${number}`,
    parts: names.filter((name) => name.endsWith(`_${number}`)),
    kind: motion.kind,
  }
  const level: Point3 = [along[0], 0, along[1]]
  switch (motion.kind) {
    case 'turn':
      return motion.axis === 'up'
        ? { ...group, pivot: at(...motion.at, 0), axis: [0, 1, 0], amount: motion.degrees }
        : { ...group, pivot: at(0, ...motion.at), axis: level, amount: motion.degrees }
    case 'fold':
      return {
        ...group,
        ...(motion.carrier !== undefined && { carrier: `leaf_${motion.carrier}` }),
        pivot: at(...motion.at, 0),
        axis: [0, 1, 0],
        amount: motion.degrees,
      }
    case 'slide':
      return { ...group, pivot: at(0, 0, 0), axis: level, amount: motion.metres }
    case 'roll': {
      const { at: bend, radius, metres, low, high } = motion
      const side = Math.sign(bend[0])
      const inward: Point3 = [left[0] * side, 0, left[1] * side]
      const track = { radius, inward, low: height + low, high: height + high }
      return { ...group, pivot: at(0, ...bend), axis: level, amount: metres, track }
    }
  }
}

/**
 * The pose of a group when it is open by a share from 0, closed, to 1, relative to its carrier:
 * exact for each kind, so that a clip may sample it.
 */
export function poseAt(motion: Motion, share: number): Pose {
  const { kind, axis, amount } = motion
  switch (kind) {
    case 'turn':
    case 'fold':
      return { degrees: amount * share, moved: [0, 0, 0] }
    case 'slide': {
      const metres = amount * share
      return { degrees: 0, moved: [axis[0] * metres, axis[1] * metres, axis[2] * metres] }
    }
    case 'roll':
      return rolled(motion, motion.track!, amount * share)
  }
}

/** A point of a group in the world, when all motions of its node are open by a share. */
export function movedPoint(
  motions: readonly Motion[],
  group: string,
  share: number,
  point: Point3,
): Point3 {
  let at = point
  let name: string | undefined = group
  // A door has at most four panels that hang on each other.
  while (name !== undefined) {
    const motion: Motion | undefined = motions.find((each) => each.group === name)
    if (!motion) break
    const { degrees, moved } = poseAt(motion, share)
    const turned = turnedAbout(at, motion.pivot, motion.axis, degrees)
    at = [turned[0] + moved[0], turned[1] + moved[1], turned[2] + moved[2]]
    name = motion.carrier
  }
  return at
}

/** By the right hand about an axis of length 1 through the pivot: Rodrigues' rotation. */
function turnedAbout(point: Point3, pivot: Point3, [ax, ay, az]: Point3, degrees: number): Point3 {
  const angle = (degrees * Math.PI) / 180
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const [x, y, z] = [point[0] - pivot[0], point[1] - pivot[1], point[2] - pivot[2]]
  const along = (ax * x + ay * y + az * z) * (1 - c)
  return [
    pivot[0] + x * c + (ay * z - az * y) * s + ax * along,
    pivot[1] + y * c + (az * x - ax * z) * s + ay * along,
    pivot[2] + z * c + (ax * y - ay * x) * s + az * along,
  ]
}

/** Halvings of the search for the lower edge of a section: to less than a nanometre. */
const HALVINGS = 32

/** Both edges of the section, on its side of the wall, stay on the track. */
function rolled({ pivot, axis }: Motion, { radius, inward, low, high }: Track, metres: number) {
  const [, bend] = pivot
  // The track in its own plane: metres into the room from the pivot, and height.
  const on = (way: number): [number, number] => {
    const over = way - bend
    if (over <= 0) return [-radius, way]
    const angle = over / radius
    return angle < Math.PI / 2
      ? [-radius * Math.cos(angle), bend + radius * Math.sin(angle)]
      : [over - (radius * Math.PI) / 2, bend + radius]
  }
  const size = high - low
  const upper = on(high + metres)
  // A chord is shorter than its arc, by less than a half in a quarter of a circle.
  let [far, near] = [high + metres - 2 * size, high + metres - size]
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (far + near) / 2
    const [u, y] = on(middle)
    if (Math.hypot(upper[0] - u, upper[1] - y) > size) far = middle
    else near = middle
  }
  const lower = on(near)
  const lean = Math.atan2(upper[0] - lower[0], upper[1] - lower[1])
  // What points up leans to the right of `axis` by the right hand: to the left it is negative.
  const isRight = inward[0] * -axis[2] + inward[2] * axis[0] > 0
  const degrees = ((isRight ? lean : -lean) * 180) / Math.PI
  // The closed upper edge, turned about the pivot: from there it moves to its place on the track.
  const [c, s] = [Math.cos(lean), Math.sin(lean)]
  const up = high - bend
  const turned = [-radius * c + up * s, bend + radius * s + up * c]
  const into = upper[0] - turned[0]
  const moved: Point3 = [inward[0] * into, upper[1] - turned[1], inward[2] * into]
  return { degrees, moved }
}
