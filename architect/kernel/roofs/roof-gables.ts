import { MeshBuilder, newellNormal } from '../../geometry/mesh.ts'
import {
  add,
  distance,
  dot,
  leftOf,
  type Point,
  subtract,
  turn,
  unit,
} from '../../geometry/point.ts'
import { area, counterClockwise, edges, type Polygon } from '../../geometry/polygon.ts'
import { intersection } from '../../geometry/regions.ts'
import { meetingSpeed } from '../../geometry/skeleton.ts'
import type { Point3 } from '../../geometry/vector.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import type { Part } from '../body.ts'
import { faceLook } from '../face-look.ts'
import { peaksOver } from './roof-rings.ts'
import type { RoofPlane, RoofShape } from './roof-shape.ts'
import { addSheet, type SheetCorner } from './sheet.ts'

/** Thickness of a gable with no wall under it, in metres. */
const GABLE_THICKNESS_M = 0.15
/** Area that two neighbours on Clipper's grid of 10 nm may share by rounding, in square metres. */
const SLIVER_M2 = 1e-6

/**
 * Closes the roof from the tops of the walls up to its underside, over the walls where there are
 * some.
 */
export function gablePart(scene: Scene, roof: NodeOf<'roof'>, shape: RoofShape): Part | null {
  const builder = new MeshBuilder()
  const sides = edges(shape.polygon)
  const walls = shape.gables.map((edge) => wallUnder(scene, roof.parent!, sides[edge]))
  let material: Part['material'] | undefined
  for (const [index, edge] of shape.gables.entries()) {
    const { wall } = walls[index]
    const strip = stripOf(shape, edge, walls)
    if (!strip) continue
    const pieces = shape.planes.flatMap((plane) => under(plane, shape, strip))
    if (pieces.length === 0) continue
    addSheet(builder, pieces)
    material ??= roof.finishes?.gable || !wall ? undefined : outerLook(wall, sides[edge])
  }
  const mesh = builder.build()
  if (mesh.indices.length === 0) return null
  return { name: 'gable', material: material ?? faceLook(roof, 'gable', 'plaster_white'), mesh }
}

/** Sides that turn by less, as a sine, are one front with their gables: 15 degrees. */
const STRAIGHT_SINE = 0.26

/**
 * The plan of a gable, mitred where the next side has a gable too. Next to eaves it goes on to the
 * line where the roof's underside comes down to the tops of the walls. Null where sides fold back.
 */
function stripOf(
  { polygon, gables }: RoofShape,
  edge: number,
  walls: readonly { from: number; to: number }[],
): Polygon | null {
  const count = polygon.length
  const [before, next] = [(edge + count - 1) % count, (edge + 1) % count]
  const along = (side: number) => unit(subtract(polygon[(side + 1) % count], polygon[side]))
  const cornerAt = (corner: number, other: number, depth: 'from' | 'to'): Point | null => {
    const own = walls[gables.indexOf(edge)][depth]
    const isFront = Math.abs(turn(along(other), along(edge))) < STRAIGHT_SINE
    const its = isFront ? own : (walls[gables.indexOf(other)]?.[depth] ?? 0)
    const moved = meetingSpeed(leftOf(along(edge)), own, leftOf(along(other)), its)
    return moved && add(polygon[corner], moved)
  }
  const corners = [
    cornerAt(edge, before, 'from'),
    cornerAt(next, next, 'from'),
    cornerAt(next, next, 'to'),
    cornerAt(edge, before, 'to'),
  ]
  return corners.every((corner) => corner !== null) ? corners : null
}

/** The part of the strip under a plane and above the tops of the walls. */
function under({ outline }: RoofPlane, shape: RoofShape, strip: Polygon): SheetCorner[][] {
  const [nx, ny, nz] = newellNormal(outline)
  const [x0, y0, z0] = outline[0] as Point3
  const heightAt = ([x, z]: Point) => y0 - shape.depth - (nx * (x - x0) + nz * (z - z0)) / ny
  const plan = outline.map(([x, , z]): Point => [x, z])
  const pieces = intersection([counterClockwise(strip)], [plan])
  return pieces
    .filter(({ outer }) => area(outer) > SLIVER_M2)
    .flatMap(({ outer }) =>
      peaksOver(
        outer.map((at) => ({ at, t: heightAt(at) - shape.eavesHeight })),
        0,
      ).map((ring) =>
        ring.map(({ at, t }) => ({
          at,
          bottom: shape.eavesHeight,
          top: shape.eavesHeight + Math.max(0, t),
        })),
      ),
    )
}

/** Where the gable begins and ends inside of the edge: in line with the wall below. */
function wallUnder(
  scene: Scene,
  levelId: string,
  [a, b]: [Point, Point],
): { from: number; to: number; wall?: NodeOf<'wall'> } {
  const along = unit(subtract(b, a))
  const inward = leftOf(along)
  // A front is mostly of several walls, cut where others meet it: together they carry the gable.
  const under = childrenOf(scene, levelId, 'wall').flatMap((wall) => {
    const { start, end, thickness, sagitta } = wall
    if (sagitta !== 0) return []
    if (Math.abs(turn(unit(subtract(end, start)), along)) > 1e-3) return []
    const middle = dot(subtract(start, a), inward)
    const [s, e] = [dot(subtract(start, a), along), dot(subtract(end, a), along)]
    const shared = Math.min(Math.max(s, e), distance(a, b)) - Math.max(Math.min(s, e), 0)
    return Math.abs(middle) <= thickness && shared > 0 ? [{ wall, shared }] : []
  })
  const whole = under.reduce((sum, { shared }) => sum + shared, 0)
  const longest = under.toSorted((one, other) => other.shared - one.shared)[0]?.wall
  const found = whole > distance(a, b) / 2 ? longest : undefined
  if (!found) return { from: 0, to: GABLE_THICKNESS_M }
  const middle = dot(subtract(found.start, a), inward)
  return { from: middle - found.thickness / 2, to: middle + found.thickness / 2, wall: found }
}

/** The look of that side of the wall that faces away from the roof's middle. */
function outerLook(wall: NodeOf<'wall'>, [a, b]: [Point, Point]): Part['material'] {
  const isAlong = dot(subtract(wall.end, wall.start), subtract(b, a)) > 0
  return faceLook(wall, isAlong ? 'right' : 'left', 'plaster_white')
}
