import { convexPieces, overlapDepth } from '../geometry/convex.ts'
import type { Polygon } from '../geometry/polygon.ts'
import { TOUCH_M } from '../kernel/prism.ts'
import { HEADROOM_M, type StairShape, stairShape } from '../kernel/stairs/stair-shape.ts'
import { WINDS_ABOUT_POLE } from '../kernel/stairs/stair-treads.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { nodeOf, type Scene } from '../scene/scene.ts'
import { strip } from './floor-holes.ts'
import { TREAD_DEPTH_M } from './obstacles.ts'

type Stair = NodeOf<'stair'>

/** People who arrive walk on for this far, in metres. */
const WALK_ON_M = 0.6
/** Less headroom by this much is rounding, in metres. */
export const HEADROOM_ROUNDING_M = 0.01

/**
 * The least clear height over the treads of a stair, and over the floor where it arrives, under a
 * stair that starts on that floor, in metres; null where they are not over one another.
 */
export function headroomUnder(lower: Stair, under: StairShape, over: StairShape): number | null {
  const surfaces = [
    ...under.treads.map(({ outline, top }) => ({ outline, height: top - under.rise })),
    ...arrivalOf(lower, under).map((outline) => ({ outline, height: 0 })),
  ].map(({ outline, height }) => ({ pieces: convexPieces(outline), height }))
  const clear = over.treads.flatMap(({ outline, top }) => {
    const bottom = Math.max(0, top - over.riserHeight - TREAD_DEPTH_M)
    const pieces = convexPieces(outline)
    return surfaces
      .filter((surface) =>
        surface.pieces.some((a) => pieces.some((b) => overlapDepth(a, b) > TOUCH_M)),
      )
      .map(({ height }) => bottom - height)
  })
  return clear.length === 0 ? null : Math.min(...clear)
}

/** The floor beyond the last tread; a spiral ends with a landing, which is one of its treads. */
function arrivalOf(stair: Stair, { treads, topAt }: StairShape): Polygon[] {
  const last = treads.at(-1)
  return last && !WINDS_ABOUT_POLE[stair.shape]
    ? [strip(topAt, last.direction, WALK_ON_M, stair.width / 2)]
    : []
}

export const isTooLow = (headroom: number | null): headroom is number =>
  headroom !== null && headroom < HEADROOM_M - HEADROOM_ROUNDING_M

export const lowStairMessage = (upper: string, lower: string, headroom: number): string =>
  `${upper} would leave ${headroom.toFixed(2)} m over ${lower}; ${HEADROOM_M} m are needed.`

/** `headroomUnder` of two stairs of a scene; null also where one of them is not in it. */
export function headroomBetween(scene: Scene, lowerId: string, upperId: string): number | null {
  const lower = nodeOf(scene, lowerId, 'stair')
  const [under, over] = [lowerId, upperId].map((id) => stairShape(scene, id))
  return lower && under && over ? headroomUnder(lower, under, over) : null
}
