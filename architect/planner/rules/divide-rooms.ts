import { ROOM_STANDARDS } from '../../layout/room-standards.ts'
import { ROOM_TYPES } from '../../scene/room-types.ts'
import type { HouseRoom } from '../house/house.ts'
import type { RoomReference } from '../language/clause.ts'
import { formatList } from '../language/format.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { makeBest, type Way } from './best-way.ts'
import { disturbance, excessAspect } from './disturbance.ts'
import { addDoorTo } from './door-to.ts'
import { figuresFor, TheRoom, theRoom } from './figures.ts'
import { applyMakingWay, movedSentence } from './make-way.ts'
import type { Found } from './pattern.ts'
import { repairLight, roomOf, waysInto } from './repair-rooms.ts'
import { freeLabel, kindOf, type RoomKind, withArticle } from './room-kind.ts'

const METRIC = figuresFor('')
/** Costs of a part of a room: beyond the usual shape, below the usual size, in another room. */
const COSTS = { aspect: 8, tooSmall: 25, throughRoom: 4, asFirst: 1 }
/** About the thickness of a new wall, in metres. */
const WALL_M = 0.12
const AXES = ['x', 'z'] as const

/** One room of two; it has the use that is requested, else that of the larger. */
export function mergeRooms(bench: Workbench, found: Found): string {
  const rooms = twoRooms(bench, found)
  if (rooms[0].id === rooms[1].id)
    throw new Declined(`I cannot merge ${theRoom(rooms[0])} with itself. Please name two rooms.`)
  const target = found.hasRoom('third') ? kindOf(bench, found.room('third')) : null
  const isInto = /\b(?:into|to) room1\b/.test(found.clause.text)
  const [keeper, other] = keeperFirst(rooms, target, isInto)
  const merged = target ?? (isInto ? keeper : joint(keeper, other))
  // A bedroom that grows has the same name.
  const label = keeper.type === merged.type && target ? keeper.label : merged.label
  const start = bench.mark()
  const before = bench.house
  makeBest(
    bench,
    [
      [
        {
          make: () => {
            applyMakingWay(bench, 'merge_rooms', {
              zoneIds: [keeper.id, other.id],
              label,
              roomType: merged.type,
            })
          },
        },
      ],
    ],
    () => 0,
  )
  const after = bench.house
  const now = roomOf(bench, keeper.id)
  return `${TheRoom(rooms[0])} and ${theRoom(rooms[1])} are one room now: “${now.label}” with ${METRIC.area(now.area)}.${movedSentence(before, after, bench.calls.slice(start.calls))}`
}

function twoRooms(bench: Workbench, found: Found): HouseRoom[] {
  if (found.hasRoom('other')) return [bench.room(found.room()), bench.room(found.room('other'))]
  const rooms = bench.rooms(found.room())
  if (rooms.length === 2) return rooms
  throw new Declined(
    `I cannot choose which two rooms to merge: there ${rooms.length === 1 ? 'is only' : 'are'} ${formatList(rooms.map(({ label }) => label))}. Please name the two.`,
  )
}

function keeperFirst(
  rooms: readonly HouseRoom[],
  target: RoomKind | null,
  isInto: boolean,
): HouseRoom[] {
  if (isInto) return [rooms[1], rooms[0]]
  const bySize = [...rooms].sort((a, b) => b.area - a.area)
  const fitting = bySize.find(({ type }) => type === target?.type) ?? bySize[0]
  return [fitting, rooms.find((room) => room !== fitting)!]
}

/** `Kitchen and living room`: both uses, where each is a room to stay in. */
function joint(keeper: HouseRoom, other: HouseRoom): RoomKind {
  const isBoth =
    keeper.type !== other.type && [keeper, other].every(({ type }) => ROOM_TYPES[type].isHabitable)
  return {
    type: keeper.type,
    label: isBoth ? `${keeper.label} and ${other.label.toLowerCase()}` : keeper.label,
  }
}

/** A new room out of a part of another. */
export function splitOff(
  bench: Workbench,
  reference: RoomReference,
  target: RoomReference,
  area: number | null,
): string {
  const room = bench.room(reference)
  const kind = kindOf(bench, target)
  const metres2 = area ?? ROOM_STANDARDS[kind.type].area
  const rest = room.area - metres2
  if (rest < ROOM_STANDARDS[room.type].minArea / 2)
    throw new Declined(
      `${TheRoom(room)} has ${METRIC.area(room.area)}: too little for ${withArticle(kind.label)} of ${METRIC.area(metres2)}. ${METRIC.area(Math.max(0, room.area - ROOM_STANDARDS[room.type].minArea))} are possible.`,
    )
  return divide(bench, room, { type: room.type, label: room.label }, kind, metres2)
}

/** A room in two parts of the same size, or of the uses that are requested. */
export function splitRoom(bench: Workbench, found: Found): string {
  const room = bench.room(found.room())
  const parts = found.number ?? 2
  if (parts !== 2)
    throw new Declined(
      `I can divide ${theRoom(room)} into two rooms at once, not ${parts}. Divide one of the two afterwards.`,
    )
  const own: RoomKind = { type: room.type, label: room.label }
  const named = ['other', 'third'].flatMap((name) =>
    found.hasRoom(name) ? [kindOf(bench, found.room(name))] : [],
  )
  const [first, second] = named.length === 2 ? named : [own, named[0] ?? own]
  // Of two uses, the one that the room has stays with the larger part.
  const [stays, leaves] = second.type === room.type ? [second, first] : [first, second]
  const wanted = leaves.type === stays.type ? room.area / 2 : ROOM_STANDARDS[leaves.type].area
  return divide(bench, room, stays, leaves, Math.min(wanted, room.area / 2))
}

function divide(
  bench: Workbench,
  room: HouseRoom,
  stays: RoomKind,
  leaves: RoomKind,
  area: number,
): string {
  const start = bench.mark()
  const before = bench.house
  const label =
    leaves.label === stays.label && leaves.label === room.label
      ? freeLabel(bench, leaves.label)
      : otherLabel(bench, leaves.label, room)
  // Halves of the same use are the same from either end.
  const ends = stays.type === leaves.type ? [false] : [false, true]
  const ways = AXES.flatMap((axis) =>
    ends.map((isFirst) =>
      cutWay(bench, room, { axis, isFirst, area, stays, leaves: { ...leaves, label } }),
    ),
  )
  ways.sort((a, b) => a.least! - b.least!)
  makeBest(bench, [ways], (old, now) => disturbance(old, now, [room.id]))
  const after = bench.house
  const parts = after.rooms.filter(
    ({ id }) => id === room.id || !before.rooms.some((old) => old.id === id),
  )
  const made = parts.find((part) => part.label === label)!
  const rest = parts.find((part) => part !== made)!
  const doors = after.openings.filter(
    ({ id, kind, roomIds }) =>
      kind === 'door' && roomIds.includes(made.id) && !before.openings.some((old) => old.id === id),
  )
  const to = doors.flatMap(({ roomIds }) =>
    after.rooms.filter(({ id }) => id !== made.id && roomIds.includes(id)).map(theRoom),
  )
  const door = to.length > 0 ? `, with a door to ${formatList(to)}` : ''
  return `${TheRoom(made)} has ${METRIC.area(made.area)} now${door}; ${theRoom(rest)} has ${METRIC.area(rest.area)} (before: ${METRIC.area(room.area)}).${movedSentence(before, after, bench.calls.slice(start.calls))}`
}

/** The label, with a number where a room other than the divided one has it. */
function otherLabel(bench: Workbench, label: string, room: HouseRoom): string {
  return label === room.label ? label : freeLabel(bench, label)
}

interface Cut {
  axis: 'x' | 'z'
  /** The new room is the west or north part. */
  isFirst: boolean
  area: number
  stays: RoomKind
  leaves: RoomKind
}

function cutWay(
  bench: Workbench,
  room: HouseRoom,
  { axis, isFirst, area, stays, leaves }: Cut,
): Way {
  let cost = 0
  const make = (): void => {
    const across = axis === 'x' ? room.box.maxZ - room.box.minZ : room.box.maxX - room.box.minX
    const rest = room.area - area - WALL_M * across
    const firstArea = isFirst ? area : rest
    if (isTooNarrow(leaves, area / across) || isTooNarrow(stays, rest / across))
      throw new Declined(
        `${TheRoom(room)} is too small for that: a part would be ${METRIC.length(Math.min(area, rest) / across)} wide.`,
      )
    const [first, second] = isFirst ? [leaves, stays] : [stays, leaves]
    const { zoneIds } = applyMakingWay(bench, 'split_room', {
      zoneId: room.id,
      axis,
      area: Math.round(firstArea * 100) / 100,
      labels: [first.label, second.label],
      roomTypes: [first.type, second.type],
    })
    const [madeId, restId] = isFirst ? (zoneIds as string[]) : [...(zoneIds as string[])].reverse()
    for (const id of [restId, madeId]) openRoom(bench, id)
    for (const id of [restId, madeId]) repairLight(bench, id, false)
    cost = partCost(roomOf(bench, madeId)) + partCost(roomOf(bench, restId))
    if (isFirst) cost += COSTS.asFirst
  }
  return {
    make,
    least: leastCost(room, { axis, isFirst, area, stays, leaves }),
    get cost() {
      return cost
    },
  }
}

/** What the shapes of the parts of a rectangle cost; nothing is known of other rooms. */
function leastCost(room: HouseRoom, { axis, isFirst, area, stays, leaves }: Cut): number {
  const [x, z] = [room.box.maxX - room.box.minX, room.box.maxZ - room.box.minZ]
  const first = isFirst ? COSTS.asFirst : 0
  if (room.area < RECTANGLE_SHARE * x * z) return first
  const across = axis === 'x' ? z : x
  const excess = ({ type }: RoomKind, metres2: number) => {
    const width = metres2 / across
    const aspect = Math.max(width / across, across / width)
    return Math.max(0, aspect - ROOM_STANDARDS[type].maxAspect - ASPECT_OFF)
  }
  const rest = room.area - area - WALL_M * across
  return first + COSTS.aspect * (excess(leaves, area) + excess(stays, rest))
}

/** A room with this share of its box is a rectangle. */
const RECTANGLE_SHARE = 0.98
/** What an aspect may be off, as walls snap to those that stand. */
const ASPECT_OFF = 0.1

/** Narrower than so much of the usual width, a part of a room is of no use. */
const NARROWEST_SHARE = 0.7

const isTooNarrow = ({ type }: RoomKind, width: number): boolean =>
  width < NARROWEST_SHARE * ROOM_STANDARDS[type].minWidth

function partCost(room: HouseRoom): number {
  const { minArea, minWidth } = ROOM_STANDARDS[room.type]
  const { minX, maxX, minZ, maxZ } = room.box
  const isTooSmall = room.area < minArea || Math.min(maxX - minX, maxZ - minZ) < minWidth
  return COSTS.aspect * excessAspect(room) + (isTooSmall ? COSTS.tooSmall : 0)
}

/** A door to a room that has none. */
function openRoom(bench: Workbench, id: string): void {
  const room = roomOf(bench, id)
  if (room.openings.some(({ kind }) => kind !== 'window')) return
  if (!addDoorTo(bench, id, waysInto(bench.house, room)))
    throw new Declined(`There is no place for a door to ${theRoom(room)}.`)
}

/** Gives the area of a room to a neighbour, or takes an annex and a terrace away. */
export function deleteRoom(bench: Workbench, room: HouseRoom, heir: RoomReference | null): string {
  const before = bench.house
  const start = bench.mark()
  const heirs = heir
    ? [bench.room(heir)]
    : before.rooms.filter(({ id, isOutdoors }) => room.neighbours.has(id) && !isOutdoors)
  const isAnnex = heir === null && (room.isOutdoors || room.type === 'garage')
  const gone: Way = {
    make() {
      bench.apply('delete_room', {
        zoneId: room.id,
        items: 'remove',
        ...(!room.isOutdoors && { walls: 'remove' }),
        floor: 'remove',
      })
      const roofs = roofsOver(bench, room)
      if (roofs.length > 0) bench.apply('delete_node', { ids: roofs })
    },
  }
  const given = heirs.map(
    (other): Way => ({
      make: () => {
        bench.apply('delete_room', { zoneId: room.id, into: other.id, items: 'remove' })
      },
      cost: heirCost(room, other),
    }),
  )
  makeBest(bench, heir ? [given] : isAnnex ? [[gone], given] : [given, [gone]], (old, now) =>
    disturbance(
      old,
      now,
      heirs.map(({ id }) => id),
    ),
  )
  const after = bench.house
  const [into] = bench.calls
    .slice(start.calls)
    .flatMap(({ arguments: { into } }) => after.rooms.filter(({ id }) => id === into))
  const fate = into
    ? ` Its area went to ${theRoom(into)}, which has ${METRIC.area(into.area)} now.`
    : ' Its walls and floor are gone as well.'
  return `${TheRoom(room)} is deleted.${fate}${movedSentence(before, after, bench.calls.slice(start.calls))}`
}

/** Rooms of the same use inherit first, and those that would become far too large last. */
function heirCost({ neighbours, area, type }: HouseRoom, heir: HouseRoom): number {
  const most = Math.max(...neighbours.values())
  const excess = Math.log((heir.area + area) / (2 * ROOM_STANDARDS[heir.type].area))
  return (
    4 * (1 - neighbours.get(heir.id)! / most) +
    (heir.type === type ? 0 : 1) +
    6 * Math.max(0, excess)
  )
}

/** Roofs that cover a room and little more. */
function roofsOver({ scene }: Workbench, room: HouseRoom): string[] {
  return Object.values(scene.nodes).flatMap((node) => {
    if (node.kind !== 'roof' || node.parent !== room.levelId) return []
    const xs = node.polygon.map(([x]) => x)
    const zs = node.polygon.map(([, z]) => z)
    const size = (Math.max(...xs) - Math.min(...xs)) * (Math.max(...zs) - Math.min(...zs))
    const [x, z] = room.middle
    const isOver =
      x > Math.min(...xs) && x < Math.max(...xs) && z > Math.min(...zs) && z < Math.max(...zs)
    return isOver && size < 2 * room.area ? [node.id] : []
  })
}
