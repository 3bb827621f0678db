import { assetNamed } from '../../../assets/catalog.ts'
import type { Success } from '../../../operations/draft-answer.ts'
import { isRefused } from '../../../operations/draft-answer.ts'
import { ROOM_TYPES, type RoomTypeName } from '../../../scene/room-types.ts'
import { asReason, describeRoom, readableMessage } from '../../house/describe.ts'
import type { HouseRoom } from '../../house/house.ts'
import { capital, formatMetres } from '../../language/format.ts'
import type { ItemWord } from '../../language/item-words.ts'
import { Declined, type Workbench } from '../../workbench.ts'
import { soundly } from '../edits/sound-edit.ts'
import { findPlace, type RequestedPlace } from './find-place.ts'
import { assetLabel, type HouseItem, itemsIn, someAsset } from './house-items.ts'

/** Categories of the catalog whose things a room has, where a name may be several things. */
const CATEGORIES: Partial<Record<RoomTypeName, readonly string[]>> = {
  kitchen: ['kitchen', 'dining'],
  dining: ['dining'],
  living: ['living', 'dining'],
  bedroom: ['bedroom'],
  bathroom: ['bath'],
  toilet: ['bath'],
  office: ['office'],
  meeting: ['office'],
  classroom: ['school'],
  laundry: ['laundry'],
  utility: ['laundry'],
  entrance: ['hall'],
  hall: ['hall'],
  terrace: ['outdoor'],
  garage: ['outdoor'],
}
/** Smaller things that may take the place of one that does not fit, the largest first. */
const SMALLER: readonly (readonly string[])[] = [
  ['bed_king', 'bed_queen', 'bed_double', 'bed_small_double', 'bed_single', 'cot'],
  ['sofa_three_seats', 'sofa_two_seats', 'armchair'],
  ['dining_table_8', 'dining_table_6', 'dining_table_4', 'dining_table_round'],
  ['bath_tub', 'shower'],
  ['wardrobe', 'chest_of_drawers'],
  ['plant_large', 'plant_small'],
  ['washbasin', 'hand_basin'],
]

/** The asset that a name most likely is in a room: a chair at a desk is an office chair. */
export function assetFor(bench: Workbench, { assets }: ItemWord, room: HouseRoom): string {
  const categories = CATEGORIES[room.type] ?? []
  if (
    assets.includes('office_chair') &&
    itemsIn(bench.scene, room).some(({ asset }) => /^desk/.test(asset))
  )
    return 'office_chair'
  const fitting = assets.find((name) => categories.includes(assetNamed(name)!.category))
  return fitting ?? assets[0]
}

/**
 * Places an asset, several of it in a row, and returns the ids. Throws `Declined` with the reason
 * where it does not fit.
 */
export function placeAsset(
  bench: Workbench,
  room: HouseRoom,
  asset: string,
  target: RequestedPlace,
  seats = 0,
  count = 1,
): string[] {
  if (assetNamed(asset)!.attach === 'surface') return [placeOnTop(bench, room, asset, null)]
  const found = findPlace(bench.scene, room, asset, target, seats, count)
  if ('skip' in found) throw new Declined(misfitText(bench, room, asset, target))
  return found.placed.map(({ assetId, placement: { position, rotation } }) => {
    const [x, , z] = position
    const given = { asset: assetId, position: [x, z], rotation, targetId: room.id }
    return idOf(soundly(bench, () => bench.apply('place_item', { items: [given] })))
  })
}

/** Puts something that stands on things onto one of them. */
export function placeOnTop(
  bench: Workbench,
  room: HouseRoom,
  asset: string,
  on: readonly HouseItem[] | null,
): string {
  const hosts = on ?? itemsIn(bench.scene, room).filter(hasTop)
  let reason = `There is nothing in ${describeRoom(room)} that the ${assetLabel(asset)} could stand on.`
  for (const {
    id,
    position: [x, , z],
  } of hosts) {
    const given = { asset, position: [x, z], targetId: id }
    const { scene } = bench
    const answer = bench.attempt('place_item', { items: [given] })
    if (!isRefused(answer)) return idOf(answer)
    const { fix, message } = answer.error
    reason = `That is not possible: ${asReason(readableMessage(scene, message))}`
    if (fix?.tool === 'place_item') return idOf(bench.apply('place_item', fix.arguments))
  }
  throw new Declined(reason)
}

const hasTop = ({ asset }: HouseItem): boolean => assetNamed(asset)?.surfaceHeight !== undefined

const idOf = ({ placed }: Success): string => (placed as { id: string }[])[0].id

/** Why an asset does not fit, with its size, the room's and what fits instead. */
export function misfitText(
  bench: Workbench,
  room: HouseRoom,
  asset: string,
  target: RequestedPlace = {},
): string {
  const { width, depth } = assetNamed(asset)!.dimensions
  const { front, left, right } = assetNamed(asset)!.clearance
  const { minX, maxX, minZ, maxZ } = room.box
  const found = findPlace(bench.scene, room, asset, target)
  const reason =
    'skip' in found && found.skip ? ` ${readableMessage(bench.scene, found.skip.message)}` : ''
  const needs = `it is ${formatMetres(width)} wide and ${formatMetres(depth)} deep and needs ${formatMetres(width + left + right)} by ${formatMetres(depth + front)} with the space to use it`
  const size = `${describeRoom(room)} is ${formatMetres(maxX - minX)} by ${formatMetres(maxZ - minZ)}`
  const elsewhere =
    Object.keys(target).length > 0 && 'placed' in findPlace(bench.scene, room, asset)
      ? ' It fits at another place in the room.'
      : ''
  const smaller = elsewhere === '' ? smallerThat(bench, room, asset) : null
  const offer = smaller ? ` ${capital(someAsset(smaller))} fits.` : ''
  return `${capital(someAsset(asset))} does not fit ${target.isAtWindow || target.isCorner || target.sides || target.near ? 'there ' : ''}in ${describeRoom(room)}: ${needs}, and ${size}.${reason}${elsewhere}${offer}`
}

/** The largest of the smaller things of its kind that fits; null for none. */
function smallerThat(bench: Workbench, room: HouseRoom, asset: string): string | null {
  const kind = SMALLER.find((names) => names.includes(asset)) ?? []
  const smaller = kind.slice(kind.indexOf(asset) + 1)
  return smaller.find((name) => 'placed' in findPlace(bench.scene, room, name)) ?? null
}

/** Rooms in which an asset is usual, or all that are indoors. */
export function roomsFor(rooms: readonly HouseRoom[], asset: string): HouseRoom[] {
  const { category } = assetNamed(asset)!
  const usual = rooms.filter(({ type }) => CATEGORIES[type]?.includes(category))
  return usual.length > 0 ? usual : rooms.filter(({ type }) => !ROOM_TYPES[type].isOutdoors)
}
