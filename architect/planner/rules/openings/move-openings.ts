import { dot, type Point } from '../../../geometry/point.ts'
import { wallPath } from '../../../kernel/walls/wall-path.ts'
import { SIDES, type Side } from '../../../layout/room-program.ts'
import { isRefused } from '../../../operations/draft-answer.ts'
import { adjacentZones } from '../../../operations/openings/door-sides.ts'
import { nodeOf } from '../../../scene/scene.ts'
import {
  asReason,
  describeOpening,
  describeRoom,
  readableMessage,
  roomsAt,
} from '../../house/describe.ts'
import type { HouseOpening } from '../../house/house.ts'
import type { Clause } from '../../language/clause.ts'
import { capital, formatMetres } from '../../language/format.ts'
import { Declined, type Workbench } from '../../workbench.ts'
import { applyAmongItems, soundly } from '../edits/sound-edit.ts'
import type { Reading } from '../rule.ts'
import { subjectFor } from './change-openings.ts'
import { type OpeningReference, openingReference, resolveOpenings } from './opening-reference.ts'
import { placeOpening, sidedStretches } from './place-opening.ts'

/** Distance by which an opening moves where the clause gives none, in metres. */
const STEP_M = 0.5
/** A position that is this near to the requested one is as good, in metres. */
const ALMOST_M = 0.05
/** Distance from the end of its wall of an opening that goes into a corner, in metres. */
const CORNER_M = 0.3
const DIRECTIONS: Record<Side, Point> = {
  north: [0, -1],
  east: [1, 0],
  south: [0, 1],
  west: [-1, 0],
}

/** Reads `move the window of the bath 40 cm to the left`, `to the middle`, `to the north wall`. */
export function moveOpenings(clause: Clause): Reading | null {
  const { text, lengths } = clause
  const wall = new RegExp(
    String.raw`\b(?:to|into|on|onto) (${SIDES.join('|')}) (?:wall|side|facade)`,
  ).exec(text)
  const source = wall
    ? text.slice(0, wall.index)
    : text.replace(
        /\b(?:further |more )?(?:to|towards?) (?:left|right|north|east|south|west|middle|cent(?:re|er))\b.*$/,
        '',
      )
  const reference = openingReference(clause, source.replace(/\b(?:left|right)$/, ''))
  if (!reference) return null
  return {
    subject: subjectFor(wall ? { ...reference, side: wall[1] as Side } : reference),
    run(bench) {
      const openings = resolveOpenings(bench, reference)
      const moved = openings.map((opening) =>
        soundly(bench, () =>
          wall
            ? toWall(bench, opening, wall[1] as Side)
            : along(bench, opening, text, lengths[0] ?? null),
        ),
      )
      return moved.join(' ')
    },
  }
}

function along(
  bench: Workbench,
  opening: HouseOpening,
  text: string,
  length: number | null,
): string {
  const { scene, house } = bench
  const wall = nodeOf(scene, opening.wallId, 'wall')!
  const path = wallPath(wall)
  const { offset } = scene.nodes[opening.id] as { offset: number } & object
  const name = describeOpening(house, opening)
  const [room] = roomsAt(house, opening)
  const stretch = sidedStretches(scene, room).find(
    (each) => each.wall.id === wall.id && each.from <= offset && each.to >= offset,
  )
  const [from, to] = stretch ? [stretch.from, stretch.to] : [0, path.length]
  const word =
    /\b(left|right|north|east|south|west|middle|cent(?:re|er)|corner)\b(?! (?:wall|window|door))(?!.*\b(?:left|right|north|east|south|west|middle|cent(?:re|er)|corner)\b)/.exec(
      text,
    )?.[1]
  if (!word)
    throw new Declined(
      `Where should ${name} go? Please name a direction, such as “40 cm to the left”, or “to the middle of the wall”.`,
    )
  let target: number
  if (/middle|cent/.test(word)) target = (from + to) / 2
  else if (word === 'corner')
    target =
      from +
      (offset - from < to - offset ? 0 : to - from) +
      (offset - from < to - offset ? 1 : -1) * (CORNER_M + opening.width / 2)
  else {
    const ahead = directionAlong(word, path.direction(offset), stretch?.side === 'left')
    if (Math.abs(ahead) < 0.5)
      throw new Declined(
        `That is not possible: ${name} can move along its wall only, which does not run to the ${word}.`,
      )
    target = offset + Math.sign(ahead) * (length ?? STEP_M)
  }
  const reached = move(bench, opening, onGrid(target), offset)
  const by = formatMetres(Math.abs(reached - offset))
  return /middle|cent|corner/.test(word)
    ? `Moved ${name} by ${by} to the ${word} of its wall.`
    : `Moved ${name} by ${by} to the ${word}.`
}

/** Positive where a direction runs along a wall; `left` as seen from inside the room. */
function directionAlong(word: string, direction: Point, isStartLeft: boolean): number {
  if (word === 'left') return isStartLeft ? -1 : 1
  if (word === 'right') return isStartLeft ? 1 : -1
  return dot(DIRECTIONS[word as Side], direction)
}

function move(bench: Workbench, { id }: HouseOpening, target: number, offset: number): number {
  const { scene } = bench
  const given = { id, offset: Math.max(0, target) }
  const mark = bench.mark()
  const answer = bench.attempt('edit_opening', given)
  if (!isRefused(answer)) return target
  try {
    applyAmongItems(bench, 'edit_opening', given, new Set(['items', 'hinge', 'swing']))
    return target
  } catch (error) {
    if (!(error instanceof Declined)) throw error
    bench.returnTo(mark)
  }
  const { fix, message } = answer.error
  const nearest = fix?.arguments.offset
  if (typeof nearest === 'number' && Math.abs(nearest - target) <= ALMOST_M) {
    bench.apply('edit_opening', fix!.arguments)
    return nearest
  }
  const most = typeof nearest === 'number' ? Math.abs(nearest - offset) : 0
  const offer = most > 0.01 ? ` It can move by ${formatMetres(most)} in that direction.` : ''
  throw new Declined(`That is not possible: ${asReason(readableMessage(scene, message))}${offer}`)
}

function toWall(bench: Workbench, opening: HouseOpening, side: Side): string {
  const { house, scene } = bench
  const before = describeOpening(house, opening)
  const rooms = roomsAt(house, opening).filter(({ isOutdoors }) => !isOutdoors)
  const node = scene.nodes[opening.id]
  const {
    id: _,
    parent: __,
    kind,
    offset: ___,
    ...fields
  } = node as unknown as Record<string, unknown> & { kind: HouseOpening['kind'] }
  bench.apply('delete_node', { ids: [opening.id] })
  const room = bench.house.rooms.find(({ id }) => id === rooms[0].id)!
  const size = {
    width: onGrid(opening.width),
    height: onGrid(opening.height),
    sill: onGrid(opening.sill),
  }
  const { wallId, offset } = placeOpening(
    bench,
    { room, side, beyond: opening.side === null ? null : 'outside', along: null },
    { kind, ...size, force: false },
  )
  const { windowType, doorType, shape } = fields
  const given = { wallId, offset: onGrid(offset), ...size, shape }
  if (kind === 'window') bench.apply('add_window', { ...given, windowType })
  else bench.apply('add_door', { ...given, doorType: doorType ?? 'opening' })
  return `Moved ${before} to the ${side} wall.`
}

/** Reads how a door opens: `let the bathroom door open outwards`, `swap its hinges`. */
export function swingDoors(clause: Clause): Reading | null {
  const { text } = clause
  const reference = openingReference(
    clause,
    text.replace(/\b(?:open(?:s|ing)?|swings?) (?:into|in to|to|towards) room\d+.*$/, ''),
  )
  if (reference?.kind !== 'door') return null
  const into = /\b(?:into|in to|to|towards) (room\d+)\b/.exec(
    text.replace(/^.*?\b(?:open(?:s|ing)?|swings?)\b/, ''),
  )?.[1]
  return {
    subject: subjectFor(reference),
    run(bench) {
      const openings = resolveOpenings(bench, reference)
      return openings
        .map((opening) =>
          soundly(bench, () => swing(bench, clause, reference, opening, into ?? null)),
        )
        .join(' ')
    },
  }
}

function swing(
  bench: Workbench,
  { text, rooms }: Clause,
  reference: OpeningReference,
  opening: HouseOpening,
  into: string | null,
): string {
  const { house, scene } = bench
  const door = nodeOf(scene, opening.id, 'door')
  const name = describeOpening(house, opening)
  if (!door || !/^(?:hinged|double)$/.test(door.doorType))
    throw new Declined(`That is not possible: ${name} has no leaf that swings.`)
  const wall = nodeOf(scene, opening.wallId, 'wall')!
  const sides = adjacentZones(scene, wall, door.offset)
  if (/\bhinges?\b|\bhinged\b|\bhanging\b|\bhandle side\b/.test(text)) {
    if (door.doorType === 'double')
      throw new Declined(
        `That is not possible: ${name} is a double door, with hinges on both sides.`,
      )
    const word = /\b(left|right)\b/.exec(text)?.[1]
    const hinge = word ? hingeOn(word, door.swing) : door.hinge === 'start' ? 'end' : 'start'
    if (hinge !== door.hinge) edit(bench, { id: door.id, hinge })
    return `${capital(name)} now has its hinges on the other side.`.replace(
      'the other side',
      hinge === door.hinge ? `the ${word}, as before` : word ? `the ${word}` : 'the other side',
    )
  }
  const target = into === null ? null : bench.room(rooms[Number(into.slice(4))])
  const own = reference.rooms[0] ? bench.rooms(reference.rooms[0]).map(({ id }) => id) : []
  const inside = sides.findIndex(
    (zone) => zone !== null && (own.length === 0 || own.includes(zone.id)),
  )
  const isOut = /\b(?:outwards?|out|outside|away)\b/.test(text)
  const isIn = /\b(?:inwards?|in|inside)\b/.test(text)
  const side = target
    ? sides.findIndex((zone) => zone?.id === target.id)
    : isOut
      ? 1 - inside
      : isIn
        ? inside
        : door.swing === 'left'
          ? 1
          : 0
  if (side < 0)
    throw new Declined(`That is not possible: ${name} does not lead to ${describeRoom(target!)}.`)
  const swinging = side === 0 ? 'left' : 'right'
  if (swinging !== door.swing) edit(bench, { id: door.id, swing: swinging })
  const zone = sides[side]
  const where = zone ? `into the ${zone.label ?? 'room'}` : 'to the outside'
  return `${capital(name)} ${swinging === door.swing ? 'already opens' : 'now opens'} ${where}.`
}

/** The jamb on a hand, seen from the room into which the door opens. */
function hingeOn(hand: string, swing: 'left' | 'right'): 'start' | 'end' {
  // From the right of a wall one sees its start on the left.
  return (hand === 'left') === (swing === 'right') ? 'start' : 'end'
}

function edit(bench: Workbench, given: Record<string, unknown>): void {
  const { scene } = bench
  const answer = bench.attempt('edit_opening', given)
  if (!isRefused(answer)) return
  const { fix, message } = answer.error
  if (
    fix &&
    fix.arguments.items === 'shift' &&
    fix.arguments.swing === given.swing &&
    fix.arguments.hinge === given.hinge
  )
    bench.apply('edit_opening', fix.arguments)
  else throw new Declined(`That is not possible: ${asReason(readableMessage(scene, message))}`)
}

const onGrid = (metres: number): number => Math.round(metres * 1e4) / 1e4
