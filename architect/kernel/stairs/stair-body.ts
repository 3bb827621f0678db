import { addPrism, MeshBuilder } from '../../geometry/mesh.ts'
import { add, type Point, rotate, scale } from '../../geometry/point.ts'
import { counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import type { Body } from '../body.ts'
import { faceLook } from '../face-look.ts'
import { addUpright, type Figure } from '../upright.ts'
import { handrailMeshes } from './handrails.ts'
import { type StairShape, stairShape } from './stair-shape.ts'
import { SPIRAL_POLE_M, type StairFlight, WINDS_ABOUT_POLE } from './stair-treads.ts'

/** Thickness of a tread, in metres; it stands out over the riser below by the nosing. */
const TREAD_M = 0.04
const NOSING_M = 0.025
/** Thickness of the stair's body below the inner corners of its steps, across the slope. */
const WAIST_M = 0.14
/** Thickness of a spiral's treads, and height of its pole above the upper floor. */
const SPIRAL_TREAD_M = 0.05
const POLE_OVER_M = 1
const POLE_SIDES = 24

/** Treads on a body with a smooth underside; for a spiral, treads around a pole. */
export function stairBody(scene: Scene, stair: NodeOf<'stair'>): Body {
  const shape = stairShape(scene, stair.id)
  if (!shape || shape.treads.length === 0) return { nodeId: stair.id, parts: [] }
  const treads = new MeshBuilder()
  const body = new MeshBuilder()
  const windsAboutPole = WINDS_ABOUT_POLE[stair.shape]
  if (windsAboutPole) {
    for (const { outline, top } of shape.treads)
      addPrism(treads, outline, shape.base + top - SPIRAL_TREAD_M, shape.base + top)
    addPrism(body, poleOf(stair.position), shape.base, shape.base + shape.rise + POLE_OVER_M)
  } else {
    for (const tread of shape.treads) {
      const outline = tread.isLanding ? tread.outline : withNosing(tread.outline, tread.direction)
      addPrism(treads, outline, shape.base + tread.top - TREAD_M, shape.base + tread.top)
    }
    for (const [index, flight] of shape.flights.entries())
      addFlight(body, stair, shape, flight, index + 1 < shape.flights.length)
    for (const tread of shape.treads.filter(({ isLanding }) => isLanding)) {
      const top = shape.base + tread.top - TREAD_M
      addPrism(body, tread.outline, Math.max(shape.base, top + TREAD_M - waistOf(shape)), top)
    }
  }
  const bodyLook = windsAboutPole ? 'black_metal' : 'plaster_white'
  const { rail, bars } = handrailMeshes(scene, stair)
  return {
    nodeId: stair.id,
    parts: [
      { name: 'tread', material: faceLook(stair, 'tread', 'wood_oak'), mesh: treads.build() },
      { name: 'body', material: faceLook(stair, 'body', bodyLook), mesh: body.build() },
      { name: 'rail', material: faceLook({}, 'rail', 'wood_oak'), mesh: rail.build() },
      { name: 'bars', material: faceLook({}, 'bars', 'black_metal'), mesh: bars.build() },
    ].filter(({ mesh }) => mesh.indices.length > 0),
  }
}

/** Extends a tread over the riser below it, against the direction upward. */
function withNosing(outline: Polygon, direction: Point): Polygon {
  const middle = outline.reduce((sum, corner) => add(sum, corner), [0, 0] as Point)
  const [x, z] = scale(middle, 1 / outline.length)
  const back = scale(direction, -NOSING_M)
  return outline.map((corner) => {
    const ahead = (corner[0] - x) * direction[0] + (corner[1] - z) * direction[1]
    return ahead < 0 ? add(corner, back) : corner
  })
}

/** Straight down from the inner corner of a step to the underside. */
function waistOf({ riserHeight, going }: StairShape): number {
  return (WAIST_M * Math.hypot(riserHeight, going)) / going
}

/** Steps from above, one slope from below, which ends at the floor. */
function addFlight(
  builder: MeshBuilder,
  stair: NodeOf<'stair'>,
  shape: StairShape,
  { start, direction, base, treads }: StairFlight,
  endsAtLanding: boolean,
): void {
  const { riserHeight: riser, going } = shape
  const waist = waistOf(shape)
  const end = treads * going
  const steps: Figure = Array.from({ length: treads }, (_, i) => {
    const height = base + (i + 1) * riser - TREAD_M
    return [
      [i * going, height],
      [(i + 1) * going, height],
    ] as const
  }).flat()
  const under = (s: number) => base + (s / going) * riser - waist
  // On the floor the underside begins where the slope comes out of it.
  const foot = (waist / riser) * going
  const lower: Figure =
    base > 0
      ? [
          [0, Math.max(0, under(0))],
          [end, under(end)],
        ]
      : foot < end
        ? [
            [0, 0],
            [foot, 0],
            [end, under(end)],
          ]
        : [
            [0, 0],
            [end, 0],
          ]
  // The slope runs on until it is as deep as the landing: else there would be a gap under the last
  // riser.
  const depth = under(end + going)
  const joint: Figure =
    endsAtLanding && depth > steps[steps.length - 1][1] && foot < end
      ? [
          [end + going, depth],
          [end, depth],
        ]
      : []
  const figure = [...lower, ...joint, ...[...steps].reverse()]
  const plane = { origin: start, along: direction, height: shape.base }
  addUpright(builder, figure, plane, -stair.width / 2, stair.width / 2)
}

const poleOf = (centre: Point): Polygon =>
  counterClockwise(
    Array.from({ length: POLE_SIDES }, (_, i) =>
      add(centre, rotate([SPIRAL_POLE_M, 0], (360 * i) / POLE_SIDES)),
    ),
  )
