import { assetNamed } from '../../../assets/catalog.ts'
import { DENSITIES, type Density } from '../../../operations/furnishing/recipe.ts'
import { RECIPES } from '../../../operations/furnishing/recipes/index.ts'
import { describeRoom, describeRooms } from '../../house/describe.ts'
import type { HouseRoom } from '../../house/house.ts'
import type { Clause, ItemReference } from '../../language/clause.ts'
import { capital } from '../../language/format.ts'
import { levelIn } from '../../language/storey-words.ts'
import { Declined, type Workbench } from '../../workbench.ts'
import { soundly } from '../edits/sound-edit.ts'
import type { Reading } from '../rule.ts'
import { itemsIn, listItems, withCarried } from './house-items.ts'
import { assetFor } from './place-items.ts'

/** A room with at least so many things counts as furnished. */
const FURNISHED_MIN = 3
const DENSITY: [RegExp, Density][] = [
  [/\b(?:sparse(?:ly)?|light(?:ly)?|minimal(?:ly|ist)?|simpl[ey]|basic(?:ally)?)\b/, 'sparse'],
  [/\b(?:full(?:y)?|dense(?:ly)?|lavish(?:ly)?|rich(?:ly)?|complete(?:ly)?)\b/, 'full'],
]

/** Reads `furnish the bedrooms`, `furnish the whole house sparsely`. */
export function furnishRooms(clause: Clause): Reading {
  const { text, rooms } = clause
  return {
    subject: rooms.length === 1 ? roomSubject(rooms[0].text) : null,
    run(bench) {
      const isWhole = rooms.length === 0
      const level = levelIn(text)
      if (isWhole && bench.house.rooms.length === 0)
        throw new Declined('There is no room to furnish: the project has no rooms yet.')
      const found = isWhole
        ? bench.remaining(
            bench.house.rooms.filter(
              (room) => RECIPES[room.type].length > 0 && (level === null || room.level === level),
            ),
          )
        : rooms.flatMap((each) =>
            each.isPlural || /\b(?:all|every|each|both)\b/.test(text)
              ? bench.rooms(each)
              : [bench.room(each)],
          )
      const density = DENSITY.find(([pattern]) => pattern.test(text))?.[1] ?? 'normal'
      const isAnew = /^(?:refurnish|re-furnish)\b|\b(?:anew|again|from scratch)\b/.test(text)
      const without = clause.items.filter((_, at) =>
        new RegExp(String.raw`\b(?:no|without|not)(?: \w+)? item${at}\b`).test(text),
      )
      return furnishAll(bench, clause, found, { density, isAnew, without })
    },
  }
}

const roomSubject = (text: string): string =>
  `the ${text.replace(/^(?:the|a|an|my|our|your) /i, '')}`

interface Options {
  density: Density
  /** What is there is removed before. */
  isAnew: boolean
  /** What is not to be there. */
  without: readonly ItemReference[]
}

function furnishAll(
  bench: Workbench,
  { items }: Clause,
  rooms: readonly HouseRoom[],
  { density, isAnew, without }: Options,
): string {
  const done: string[] = []
  const furnished: HouseRoom[] = []
  const failed: string[] = []
  for (const room of rooms) {
    const there = itemsIn(bench.scene, room)
    if (isAnew && there.length > 0)
      bench.apply('delete_node', {
        ids: withCarried(
          bench.scene,
          there.map(({ id }) => id),
        ),
      })
    else if (there.length >= FURNISHED_MIN && items.length === 0) {
      furnished.push(room)
      continue
    }
    const require = items
      .filter((item) => !without.includes(item))
      .map((item) => assetFor(bench, item, room))
    const mark = bench.mark()
    const all = furnishOne(bench, room, density, require)
    const placed =
      all &&
      withoutAssets(
        bench,
        all,
        without.flatMap(({ assets }) => assets),
      )
    if (placed?.length === 0) bench.returnTo(mark)
    if (placed === null) failed.push(`There is nothing to furnish ${describeRoom(room)} with.`)
    else if (placed.length === 0) failed.push(`No furniture fits into ${describeRoom(room)}.`)
    else
      done.push(
        `${describeRoom(room)} with ${listItems(placed.some(isLarge) ? placed.filter(isLarge) : placed)}`,
      )
  }
  const already =
    furnished.length === 0
      ? []
      : [
          `${furnished.length > 5 ? `${furnished.length} rooms` : capital(describeRooms(furnished))} ${furnished.length === 1 ? 'is' : 'are'} furnished already; “refurnish” replaces what is there.`,
        ]
  if (done.length === 0 && furnished.length === 0) throw new Declined(failed.join(' '))
  const made = done.length > 0 ? [`Furnished ${done.join('; ')}.`] : []
  return [...made, ...already, ...failed].join(' ')
}

/** Takes away what is not to be there, with what stands on it, and returns the others. */
function withoutAssets(
  bench: Workbench,
  placed: readonly Placed[],
  assets: readonly string[],
): Placed[] {
  const surplus = placed.filter(({ asset }) => assets.includes(asset)).map(({ id }) => id)
  if (surplus.length === 0) return [...placed]
  const ids = withCarried(bench.scene, surplus)
  bench.apply('delete_node', { ids })
  return placed.filter(({ id }) => !ids.includes(id))
}

interface Placed {
  id: string
  asset: string
}

const isLarge = ({ asset }: { asset: string }): boolean => assetNamed(asset)?.attach === 'floor'

/** The things that were placed; null for a room whose use has no furniture. */
function furnishOne(
  bench: Workbench,
  room: HouseRoom,
  density: Density,
  require: readonly string[],
): Placed[] | null {
  if (RECIPES[room.type].length === 0 && require.length === 0) return null
  let first: Declined | null = null
  // Fewer things leave more space, where a full room would have a fault.
  for (const each of DENSITIES.slice(0, DENSITIES.indexOf(density) + 1).reverse()) {
    const mark = bench.mark()
    try {
      const given = { zoneId: room.id, density: each, ...(require.length > 0 && { require }) }
      const { placed } = soundly(bench, () => bench.apply('furnish_room', given))
      return placed as Placed[]
    } catch (error) {
      if (!(error instanceof Declined)) throw error
      first ??= error
      bench.returnTo(mark)
    }
  }
  throw first
}
