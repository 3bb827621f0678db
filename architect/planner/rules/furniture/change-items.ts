import { describeRoom } from '../../house/describe.ts'
import type { HouseRoom } from '../../house/house.ts'
import type { Clause, ItemReference, RoomReference } from '../../language/clause.ts'
import { capital, formatList, formatMetres } from '../../language/format.ts'
import { levelIn } from '../../language/storey-words.ts'
import { Declined, type Workbench } from '../../workbench.ts'
import { applyOrOffer, soundly } from '../edits/sound-edit.ts'
import { marked } from '../pattern-rule.ts'
import type { Reading } from '../rule.ts'
import { findPlace } from './find-place.ts'
import {
  describeItem,
  type HouseItem,
  itemsIn,
  listItems,
  matchingItems,
  resolveItem,
  roomOfItem,
  someAsset,
  withCarried,
} from './house-items.ts'
import { assetFor, misfitText, placeAsset } from './place-items.ts'
import { formatPlace, requestedPlace } from './requested-place.ts'

/** Distance by which an item moves where the clause gives none, in metres. */
const STEP_M = 0.5
const DIRECTIONS: Record<string, readonly [x: number, z: number]> = {
  north: [0, -1],
  up: [0, -1],
  back: [0, -1],
  east: [1, 0],
  right: [1, 0],
  south: [0, 1],
  down: [0, 1],
  forward: [0, 1],
  west: [-1, 0],
  left: [-1, 0],
}

const DIRECTION =
  /\b(north|south|east|west|left|right|up|down|back|forward)(?:wards?)?\b(?! (?:wall|side|corner|end))/g

export const plainName = (text: string): string =>
  text.replace(/^(?:the|a|an|my|our|your) /i, '').toLowerCase()

/** `the sofa in the living room`. */
export const itemSubject = (item: ItemReference, room: RoomReference | undefined): string =>
  `the ${plainName(item.text)}${room ? ` in the ${plainName(room.text)}` : ''}`

const roomsOf = (bench: Workbench, reference: RoomReference | undefined): HouseRoom[] | null =>
  reference ? bench.rooms(reference) : null

/** Reads `take the sofa out of the living room`, `remove all chairs`. */
export function removeItems(clause: Clause): Reading {
  const { text, items, rooms, numbers } = clause
  return {
    subject: null,
    run(bench) {
      const where = roomsOf(bench, rooms[0])
      const found = items.flatMap((item, index) => {
        const some = new RegExp(`\\bnum(\\d+) of item${index}\\b`).exec(text)
        const count = some ? numbers[Number(some[1])] : item.count
        return item.isPlural || /\b(?:all|every|each|both)\b/.test(text)
          ? matchingItems(bench, item, where).slice(0, count ?? undefined)
          : [resolveItem(bench, item, where)]
      })
      const names =
        found.length > 3 ? [listItems(found)] : found.map((item) => describeItem(bench.house, item))
      return removed(bench, found, formatList(names))
    },
  }
}

function removed(bench: Workbench, items: readonly HouseItem[], what: string): string {
  const ids = items.map(({ id }) => id)
  const all = withCarried(bench.scene, ids)
  const more = all.length - ids.length
  soundly(bench, () => bench.apply('delete_node', { ids: all }))
  return `Removed ${what}${more > 0 ? `, with ${more === 1 ? 'what stood' : `the ${more} things that stood`} on ${ids.length === 1 ? 'it' : 'them'}` : ''}.`
}

/** Reads `clear the living room`, `remove all furniture from the bedrooms`. */
export function clearRooms(clause: Clause): Reading {
  const { rooms, text } = clause
  return {
    subject: rooms.length > 0 ? `the ${plainName(rooms[0].text)}` : null,
    run(bench) {
      const isEach = /\b(?:all|every|each) room/.test(text)
      const level = levelIn(text)
      const found =
        rooms.length === 0
          ? bench.house.rooms.filter((room) => level === null || room.level === level)
          : rooms.flatMap((each) =>
              each.isPlural || isEach ? bench.rooms(each) : [bench.room(each)],
            )
      const items = bench.remaining(found.flatMap((room) => itemsIn(bench.scene, room)))
      const where =
        rooms.length === 0
          ? level === null
            ? 'the house'
            : `the ${bench.house.levels.find(({ index }) => index === level)?.label.toLowerCase() ?? 'storey'}`
          : formatList(found.map(describeRoom))
      if (items.length === 0)
        throw new Declined(`There is no furniture in ${where}, so nothing was removed.`)
      return removed(bench, items, `all ${items.length} things from ${where}`).replace(
        /, with.*$/,
        '.',
      )
    },
  }
}

/** Reads `replace the double bed by two single beds`. */
export function replaceItems(clause: Clause, oldMark: string, newMark: string): Reading {
  const { items, rooms } = clause
  const [before, after] = [marked(items, oldMark), marked(items, newMark)]
  return {
    subject: itemSubject(after, rooms[0]),
    run(bench) {
      const where = roomsOf(bench, rooms[0])
      const found = before.isPlural
        ? matchingItems(bench, before, where)
        : [resolveItem(bench, before, where)]
      const inRooms = new Map<string | undefined, HouseItem[]>()
      for (const item of found) {
        const id = roomOfItem(bench.house, item)?.id
        inRooms.set(id, [...(inRooms.get(id) ?? []), item])
      }
      if (inRooms.size > 1 && after.count !== null)
        throw new Declined(
          `There are ${plainName(before.text)} in ${inRooms.size} rooms: please state the room of the ${after.count} ${plainName(after.text)}.`,
        )
      return [...inRooms.values()].map((each) => replaceIn(bench, each, after)).join(' ')
    },
  }
}

/** Replaces things of one room, one by one where no count is requested. */
function replaceIn(bench: Workbench, found: readonly HouseItem[], after: ItemReference): string {
  const room = roomOfItem(bench.house, found[0])
  if (!room) throw new Declined('That is not possible: it is not in a room.')
  const count = after.count ?? (after.isPlural ? found.length : 1)
  const name =
    found.length === 1
      ? describeItem(bench.house, found[0])
      : `${listItems(found)} in ${describeRoom(room)}`
  const asset = assetFor(bench, after, room)
  const replacement = { before: found, room, asset, count }
  const mark = bench.mark()
  const what = count === 1 ? someAsset(asset) : `${count} ${plainName(after.text)}`
  try {
    exchange(bench, replacement, [])
    return `Replaced ${name} with ${what}.`
  } catch (error) {
    const beside = itemsIn(bench.scene, room).filter((item) => item.asset === 'bedside_table')
    if (!(error instanceof Declined) || beside.length === 0) throw error
    bench.returnTo(mark)
    exchange(
      bench,
      replacement,
      itemsIn(bench.scene, room).filter((item) => item.asset === 'bedside_table'),
    )
    return `Replaced ${name} and the bedside tables with ${what}: there was not enough space for all of them.`
  }
}

interface Replacement {
  before: readonly HouseItem[]
  room: HouseRoom
  asset: string
  count: number
}

/** Puts things in the place of others, as near to them as they fit; `more` goes as well. */
function exchange(
  bench: Workbench,
  { before, room, asset, count }: Replacement,
  more: readonly HouseItem[],
): void {
  const [x, , z] = before[0].position
  const ids = [...before, ...more].map(({ id }) => id)
  bench.apply('delete_node', { ids: withCarried(bench.scene, ids) })
  const near = { near: [[x, z] as const] }
  const isRow = count > 1 && 'placed' in findPlace(bench.scene, room, asset, near, 0, count)
  if (isRow) {
    placeAsset(bench, room, asset, near, 0, count)
    return
  }
  for (let index = 0; index < count; index++) {
    const isNear = 'placed' in findPlace(bench.scene, room, asset, near)
    try {
      placeAsset(bench, room, asset, isNear ? near : {})
    } catch (error) {
      if (!(error instanceof Declined) || index === 0) throw error
      throw new Declined(
        `${capital(someAsset(asset))} fits in its place, but not ${count} of them. ${error.message}`,
      )
    }
  }
}

/** Reads `move the sofa 50 cm to the east`, `to the north wall`, `to the study`. */
export function moveItems(clause: Clause): Reading | null {
  const { text, items, rooms, lengths } = clause
  const reference = marked(items, 'item0')
  const source = /^\w+ (?:all )?item0 (?:from|in|of|out of) (room\d+)/.exec(text)?.[1]
  const target = /\b(?:in|into|to|over to|onto) (room\d+)\b/.exec(
    source ? text.replace(source, '') : text,
  )?.[1]
  const isOut = target !== undefined && target !== source
  const room = source ?? (isOut ? undefined : rooms.length > 0 ? 'room0' : undefined)
  return {
    subject: itemSubject(
      reference,
      isOut ? marked(rooms, target) : room ? marked(rooms, room) : undefined,
    ),
    run(bench) {
      const where = room ? bench.rooms(marked(rooms, room)) : null
      const item = resolveItem(bench, reference, where)
      const name = describeItem(bench.house, item)
      const own = roomOfItem(bench.house, item)
      const directions = [...text.matchAll(DIRECTION)].map(([, direction]) => direction)
      if (directions.length > 0 && !isOut)
        return shifted(
          bench,
          item,
          name,
          directions.map((direction, at) => [direction, lengths[at] ?? STEP_M]),
        )
      if (!own) throw new Declined(`That is not possible: ${name} is not in a room.`)
      const to = isOut ? bench.room(marked(rooms, target)) : own
      return relocated(bench, clause, item, { name, to, isOut: to.id !== own.id })
    },
  }
}

/** Moves an item by a length in each of the directions, in metres. */
function shifted(
  bench: Workbench,
  { id }: HouseItem,
  name: string,
  ways: readonly (readonly [direction: string, length: number])[],
): string {
  const move = [0, 1].map((axis) => {
    const by = ways.reduce(
      (sum, [direction, length]) => sum + DIRECTIONS[direction][axis] * length,
      0,
    )
    return Math.round(by * 1e4) / 1e4
  })
  soundly(bench, () => applyOrOffer(bench, 'edit_item', { id, move }))
  const parts = ways.map(([direction, length]) => `${formatMetres(length)} to the ${direction}`)
  return `Moved ${name} by ${formatList(parts)}.`
}

/** Finds another place as if the item were not there, and moves it with what stands on it. */
function relocated(
  bench: Workbench,
  clause: Clause,
  { id, asset, position }: HouseItem,
  { name, to, isOut }: { name: string; to: HouseRoom; isOut: boolean },
): string {
  const target = requestedPlace(bench, clause, to)
  const mark = bench.mark()
  bench.apply('delete_node', { ids: withCarried(bench.scene, [id]) })
  const found = findPlace(bench.scene, to, asset, target)
  if ('skip' in found) throw new Declined(misfitText(bench, to, asset, target))
  bench.returnTo(mark)
  const [x, , z] = found.placed[0].placement.position
  const given = { id, position: [x, position[1], z], rotation: found.placed[0].placement.rotation }
  soundly(bench, () => applyOrOffer(bench, 'edit_item', given))
  const by = formatMetres(Math.hypot(x - position[0], z - position[2]))
  return `Moved ${name} by ${by}${isOut ? ` into ${describeRoom(to)}` : ''}${formatPlace(target)}.`
}

/** Reads `turn the desk by 90 degrees`. */
export function turnItems(clause: Clause): Reading {
  const { text, items, rooms, angles } = clause
  const reference = marked(items, 'item0')
  return {
    subject: itemSubject(reference, rooms[0]),
    run(bench) {
      const item = resolveItem(bench, reference, roomsOf(bench, rooms[0]))
      const name = describeItem(bench.house, item)
      const isRight =
        /\b(?:clockwise|right)\b/.test(text) && !/\b(?:counter|anti)-?\s?clockwise\b/.test(text)
      const turn = angles[0] ?? (/\b(?:around|round|other way)\b/.test(text) ? 180 : 90)
      const rotate = isRight ? -turn : turn
      soundly(bench, () => applyOrOffer(bench, 'edit_item', { id: item.id, rotate }))
      return `Turned ${name} by ${turn}°.`
    },
  }
}
