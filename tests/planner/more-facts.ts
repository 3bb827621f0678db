import { boxOf, contains } from '../../architect/geometry/polygon.ts'
import { ROOM_TYPES, type RoomTypeName } from '../../architect/scene/room-types.ts'
import { nodeOf, nodesOf } from '../../architect/scene/scene.ts'
import { type Fact, isOpenTo, roomsIn, scene, type Which } from './facts.ts'
import type { HouseView, Side } from './house-view.ts'

/** Areas of a brief are met within a tenth, as in `facts.ts`. */
const WITHIN = 0.1
/** Clear sizes are met within this, in metres. */
const SIZE_WITHIN_M = 0.02
/** A door counts as wide enough from this much below the required width, in metres. */
const DOOR_WITHIN_M = 0.005
/** Rows in which an outline is looked at, from a side inward, and points in each row. */
const ROWS = [0.05, 0.12, 0.2, 0.28, 0.36, 0.44]
const POINTS_IN_ROW = 60
/** A gap in a row: a tenth of it at least, as rooms meet along lines without a width. */
const GAP = /(?<=#)\.{6,}(?=#)/g

const isNear = (value: number, target: number): boolean =>
  Math.abs(value - target) <= WITHIN * target
const rounded = (value: number): string => String(Math.round(value * 100) / 100)

/** Just these net areas in square metres, one for each of these rooms, in any order. */
export const areas = (which: Which, targets: number[]): Fact =>
  scene(`${which}: areas of ${targets.join(', ')} m²`, (house) => {
    const found = roomsIn(house, which).map(({ area }) => area)
    const [sorted, wanted] = [found, targets].map((list) => [...list].sort((a, b) => a - b))
    const isMet =
      sorted.length === wanted.length && sorted.every((area, index) => isNear(area, wanted[index]))
    return isMet ? null : found.map(rounded).join(', ') || 'no such room'
  })

/** At least one of these rooms has this net area in square metres. */
export const oneOfArea = (which: Which, target: number): Fact =>
  scene(`one ${which} of ${target} m²`, (house) => {
    const found = roomsIn(house, which).map(({ area }) => area)
    return found.some((area) => isNear(area, target)) ? null : found.map(rounded).join(', ')
  })

/** Net area in square metres of these rooms together: one room, or several that are one space. */
export const areaTogether = (which: Which, target: number): Fact =>
  scene(`${which}: ${target} m² together`, (house) => {
    const found = roomsIn(house, which).reduce((sum, { area }) => sum + area, 0)
    return isNear(found, target) ? null : rounded(found)
  })

/** Just as many rooms with a name like this. */
export const named = (pattern: RegExp, count: number): Fact =>
  scene(`${count} rooms named ${pattern}`, (house) => {
    const found = roomsIn(house, pattern).length
    return found === count ? null : `${found}`
  })

/** Just as many rooms of these types on one level. */
export const roomsOn = (level: number, counts: Partial<Record<RoomTypeName, number>>): Fact =>
  scene(`level ${level}: ${JSON.stringify(counts)}`, (house) => {
    const found = Object.keys(counts).map((type) => [
      type,
      house.rooms.filter((room) => room.level === level && room.type === type).length,
    ])
    return found.every(([type, count]) => counts[type as RoomTypeName] === count)
      ? null
      : JSON.stringify(Object.fromEntries(found))
  })

/** Each of these rooms, of which there must be at least one, has an outer wall on this side. */
export const eachOnSide = (which: Which, side: Side): Fact =>
  scene(`each ${which} on the ${side} side`, (house) => {
    const found = roomsIn(house, which)
    if (found.length === 0) return 'no such room'
    const others = found.filter(({ sides }) => !sides.has(side)).map(({ label }) => label)
    return others.length === 0 ? null : `${others.join(', ')} elsewhere`
  })

/** Clear sizes of a room in metres: `x` west to east, `z` north to south. */
export const measures = (which: Which, { x, z }: { x?: number; z?: number }): Fact =>
  scene(`${which} is ${x ?? 'any'} by ${z ?? 'any'} m`, (house) => {
    const [room] = roomsIn(house, which)
    if (!room) return 'no such room'
    const { minX, maxX, minZ, maxZ } = room.box
    const fits = (value: number, target = value) => Math.abs(value - target) < SIZE_WITHIN_M
    if (fits(maxX - minX, x) && fits(maxZ - minZ, z)) return null
    return `${rounded(maxX - minX)} by ${rounded(maxZ - minZ)}`
  })

/** Each door, between rooms and to the outside, is at least this wide, in metres. */
export const doorsAtLeast = (width: number): Fact =>
  scene(`each door is at least ${width} m wide`, ({ rooms, scene: { nodes } }) => {
    const doors = Object.values(nodes).filter((node) => node.kind === 'door')
    const narrow = doors.filter((door) => door.width < width - DOOR_WITHIN_M)
    if (rooms.length === 0 || doors.length === 0) return 'no door'
    return narrow.length === 0 ? null : narrow.map(({ id }) => id).join(', ')
  })

/** No door, opening or open border leads from one room to the other. */
export const isClosedTo = (which: Which, other: Which): Fact =>
  scene(`no way from ${which} to ${other}`, (house) => {
    const [from, to] = [which, other].map((each) => roomsIn(house, each))
    if (from.length === 0 || to.length === 0) return 'no such room'
    const ids = to.map(({ id }) => id)
    const isOpen = from.some(({ ways }) => ways.some((way) => ids.includes(way.to ?? '')))
    return isOpen ? 'a way' : null
  })

/** A hole without a leaf leads from one room to the other, as wide as required in metres. */
export const openingTo = (which: Which, other: Which, width: number): Fact =>
  scene(`an opening of ${width} m from ${which} to ${other}`, (house) => {
    const to = roomsIn(house, other).flatMap(({ openings }) => openings.map(({ id }) => id))
    const found = roomsIn(house, which).flatMap(({ openings }) =>
      openings.filter(({ id, kind }) => kind === 'opening' && to.includes(id)),
    )
    if (found.some((each) => Math.abs(each.width - width) < SIZE_WITHIN_M)) return null
    return found.map((each) => rounded(each.width)).join(', ') || 'none'
  })

/** A window of the room has its lower edge at this height above the floor, in metres. */
export const windowSill = (which: Which, sill: number): Fact =>
  scene(`${which}: a window with its sill at ${sill} m`, (house) => {
    const found = roomsIn(house, which)
      .flatMap(({ openings }) => openings)
      .flatMap(({ id }) => nodeOf(house.scene, id, 'window') ?? [])
    if (found.some((each) => Math.abs(each.sill - sill) < SIZE_WITHIN_M)) return null
    return found.map((each) => rounded(each.sill)).join(', ') || 'no window'
  })

/** The floor of the room has a material whose name fits. */
export const floorOf = (which: Which, material: RegExp): Fact =>
  scene(`${which}: floor of ${material}`, (house) => {
    const [room] = roomsIn(house, which)
    if (!room) return 'no such room'
    const { parent } = house.scene.nodes[room.id]
    const slabs = nodesOf(house.scene, 'slab').filter(
      (slab) => slab.parent === parent && contains(slab.polygon, [...room.middle]),
    )
    const found = slabs.map(({ finishes }) => JSON.stringify(finishes ?? {}))
    return found.some((each) => material.test(each)) ? null : found.join(', ') || 'no floor'
  })

/**
 * Kitchen and living room are open to each other, or one room by its name or its furniture: people
 * call it a sitting room with a kitchenette, or a room for cooking and living.
 */
export const openKitchen: Fact = {
  text: 'kitchen and living room are one space',
  refute(outcome) {
    const isOne = scene('', ({ rooms }) =>
      rooms.some(
        ({ type, label, assets }) =>
          ((type === 'living' || type === 'studio') &&
            assets.some((name) => name.startsWith('kitchen_'))) ||
          (/kitchen|cook/i.test(label) && /living|sitting|lounge|great/i.test(label)),
      )
        ? null
        : 'two rooms',
    )
    return isOne.refute(outcome) && isOpenTo('kitchen', 'living').refute(outcome)
  },
}

/** Some room has an item whose asset fits. */
export const somewhere = (asset: RegExp): Fact =>
  scene(`some room has ${asset}`, ({ rooms }) =>
    rooms.some(({ assets }) => assets.some((name) => asset.test(name))) ? null : 'none',
  )

/** The house has two wings with a gap between them that is open to one side, as the letter U. */
export const isUShaped: Fact = scene('two wings with a gap between them', (house) => {
  const indoors = indoorPolygons(house)
  if (indoors.length === 0) return 'no room'
  const { minX, minZ, maxX, maxZ } = boxOf(indoors.flat())
  /** True inside a room, at shares of the width and of the depth of the box around the house. */
  const isInside = (x: number, z: number): boolean => {
    const point: [number, number] = [minX + x * (maxX - minX), minZ + z * (maxZ - minZ)]
    return indoors.some((polygon) => contains(polygon, point))
  }
  // Each looks inward from one side: a share along that side, and a share of the way inward.
  const sides = [
    (along: number, away: number) => isInside(along, away),
    (along: number, away: number) => isInside(along, 1 - away),
    (along: number, away: number) => isInside(away, along),
    (along: number, away: number) => isInside(1 - away, along),
  ]
  return sides.some(hasGap) ? null : 'no gap between wings'
})

/** True where a row has a gap between two wings, and nothing closes it towards the side. */
function hasGap(isInside: (along: number, away: number) => boolean): boolean {
  const alongs = Array.from({ length: POINTS_IN_ROW }, (_, index) => (index + 0.5) / POINTS_IN_ROW)
  return ROWS.some((away, depth) => {
    const row = alongs.map((along) => (isInside(along, away) ? '#' : '.')).join('')
    return [...row.matchAll(GAP)].some(({ index, 0: { length } }) => {
      const middle = alongs[index + Math.floor(length / 2)]
      return ROWS.slice(0, depth).every((outer) => !isInside(middle, outer))
    })
  })
}

/** Outlines of the rooms on the ground floor that have a roof over them. */
export function indoorPolygons({ rooms, scene: { nodes } }: HouseView): [number, number][][] {
  return rooms
    .filter(({ type, level }) => level === 0 && !ROOM_TYPES[type].isOutdoors)
    .flatMap(({ id }) => {
      const node = nodes[id]
      return node.kind === 'zone' ? [node.polygon.map(([x, z]): [number, number] => [x, z])] : []
    })
}

/** The reply to the request with this number, from 0, has each of these patterns. */
export const repliesTo = (request: number, ...patterns: RegExp[]): Fact => ({
  text: `reply ${request} has ${patterns.join(', ')}`,
  refute({ replies }) {
    const text = replies[request]?.text ?? ''
    return patterns.every((pattern) => pattern.test(text)) ? null : `"${text.slice(0, 200)}"`
  },
})
