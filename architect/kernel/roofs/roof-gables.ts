import { MeshBuilder, newellNormal } from '../../geometry/mesh.ts'
import { movedOut } from '../../geometry/moved-sides.ts'
import { distance, dot, leftOf, type Point, subtract, turn, unit } from '../../geometry/point.ts'
import { area, counterClockwise, edges, type Polygon } from '../../geometry/polygon.ts'
import { intersection } from '../../geometry/regions.ts'
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
    const { from, to, wall } = walls[index]
    const outer = movedOut(shape.polygon, -from)
    const inner = movedOut(shape.polygon, -to)
    if (!outer || !inner) continue
    const next = (edge + 1) % sides.length
    const strip = [outer[edge], outer[next], inner[next], inner[edge]]
    const pieces = shape.planes.flatMap((plane) => under(plane, shape, strip))
    if (pieces.length === 0) continue
    addSheet(builder, pieces)
    material ??= roof.finishes?.gable || !wall ? undefined : outerLook(wall, sides[edge])
  }
  const mesh = builder.build()
  if (mesh.indices.length === 0) return null
  return { name: 'gable', material: material ?? faceLook(roof, 'gable', 'plaster_white'), mesh }
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
