import { verifyScene } from '../../architect/checks/verify.ts'
import { cachedByObject } from '../../architect/kernel/cached-by-object.ts'
import type { RoofType } from '../../architect/scene/nodes.ts'
import { ROOM_TYPES, type RoomTypeName } from '../../architect/scene/room-types.ts'
import { nodesOf, type Scene } from '../../architect/scene/scene.ts'
import { sceneHash } from '../../architect/scene/scene-hash.ts'
import { type HouseView, houseView, type RoomView, type Side } from './house-view.ts'

/** The answer to one request of a brief. */
export interface Reply {
  text: string
  /** The options of a question; empty where the reply is not a question. */
  options: readonly string[]
}

/** What a brief left behind: the project before and after, and a reply to each request. */
export interface Outcome {
  before: Scene
  after: Scene
  replies: readonly Reply[]
}

/** A statement about an outcome. */
export interface Fact {
  text: string
  /** Null where it is true, else what was found instead. */
  refute(outcome: Outcome): string | null
}

/** Rooms by their type, or by a pattern of their names. */
export type Which = RoomTypeName | RegExp

/** Areas and sizes of a brief are met within a tenth. */
const WITHIN = 0.1
/** Rooms that an edit does not concern may move by this, in metres and square metres. */
const STILL = 0.05

const viewOf = cachedByObject(houseView)
/** Codes of the errors of `verify`, with their nodes. */
const errorsOf = cachedByObject((scene: Scene) =>
  verifyScene(scene, { minSeverity: 'error' }).issues.map(
    ({ code, nodeIds }) => `${code} ${nodeIds.join(' ')}`,
  ),
)

export function roomsIn({ rooms }: HouseView, which: Which): RoomView[] {
  return rooms.filter(({ type, label }) =>
    typeof which === 'string' ? type === which : which.test(label),
  )
}

/** A fact about the house afterwards. */
const afterwards = (text: string, refute: (house: HouseView) => string | null): Fact => ({
  text,
  refute: ({ after }) => refute(viewOf(after)),
})

/** A fact about each of the rooms meant, of which there must be at least one. */
const ofEach = (
  which: Which,
  text: string,
  refute: (room: RoomView, house: HouseView) => string | null,
): Fact =>
  afterwards(`${which}: ${text}`, (house) => {
    const rooms = roomsIn(house, which)
    if (rooms.length === 0) return 'no such room'
    const found = rooms.flatMap((room) => refute(room, house) ?? [])
    return found.length > 0 ? found.join('; ') : null
  })

/** A fact about one of the rooms meant: it is enough that one of them has it. */
const ofOne = (
  which: Which,
  text: string,
  refute: (room: RoomView, house: HouseView) => string | null,
): Fact =>
  afterwards(`${which}: ${text}`, (house) => {
    const found = roomsIn(house, which).map((room) => refute(room, house))
    return found.includes(null) ? null : found.join('; ') || 'no such room'
  })

const isNear = (value: number, target: number): boolean =>
  Math.abs(value - target) <= WITHIN * target
const rounded = (value: number): string => String(Math.round(value * 100) / 100)

/** Just as many rooms of these types. */
export const rooms = (counts: Partial<Record<RoomTypeName, number>>): Fact =>
  afterwards(`rooms: ${JSON.stringify(counts)}`, (house) => {
    const found = Object.entries(counts).map(
      ([type]) => [type, roomsIn(house, type as RoomTypeName).length] as const,
    )
    return found.every(([type, count]) => count === counts[type as RoomTypeName])
      ? null
      : JSON.stringify(Object.fromEntries(found))
  })

export const exists = (which: Which): Fact => ofOne(which, 'exists', () => null)
export const isGone = (which: Which): Fact =>
  afterwards(`${which} is gone`, (house) => (roomsIn(house, which).length === 0 ? null : 'there'))

/** Net area of each of these rooms, in square metres. */
export const area = (which: Which, target: number): Fact =>
  ofEach(which, `${target} m²`, (room) => (isNear(room.area, target) ? null : rounded(room.area)))

export const areaAtLeast = (which: Which, least: number): Fact =>
  ofEach(which, `at least ${least} m²`, (room) =>
    room.area >= least * 0.99 ? null : rounded(room.area),
  )

/**
 * Area of the house in square metres: people mean anything from the net area of its rooms to the
 * area between the middles of the outer walls.
 */
export const houseArea = (target: number): Fact =>
  afterwards(`house of ${target} m²`, ({ netArea, grossArea }) =>
    target >= netArea * (1 - WITHIN) && target <= grossArea * (1 + WITHIN)
      ? null
      : `net ${rounded(netArea)}, gross ${rounded(grossArea)}`,
  )

/** Between the outer faces of the ground floor, in metres. */
export const footprint = (width: number, depth: number, isTurnable = false): Fact =>
  afterwards(`footprint of ${width} by ${depth} m`, ({ footprint: found }) => {
    const fits = (a: number, b: number) =>
      Math.abs(found.width - a) <= 0.05 * a && Math.abs(found.depth - b) <= 0.05 * b
    if (fits(width, depth) || (isTurnable && fits(depth, width))) return null
    return `${rounded(found.width)} by ${rounded(found.depth)}`
  })

export const storeys = (count: number): Fact =>
  afterwards(`${count} storeys with rooms`, (house) => {
    const found = house.storeys.filter((index) => index >= 0)
    return found.length === count ? null : `levels ${found.join(', ')}`
  })

export const onLevel = (which: Which, level: number): Fact =>
  ofEach(which, `on level ${level}`, (room) => (room.level === level ? null : `${room.level}`))

/** Some room of the first kind shares a wall or a way with one of the second. */
export const nextTo = (which: Which, other: Which): Fact =>
  ofOne(which, `next to ${other}`, (room, house) =>
    roomsIn(house, other).some(({ id }) => id !== room.id && room.neighbours.has(id))
      ? null
      : 'not next to it',
  )

/** A door, an opening or an open border leads from a room of the first kind to the second. */
export const leadsTo = (which: Which, other: Which): Fact =>
  ofOne(which, `leads to ${other}`, (room, house) => {
    const ids = roomsIn(house, other).map(({ id }) => id)
    return room.ways.some(({ to }) => to !== null && ids.includes(to)) ? null : 'no way'
  })

export const leadsOutside = (which: Which): Fact =>
  ofOne(which, 'leads outside', (room, house) =>
    room.ways.some(
      ({ to }) =>
        to === null || ROOM_TYPES[house.rooms.find(({ id }) => id === to)!.type].isOutdoors,
    )
      ? null
      : 'no door',
  )

/** Open into each other without a door, or one room that has both uses in its name. */
export const isOpenTo = (which: RoomTypeName, other: RoomTypeName): Fact =>
  afterwards(`${which} is open to ${other}`, (house) => {
    const isOne = house.rooms.some(({ label }) =>
      [which, other].every((type) => label.toLowerCase().includes(type)),
    )
    if (isOne) return null
    const others = roomsIn(house, other).map(({ id }) => id)
    const isOpen = roomsIn(house, which).some(({ ways }) =>
      ways.some(({ to, isDoor }) => !isDoor && to !== null && others.includes(to)),
    )
    return isOpen ? null : 'closed or apart'
  })

export const onSide = (which: Which, side: Side): Fact =>
  ofOne(which, `on the ${side} side`, (room) =>
    room.sides.has(side) ? null : `on ${[...room.sides].join(', ') || 'no side'}`,
  )

/** Its middle lies on this side of the middle of another room. */
export const isBeyond = (which: Which, side: Side, other: Which): Fact =>
  ofOne(which, `${side} of ${other}`, (room, house) => {
    const away = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] }[side]
    return roomsIn(house, other).some(
      ({ middle }) =>
        (room.middle[0] - middle[0]) * away[0] + (room.middle[1] - middle[1]) * away[1] > 0,
    )
      ? null
      : 'not beyond it'
  })

/** Each room in which people stay has a window. */
export const daylight: Fact = afterwards('daylight in each habitable room', (house) => {
  const dark = house.rooms.filter(
    ({ type, openings }) =>
      ROOM_TYPES[type].isHabitable &&
      !openings.some(({ kind, side }) => kind === 'window' && side !== null),
  )
  return dark.length === 0 ? null : dark.map(({ label, type }) => label || type).join(', ')
})

/** A way leads from outside to each room. */
export const reachable: Fact = afterwards('every room can be reached from outside', (house) => {
  if (house.rooms.length === 0) return 'no room'
  const stairs = nodesOf(house.scene, 'stair').flatMap(({ parent, toLevel }) => [parent, toLevel])
  const seen = new Set(
    house.rooms
      .filter(({ ways, level }) => level === 0 && ways.some(({ to }) => to === null))
      .map(({ id }) => id),
  )
  const levelOf = (id: string) => house.scene.nodes[id].parent
  for (let size = -1; size < seen.size; ) {
    size = seen.size
    for (const { id, ways } of house.rooms)
      if (seen.has(id)) for (const { to } of ways) if (to !== null) seen.add(to)
    // A stair leads to the rooms in which people walk through to others.
    for (const { id, type } of house.rooms)
      if (ROOM_TYPES[type].isPassedThrough && stairs.includes(levelOf(id))) seen.add(id)
  }
  const lost = house.rooms.filter(({ id, type }) => !seen.has(id) && !ROOM_TYPES[type].isOutdoors)
  return lost.length === 0 ? null : lost.map(({ label, type }) => label || type).join(', ')
})

/** `verify` finds no error that the project did not have before. */
export const sound: Fact = {
  text: 'no new error of verify',
  refute({ before, after }) {
    const known = new Set(errorsOf(before))
    const found = errorsOf(after).filter((error) => !known.has(error))
    return found.length === 0 ? null : found.slice(0, 4).join('; ')
  },
}

export const roof = (type: RoofType, pitch?: number): Fact =>
  afterwards(`${type} roof${pitch === undefined ? '' : ` of ${pitch}°`}`, ({ scene }) => {
    const roofs = nodesOf(scene, 'roof')
    const fits = roofs.some(
      (each) =>
        each.roofType === type && (pitch === undefined || Math.abs(each.pitch - pitch) < 0.5),
    )
    const found = roofs.map((each) => `${each.roofType} ${each.pitch}`)
    return fits ? null : found.join(', ') || 'no roof'
  })

/** Each of these rooms has an item whose asset fits. */
export const furnished = (which: Which, asset: RegExp): Fact =>
  ofEach(which, `has ${asset}`, ({ assets }) =>
    assets.some((name) => asset.test(name)) ? null : assets.join(', ') || 'empty',
  )
export const lacks = (which: Which, asset: RegExp): Fact =>
  ofEach(which, `has no ${asset}`, ({ assets }) =>
    assets.some((name) => asset.test(name)) ? 'there' : null,
  )

/** Windows of a room, of those on one side, or as wide as required in metres. */
export const windows = (
  which: Which,
  {
    side,
    width,
    height,
    least = 1,
  }: { side?: Side; width?: number; height?: number; least?: number },
): Fact =>
  ofOne(which, `windows: ${JSON.stringify({ side, width, height, least })}`, ({ openings }) => {
    const found = openings.filter(({ kind }) => kind === 'window')
    const fitting = found.filter(
      (each) =>
        each.side !== null &&
        (side === undefined || each.side === side) &&
        (width === undefined || Math.abs(each.width - width) < 0.02) &&
        (height === undefined || Math.abs(each.height - height) < 0.02),
    )
    if (fitting.length >= least) return null
    return found.map((each) => `${rounded(each.width)} ${each.side}`).join(', ') || 'none'
  })

export const noWindow = (which: Which): Fact =>
  ofEach(which, 'has no window', ({ openings }) =>
    openings.some(({ kind }) => kind === 'window') ? 'there' : null,
  )

/** A door from outside on this side of the house. */
export const frontDoor = (side: Side): Fact =>
  afterwards(`front door in the ${side}`, (house) => {
    const doors = house.rooms
      .filter(({ level }) => level === 0)
      .flatMap(({ openings }) => openings.filter((each) => each.kind === 'door' && each.side))
    return doors.some((door) => door.side === side)
      ? null
      : doors.map((door) => door.side).join(', ') || 'no door to the outside'
  })

export const stairs = (count: number): Fact =>
  afterwards(`${count} stairs`, ({ scene }) => {
    const found = nodesOf(scene, 'stair').length
    return found === count ? null : `${found}`
  })

/** A property of the scene that no other fact names. */
export const scene = (text: string, refute: (house: HouseView) => string | null): Fact =>
  afterwards(text, refute)

/** A clear extent of a room has grown by this, in metres: `x` west to east, `z` north to south. */
export const grows = (which: Which, by: number, axis: 'x' | 'z' | 'any'): Fact => ({
  text: `${which} grows by ${by} m along ${axis}`,
  refute({ before, after }) {
    const [old] = roomsIn(viewOf(before), which)
    const [now] = roomsIn(viewOf(after), which)
    if (!old || !now) return 'no such room'
    const x = now.box.maxX - now.box.minX - (old.box.maxX - old.box.minX)
    const z = now.box.maxZ - now.box.minZ - (old.box.maxZ - old.box.minZ)
    const fits = (value: number) => Math.abs(value - by) < 0.02
    const isMet = axis === 'any' ? fits(x) !== fits(z) : fits(axis === 'x' ? x : z)
    return isMet ? null : `x ${rounded(x)}, z ${rounded(z)}`
  },
})

/** A room is larger than before, by at least a twentieth. */
export const isLarger = (which: Which): Fact => ({
  text: `${which} is larger`,
  refute({ before, after }) {
    const [old] = roomsIn(viewOf(before), which)
    const [now] = roomsIn(viewOf(after), which)
    if (!old || !now) return 'no such room'
    return now.area >= old.area * 1.05 ? null : `${rounded(old.area)} to ${rounded(now.area)}`
  },
})

/** Every room with another name than these has its place and area as before. */
export const othersStay = (...concerned: RegExp[]): Fact => ({
  text: `rooms other than ${concerned.join(', ')} stay`,
  refute({ before, after }) {
    const moved = viewOf(before).rooms.filter(({ id, label, area: old, middle: [x, z] }) => {
      if (concerned.some((pattern) => pattern.test(label))) return false
      const now = viewOf(after).rooms.find((room) => room.id === id || room.label === label)
      return (
        !now ||
        Math.abs(now.area - old) > STILL ||
        Math.abs(now.middle[0] - x) > STILL ||
        Math.abs(now.middle[1] - z) > STILL
      )
    })
    return moved.length === 0 ? null : moved.map(({ label }) => label).join(', ')
  },
})

export const isUnchanged: Fact = {
  text: 'the project is unchanged',
  refute: ({ before, after }) =>
    sceneHash(before) === sceneHash(after) ? null : 'it has been changed',
}

/** The last reply has each of these patterns. */
export const replies = (...patterns: RegExp[]): Fact => ({
  text: `the reply has ${patterns.join(', ')}`,
  refute({ replies: all }) {
    const last = all.at(-1)?.text ?? ''
    return patterns.every((pattern) => pattern.test(last)) ? null : `"${last.slice(0, 200)}"`
  },
})

/** The last reply has a number within a hundredth of this, and of no less than 0.05. */
export const repliesNumber = (what: string, target: (house: HouseView) => number): Fact => ({
  text: `the reply has ${what}`,
  refute({ before, replies: all }) {
    const last = all.at(-1)?.text ?? ''
    const value = target(viewOf(before))
    const numbers = (last.replace(/(\d),(?=\d{3}\b)/g, '$1').match(/-?\d+(?:\.\d+)?/g) ?? []).map(
      Number,
    )
    const isThere = numbers.some((each) => Math.abs(each - value) <= Math.max(0.05, value * 0.01))
    return isThere ? null : `${rounded(value)} is not in "${last.slice(0, 200)}"`
  },
})

/** The reply to the request with this number, from 0, is a question with options like these. */
export const offers = (request: number, ...options: RegExp[]): Fact => ({
  text: `reply ${request} is a question with ${options.join(', ')}`,
  refute({ replies: all }) {
    const found = all[request]?.options ?? []
    const fits = found.length >= 2 && options.every((each) => found.some((text) => each.test(text)))
    return fits ? null : found.join(' | ') || `no question: "${all[request]?.text.slice(0, 200)}"`
  },
})

/** The last reply states that something is not possible, and names it. */
export const refuses = (...named: RegExp[]): Fact =>
  replies(
    /\b(cannot|can't|could not|not possible|impossible|unable|does not fit|do not fit|no room for|not supported|too (small|large|narrow|little)|isn't possible|is not something)\b/i,
    ...named,
  )
