import type { Side } from '../../layout/room-program.ts'
import { ROOM_STANDARDS } from '../../layout/room-standards.ts'
import type { House, HouseRoom } from '../house/house.ts'
import { wayTo } from '../house/way-to.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { makeBest, type Way } from './best-way.ts'
import { disturbance, neighboursSentence } from './disturbance.ts'
import { type Figures, figuresFor, TheRoom, theRoom } from './figures.ts'
import { applyMakingWay, movedSentence } from './make-way.ts'
import { repairLight } from './repair-rooms.ts'

/** Costs of a swap: of a room whose area changes, and of a use that does not fit there. */
const COSTS = { area: 10, tooSmall: 25 }
/** Rooms that stay where they are: others are reached through them. */
const FIXED = new Set(['hall', 'corridor', 'entrance', 'stairwell', 'terrace', 'garage'])

/** Two rooms change places. */
export function swapTwo(bench: Workbench, a: HouseRoom, b: HouseRoom): string {
  if (a.id === b.id)
    throw new Declined(`I cannot swap ${theRoom(a)} with itself. Please name two rooms.`)
  const start = bench.mark()
  const before = bench.house
  makeBest(bench, [[swapWay(bench, a, b)]], () => 0)
  const after = bench.house
  return `${TheRoom(a)} and ${theRoom(b)} have changed places: ${areaNow(after, a.label, b.id)}, ${areaNow(after, b.label, a.id)}.${repairs(before, after)}${movedSentence(before, after, bench.calls.slice(start.calls))}`
}

const METRIC: Figures = figuresFor('')

function areaNow({ rooms }: House, label: string, id: string): string {
  const room = rooms.find((each) => each.id === id)!
  return `${theRoom({ label })} has ${METRIC.area(room.area)} now`
}

function swapWay(bench: Workbench, a: HouseRoom, b: HouseRoom): Way {
  return {
    make() {
      const hadLight = [a, b].map(hasWindow)
      applyMakingWay(bench, 'swap_rooms', { zoneIds: [a.id, b.id] })
      // Each is on the floor of the other now; ids stay with the floors.
      repairLight(bench, b.id, hadLight[0])
      repairLight(bench, a.id, hadLight[1])
    },
    cost: swapCost(a, b) + swapCost(b, a),
  }
}

const hasWindow = ({ openings }: HouseRoom): boolean =>
  openings.some(({ kind, side }) => kind === 'window' && side !== null)

/** Cost of a room that gets the floor of another. */
function swapCost({ type, area }: HouseRoom, floor: HouseRoom): number {
  const { minArea, minWidth } = ROOM_STANDARDS[type]
  const width = Math.min(floor.box.maxX - floor.box.minX, floor.box.maxZ - floor.box.minZ)
  const isTooSmall = floor.area < minArea || width < minWidth
  return COSTS.area * Math.abs(Math.log(floor.area / area)) + (isTooSmall ? COSTS.tooSmall : 0)
}

function repairs(before: House, after: House): string {
  const added = after.openings.filter(({ id }) => !before.openings.some((old) => old.id === id))
  return added
    .map(({ kind, roomIds }) => {
      const room = after.rooms.find(({ id }) => roomIds.includes(id))
      return ` I added a ${kind} to ${room ? theRoom(room) : 'it'}, which had none there.`
    })
    .join('')
}

/** A room takes the place of one on a side of the house. */
export function moveRoomToSide(bench: Workbench, room: HouseRoom, side: Side): string {
  if (room.sides.has(side)) return `${TheRoom(room)} already is on the ${side} side of the house.`
  return trade(bench, room, ({ sides }) => sides.has(side), `on the ${side} side of the house`)
}

/** A room takes the place of one beside another. */
export function moveRoomNextTo(bench: Workbench, room: HouseRoom, other: HouseRoom): string {
  if (room.id === other.id)
    throw new Declined(`${TheRoom(room)} cannot be next to itself. Please name another room.`)
  if (other.neighbours.has(room.id)) return `${TheRoom(room)} already is next to ${theRoom(other)}.`
  return trade(
    bench,
    room,
    ({ id, neighbours }) => id !== other.id && neighbours.has(other.id),
    `next to ${theRoom(other)}`,
  )
}

function trade(
  bench: Workbench,
  room: HouseRoom,
  isThere: (floor: HouseRoom) => boolean,
  where: string,
): string {
  const start = bench.mark()
  const before = bench.house
  if (FIXED.has(room.type))
    throw new Declined(
      `I cannot move ${theRoom(room)}: the other rooms are reached or built around it. I can move or swap rooms beside it.`,
    )
  const floors = before.rooms.filter(
    (floor) =>
      floor.level === room.level &&
      floor.id !== room.id &&
      !FIXED.has(floor.type) &&
      isThere(floor),
  )
  if (floors.length === 0)
    throw new Declined(`There is no room ${where} that could change places with ${theRoom(room)}.`)
  makeBest(bench, [floors.map((floor) => swapWay(bench, room, floor))], () => 0)
  const after = bench.house
  const floor = floors.find(
    ({ id }) => after.rooms.find((each) => each.id === id)!.label === room.label,
  )!
  return `${TheRoom(room)} is ${where} now: it changed places with ${theRoom(floor)} and has ${METRIC.area(floor.area)} (before: ${METRIC.area(room.area)}).${repairs(before, after)}${movedSentence(before, after, bench.calls.slice(start.calls))}`
}

/** A room moves as a block; its neighbours give way. */
export function moveRoomBy(
  bench: Workbench,
  room: HouseRoom,
  side: Side,
  metres: number,
  request: string,
): string {
  const figures = figuresFor(request)
  const start = bench.mark()
  const before = bench.house
  const by = wayTo(side, metres)
  makeBest(
    bench,
    [[{ make: () => applyMakingWay(bench, 'move_room', { zoneId: room.id, by }) }]],
    (old, now) => disturbance(old, now, [room.id]),
  )
  const after = bench.house
  return `${TheRoom(room)} is ${figures.length(metres)} further ${side}.${neighboursSentence(before, after, [room.id], figures)}${movedSentence(before, after, bench.calls.slice(start.calls))}`
}
