import { assetNamed } from '../../../assets/catalog.ts'
import { nodesOf } from '../../../scene/scene.ts'
import { describeRoom } from '../../house/describe.ts'
import type { HouseRoom } from '../../house/house.ts'
import type { Clause, ItemReference } from '../../language/clause.ts'
import { formatList, withArticle } from '../../language/format.ts'
import { Declined, type Workbench } from '../../workbench.ts'
import { marked } from '../pattern-rule.ts'
import type { Reading } from '../rule.ts'
import { itemSubject, moveItems, plainName } from './change-items.ts'
import {
  assetLabel,
  itemsIn,
  listItems,
  matchingItems,
  resolveItem,
  roomOfItem,
} from './house-items.ts'
import { assetFor, placeAsset, placeOnTop, roomsFor } from './place-items.ts'
import { formatPlace, NEXT_TO, ON_TOP, requestedPlace } from './requested-place.ts'

/** Most things that one clause places. */
const COUNT_MAX = 24

/** Something that is no furniture is added as well: `a desk in the study and a window there`. */
const AND_OPENING =
  /(?:\band|,) (?:num\d+ |new |another |small |large |wide |second |sliding |double )*(?:windows?|doors?|openings?|walls?|stairs?|roof|terrace|balcony)\b/

/** What is named is not to be there: `a desk but no chair`, `a desk instead of the sofa`. */
const NOT_PUT = /\b(?:no|without|not|instead of|in place of|rather than)(?: \w+)? item\d/

/** An item of a clause with how many of it are requested. */
interface Wanted {
  item: ItemReference
  count: number
}

/** Reads `put a desk and a chair in the east bedroom`; null where the clause names no furniture. */
export function putItems(clause: Clause): Reading | null {
  const { text, items, rooms } = clause
  const parts = partsOf(clause)
  if (parts.length > 1) return together(parts.map(putItems))
  if (AND_OPENING.test(text) || NOT_PUT.test(text)) return null
  const beside = NEXT_TO.exec(text)
  const on = ON_TOP.exec(text)
  const references = [beside && beside[1] !== 'with' ? beside[2] : null, on?.[1]].filter(Boolean)
  const wanted = items
    .map(
      (item, index): Wanted => ({
        item: seated(clause, item, index),
        count: countOf(clause, item, index),
      }),
    )
    .filter((_, index) => !references.includes(`item${index}`))
  if (wanted.length === 0) return null
  const room = rooms.at(-1)
  return {
    subject: itemSubject(wanted[0].item, room),
    run(bench) {
      const unknown = wanted.find(({ item }) => item.assets.length === 0)
      if (unknown)
        throw new Declined(
          `There is no ${plainName(unknown.item.text)} in the catalog of furniture.`,
        )
      const target = roomFor(bench, clause, wanted[0], references[0] ?? null)
      const known = wanted.filter(({ item }) => isThere(bench, clause, item, target))
      if (known.length > 0 && wanted.length === 1) {
        const isHere = target.some((each) =>
          itemsIn(bench.scene, each).some(({ asset }) => known[0].item.assets.includes(asset)),
        )
        const to = isHere ? text : text.replace(/\b(?:in|into|inside) (room\d+)/, 'to $1')
        const moved = moveItems({ ...clause, text: to })
        if (moved) return moved.run(bench)
      }
      if (known.length > 0)
        throw new Declined(
          `The ${formatList(known.map(({ item }) => plainName(item.text)))} ${known.length === 1 ? 'is' : 'are'} there already, so nothing was done. Please move each of them in a sentence of its own, as in “move the ${plainName(known[0].item.text)} to the north wall”.`,
        )
      if (on) return putOnTop(bench, clause, on[1], wanted, target)
      return target.map((each) => putAll(bench, clause, each, wanted)).join(' ')
    },
  }
}

/** `put the sofa at the window` is about the one that the room has, or the only one elsewhere. */
function isThere(
  bench: Workbench,
  { original }: Clause,
  { text, assets }: ItemReference,
  rooms: readonly HouseRoom[],
): boolean {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  if (!new RegExp(`\\bthe ${escaped}\\b`, 'i').test(original)) return false
  const isOne = ({ asset }: { asset: string }) => assets.includes(asset)
  return (
    rooms.some((room) => itemsIn(bench.scene, room).some(isOne)) ||
    nodesOf(bench.scene, 'item').filter(isOne).length === 1
  )
}

/** `a sofa in the kitchen, a desk in the storage`: a clause for each room. */
function partsOf(clause: Clause): Clause[] {
  const parts = [...clause.text.matchAll(/(.*?\bitem\d+.*?\b(?:in|into|to|for) (room\d+))\b/g)]
  return parts.map(([, text, room]) => ({
    ...clause,
    text: text.replace(/item(\d+)/g, (_, at: string) => `item${Number(at) - firstItem(text)}`),
    items: clause.items.slice(firstItem(text), firstItem(text) + text.match(/item\d+/g)!.length),
    rooms: [marked(clause.rooms, room)],
  }))
}
const firstItem = (text: string): number => Number(/item(\d+)/.exec(text)![1])

/** One reading of several; null where one of them is none. */
function together(readings: readonly (Reading | null)[]): Reading | null {
  const all = readings.filter((reading) => reading !== null)
  if (all.length < readings.length) return null
  return {
    subject: all.at(-1)!.subject,
    run: (bench) => all.map((each) => each.run(bench)).join(' '),
  }
}

function countOf({ text }: Clause, { count, isPlural }: ItemReference, index: number): number {
  if (count !== null) return Math.max(1, Math.min(COUNT_MAX, Math.round(count)))
  if (new RegExp(`\\b(?:pair|couple|set) of item${index}\\b`).test(text)) return 2
  return isPlural ? 2 : 1
}

/** `a table for 6`: of the assets that the words may be, those with so many seats. */
function seated({ text, numbers }: Clause, item: ItemReference, index: number): ItemReference {
  const seats = new RegExp(
    `\\bitem${index} (?:for|with|that seats) num(\\d+)\\b(?! item)|\\bnum(\\d+)-? ?(?:seat(?:er)?|person) item${index}\\b`,
  ).exec(text)
  if (!seats) return item
  const count = numbers[Number(seats[1] ?? seats[2])]
  const name = `${item.text} for ${count}`
  const assets = item.assets.filter((asset) => asset.endsWith(`_${count}`))
  return { ...item, text: name, assets, count: null }
}

/** The rooms for what is put: as named, or where the thing is next to which it goes. */
function roomFor(
  bench: Workbench,
  { text, rooms, items }: Clause,
  { item }: Wanted,
  reference: string | null,
): HouseRoom[] {
  const room = rooms.at(-1)
  if (room) {
    const isEach = room.isPlural || /\b(?:every|each|all) room/.test(text)
    return isEach ? bench.rooms(room) : [bench.room(room)]
  }
  if (reference !== null) {
    const found = roomOfItem(bench.house, resolveItem(bench, marked(items, reference), null))
    if (found) return [found]
  }
  const options = roomsFor(bench.house.rooms, item.assets[0])
  if (options.length === 0)
    throw new Declined(
      `There is no room for ${withArticle(plainName(item.text))}: the project has no rooms yet.`,
    )
  return [
    bench.choose(
      `Which room is the ${plainName(item.text)} for?`,
      options.map((each) => [each.label, each] as const),
    ),
  ]
}

function putAll(
  bench: Workbench,
  clause: Clause,
  room: HouseRoom,
  wanted: readonly Wanted[],
): string {
  const target = requestedPlace(bench, clause, room)
  const placed: string[] = []
  const failed: string[] = []
  for (const { item, count, seats } of withSeats(wanted)) {
    const asset = assetFor(bench, item, room)
    for (let index = 0; index < count; index++) {
      const mark = bench.mark()
      try {
        placed.push(...placeAsset(bench, room, asset, target, seats))
      } catch (error) {
        if (!(error instanceof Declined)) throw error
        bench.returnTo(mark)
        failed.push(index > 0 ? `Only ${index} of ${count} fit. ${error.message}` : error.message)
        break
      }
    }
  }
  if (placed.length === 0) throw new Declined(failed.join(' '))
  const items = placed.map((id) => bench.scene.nodes[id] as unknown as { asset: string })
  return [
    `Put ${listItems(items)} in ${describeRoom(room)}${formatPlace(target)}.`,
    ...failed,
  ].join(' ')
}

/** Chairs that are requested with a table or a desk are its seats. */
function withSeats(wanted: readonly Wanted[]): (Wanted & { seats: number })[] {
  const isTable = ({ item }: Wanted) =>
    item.assets.some((name) => /^(?:dining_table|desk|meeting_table|garden_table)/.test(name))
  const isChair = ({ item }: Wanted) =>
    item.assets.some((name) => /chair$/.test(name)) &&
    !item.assets.every((name) => name === 'armchair')
  const chairs = wanted.find(isChair)
  const table = wanted.find(isTable)
  if (!chairs || !table || table.count !== 1) return wanted.map((each) => ({ ...each, seats: 0 }))
  return wanted.flatMap((each) =>
    each === chairs ? [] : [{ ...each, seats: each === table ? chairs.count : 0 }],
  )
}

/** Of what a name may be, the thing that stands on others: a table lamp of all lamps. */
const standing = ({ assets }: ItemReference): string | null =>
  assets.find((name) => assetNamed(name)?.attach === 'surface') ?? null

function putOnTop(
  bench: Workbench,
  { items }: Clause,
  on: string,
  wanted: readonly Wanted[],
  [room]: readonly HouseRoom[],
): string {
  const hosts = matchingItems(bench, marked(items, on), [room])
  const ids = wanted.map(({ item }) =>
    placeOnTop(bench, room, standing(item) ?? assetFor(bench, item, room), hosts),
  )
  const labels = ids.map((id) =>
    withArticle(assetLabel((bench.scene.nodes[id] as unknown as { asset: string }).asset)),
  )
  return `Put ${formatList(labels)} on the ${assetLabel(hosts[0].asset)} in ${describeRoom(room)}.`
}
