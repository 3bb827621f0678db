import { assetNamed } from '../../../assets/catalog.ts'
import { nodesOf } from '../../../scene/scene.ts'
import { describeRoom } from '../../house/describe.ts'
import type { HouseRoom } from '../../house/house.ts'
import { capital, counted, formatLength } from '../../language/format.ts'
import { findPlace } from '../furniture/find-place.ts'
import { assetLabel, pluralOf, someAsset } from '../furniture/house-items.ts'
import { assetFor, misfitText, roomsFor } from '../furniture/place-items.ts'
import { marked, type Pattern } from '../pattern-rule.ts'
import { type Question, question } from './question.ts'

/** Questions about whether furniture fits, which are tried and then left undone. */
export const FIT_QUESTIONS: readonly Pattern[] = [
  question(
    /^(?:does|do|will|would|could|can|is|are|might|may)\b.*?(item\d+)\b.*\b(?:fit|fits|go|space|stand|possible|enough)\b/,
    fits,
  ),
  question(
    /^(?:is|are|would|will|do|does) (?:room\d+)\b.*\b(?:enough|too (?:small|narrow))\b.*\b(?:num\d+ )?(item\d+)/,
    fits,
  ),
  question(
    /^(?:is|would|will) there (?:be )?(?:enough |any )?(?:room|space) (?:left )?for (?:num\d+ )?(item\d+)/,
    fits,
  ),
  question(
    /^(?:can|could|may) (?:i|we|one|you) (?:put|place|fit|have|add|squeeze|get) (?:num\d+ )?(item\d+)/,
    fits,
  ),
  question(
    /^(?:where|in which rooms?|which rooms?|what rooms?) (?:can|could|would|does|do)\b.*?(item\d+)\b/,
    whereItFits,
  ),
  question(
    /^(?:how (?:large|big|wide|long|deep|tall|high)|what(?:'s| is) (?:size|width|height|depth|length|dimensions) of) (?:is |are )?(item\d+)/,
    sizeOfItem,
  ),
]

/** The asset of a question: what stands in the project, or the usual one. */
function assetOf({ bench, clause, match }: Question, room: HouseRoom): string {
  const item = marked(clause.items, match[1])
  const own = nodesOf(bench.scene, 'item').find(({ asset }) => item.assets.includes(asset))
  const isDefinite =
    /^the /i.test(item.text) || new RegExp(`\\bthe ${item.text}`, 'i').test(clause.original)
  return own && isDefinite ? own.asset : assetFor(bench, item, room)
}

function fits(each: Question): string {
  const { bench, clause, match } = each
  const { count } = marked(clause.items, match[1])
  const rooms = roomsOfQuestion(each)
  return rooms
    .map((room) => {
      const asset = assetOf(each, room)
      const many = count ?? 1
      const found = findPlace(bench.scene, room, asset, {}, 0, many)
      const what =
        many === 1
          ? someAsset(asset)
          : counted(many, assetLabel(asset), pluralOf(assetLabel(asset)))
      if ('placed' in found)
        return `Yes, ${what} ${many === 1 ? 'fits' : 'fit'} in ${describeRoom(room)}, with a way of at least 0.7 m left.`
      return many === 1
        ? `No. ${misfitText(bench, room, asset)}`
        : `No, ${what} do not fit side by side in ${describeRoom(room)}.`
    })
    .join(' ')
}

function roomsOfQuestion({ bench, clause, match }: Question): HouseRoom[] {
  const [reference] = clause.rooms
  if (reference) return reference.isPlural ? bench.rooms(reference) : [bench.room(reference)]
  const item = marked(clause.items, match[1])
  const options = roomsFor(bench.house.rooms, item.assets[0])
  return [
    bench.choose(
      `In which room?`,
      options.map((room) => [room.label, room] as const),
    ),
  ]
}

function whereItFits(each: Question): string {
  const { bench, clause } = each
  const rooms =
    clause.rooms.length > 0
      ? bench.rooms(clause.rooms[0])
      : bench.house.rooms.filter(({ isOutdoors }) => !isOutdoors)
  const fitting = rooms.filter(
    (room) => 'placed' in findPlace(bench.scene, room, assetOf(each, room)),
  )
  const what = someAsset(assetOf(each, rooms[0]))
  return fitting.length === 0
    ? `${capital(what)} does not fit in any room.`
    : `${capital(what)} fits in ${fitting.map(describeRoom).join(', ')}.`
}

function sizeOfItem({ bench, clause, match, unit }: Question): string {
  const item = marked(clause.items, match[1])
  const own = nodesOf(bench.scene, 'item').find(({ asset }) => item.assets.includes(asset))
  const asset = own?.asset ?? item.assets[0]
  const { width, height, depth } = assetNamed(asset)!.dimensions
  const [x, y, z] = own?.size ?? [width, height, depth]
  return `${capital(own ? `the ${assetLabel(asset)}` : someAsset(asset))} is ${formatLength(x, unit)} wide, ${formatLength(z, unit)} deep and ${formatLength(y, unit)} high.`
}
