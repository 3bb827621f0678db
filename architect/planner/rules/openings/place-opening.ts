import { leftOf, scale } from '../../../geometry/point.ts'
import { wallPath } from '../../../kernel/walls/wall-path.ts'
import type { Side } from '../../../layout/room-program.ts'
import type { NewOpening } from '../../../operations/openings/add-opening.ts'
import { bestPlace } from '../../../operations/openings/best-place.ts'
import {
  OUTSIDE,
  type SharedStretch,
  stretchesAround,
} from '../../../operations/openings/wall-between.ts'
import { Refusal } from '../../../operations/refusal.ts'
import { ROOM_TYPES } from '../../../scene/room-types.ts'
import { nodeOf, type Scene } from '../../../scene/scene.ts'
import { describeOpening, describeRoom, describeWall } from '../../house/describe.ts'
import type { HouseRoom } from '../../house/house.ts'
import { formatList, formatMetres } from '../../language/format.ts'
import { Declined, type Workbench } from '../../workbench.ts'

/** Where in its wall an opening goes, as seen from inside the room. */
export type Along = 'left' | 'right' | 'middle' | null

/** Where an opening is requested. */
export interface OpeningPlace {
  room: HouseRoom
  /** The side of the room; null for any. */
  side: Side | null
  /** The room beyond; `outside`; null for any room or the outside. */
  beyond: HouseRoom | 'outside' | null
  along: Along
}

/** A stretch of wall with the side of the room that it is on. */
interface SidedStretch extends SharedStretch {
  facing: Side
}

/** Distance from a corner at which an opening to the left or right begins, in metres. */
const CORNER_M = 0.3
/** Steps in which the widest opening is searched, in metres. */
const STEP_M = 0.1
/** Widths below these are not offered, in metres. */
const LEAST_M: Record<NewOpening['kind'], number> = { window: 0.4, door: 0.7, opening: 0.7 }

/** The stretches of walls around a room, each with the side of the room that it is on. */
export function sidedStretches(scene: Scene, room: HouseRoom): SidedStretch[] {
  return stretchesAround(scene, nodeOf(scene, room.id, 'zone')!).map((stretch) => {
    const { wall, from, to, side } = stretch
    const left = leftOf(wallPath(wall).direction((from + to) / 2))
    const [x, z] = side === 'left' ? left : scale(left, -1)
    const facing = Math.abs(x) > Math.abs(z) ? (x > 0 ? 'east' : 'west') : z > 0 ? 'south' : 'north'
    return { ...stretch, facing }
  })
}

function isOutdoors(scene: Scene, id: string): boolean {
  const zone = nodeOf(scene, id, 'zone')
  return id === OUTSIDE || (zone !== null && ROOM_TYPES[zone.roomType].isOutdoors)
}

/** The stretches in which an opening may be. Throws `Declined` where the room has none. */
function stretchesFor(scene: Scene, { room, side, beyond }: OpeningPlace): SidedStretch[] {
  const all = sidedStretches(scene, room)
  const towards =
    beyond === null
      ? all
      : all.filter((each) =>
          beyond === 'outside' ? isOutdoors(scene, each.beyond) : each.beyond === beyond.id,
        )
  const found = side === null ? towards : towards.filter(({ facing }) => facing === side)
  if (found.length > 0) return found
  const sides = [...new Set(towards.map(({ facing }) => facing))]
  const name = describeRoom(room)
  const target = beyond === 'outside' || beyond === null ? 'the outside' : describeRoom(beyond)
  if (towards.length === 0) {
    const others = [...new Set(all.map((each) => each.beyond))].map((id) =>
      id === OUTSIDE ? 'the outside' : `the ${scene.nodes[id]?.label ?? 'room'}`,
    )
    throw new Declined(
      `That is not possible: ${name} has no wall to ${target}. It borders ${formatList(others)}.`,
    )
  }
  throw new Declined(
    `That is not possible: ${name} has no ${beyond === 'outside' ? 'outer ' : ''}wall in the ${side}${beyond !== null && beyond !== 'outside' ? ` to ${target}` : ''}. Such walls of it are in the ${formatList(sides)}.`,
  )
}

/** A wall and an offset along it, in metres. */
export interface FoundPlace {
  wallId: string
  offset: number
  facing: Side
}

/**
 * The best place for an opening. Throws `Declined` with the widest one that fits where there is
 * none.
 */
export function placeOpening(
  bench: Workbench,
  place: OpeningPlace,
  request: NewOpening,
): FoundPlace {
  const { scene } = bench
  const stretches = stretchesFor(scene, place)
  const facingOf = (wallId: string) => stretches.find(({ wall }) => wall.id === wallId)!.facing
  if (place.along !== null) {
    const longest = stretches.reduce((best, each) =>
      each.to - each.from > best.to - best.from ? each : best,
    )
    return {
      wallId: longest.wall.id,
      offset: offsetIn(longest, place.along, request.width),
      facing: longest.facing,
    }
  }
  try {
    const { wallId, offset } = bestPlace(scene, stretches, request)
    return { wallId, offset, facing: facingOf(wallId) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const blockers = error.details?.blockedBy
    // Only furniture is in the way: the caller moves it.
    if (Array.isArray(blockers) && blockers.some((id) => scene.nodes[id]?.kind === 'item'))
      return placeOpening(bench, { ...place, along: 'middle' }, request)
    throw new Declined(noPlace(bench, stretches, request))
  }
}

/** Why an opening does not fit, with what is in its way and the widest that fits. */
function noPlace(
  { house, scene }: Workbench,
  stretches: readonly SharedStretch[],
  request: NewOpening,
): string {
  const ids = [...new Set(stretches.map(({ wall }) => wall.id))]
  const walls = house.walls.filter(({ id }) => ids.includes(id))
  const others = house.openings.filter(({ wallId }) => ids.includes(wallId))
  const longest = Math.max(...stretches.map(({ from, to }) => to - from))
  const where = formatList(
    walls.map((wall) => describeWall(house, wall)),
    'or',
  )
  const what = `a ${request.kind} ${formatMetres(request.width)} wide and ${formatMetres(request.height)} high does not fit into ${where}, which has ${formatMetres(longest)}`
  const beside =
    others.length === 0
      ? ''
      : ` with ${formatList(others.map((each) => describeOpening(house, each)))}`
  const widest = widestIn(scene, stretches, request)
  const offer = widest === null ? '' : ` The widest that fits is ${formatMetres(widest)}.`
  return `That does not fit: ${what}${beside}.${offer}`
}

function widestIn(
  scene: Scene,
  stretches: readonly SharedStretch[],
  request: NewOpening,
): number | null {
  const longest = Math.max(...stretches.map(({ from, to }) => to - from))
  const most = Math.min(request.width - STEP_M, longest)
  for (
    let width = Math.floor(most / STEP_M) * STEP_M;
    width >= LEAST_M[request.kind];
    width -= STEP_M
  )
    if (fits(scene, stretches, { ...request, width: Math.round(width * 100) / 100 })) return width
  return null
}

function fits(scene: Scene, stretches: readonly SharedStretch[], request: NewOpening): boolean {
  try {
    bestPlace(scene, stretches, request)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Seen from inside: to the left is against the wall's direction where the room is to its right. */
function offsetIn(
  { from, to, side }: SharedStretch,
  along: Exclude<Along, null>,
  width: number,
): number {
  const first = from + CORNER_M + width / 2
  const last = to - CORNER_M - width / 2
  const middle = (from + to) / 2
  if (along === 'middle' || first > last) return middle
  // The room is on the other side than what is beyond; a viewer in it looks at the wall.
  const startsLeft = side === 'left'
  return (along === 'left') === startsLeft ? first : last
}

/** `left`, `right` and `middle` of a wall in a text. */
export function alongIn(text: string): Along {
  if (/\b(?:middle|centre|center|centred|centered)\b/.test(text)) return 'middle'
  const match = /\b(?:on|to|at|in|far) (left|right)(?:[- ]hand)?(?: side| end| corner)?\b/.exec(
    text,
  )
  return (match?.[1] as 'left' | 'right' | undefined) ?? null
}
