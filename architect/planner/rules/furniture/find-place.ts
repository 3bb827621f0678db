import { HANGS_ON_WALL } from '../../../assets/asset.ts'
import { assetNamed } from '../../../assets/catalog.ts'
import { distance, dot, type Point } from '../../../geometry/point.ts'
import type { Side } from '../../../layout/room-program.ts'
import { furnish, type Skip } from '../../../operations/furnishing/furnish.ts'
import type { PlacedItem } from '../../../operations/furnishing/placed-item.ts'
import {
  all,
  farFromDoors,
  inCorner,
  inTheOpen,
  middleOfWall,
} from '../../../operations/furnishing/preferences.ts'
import type { Preference, StepSetting } from '../../../operations/furnishing/recipe.ts'
import { seatedTable } from '../../../operations/furnishing/recipes/dining.ts'
import { inRow, type Member, type SettingPosition } from '../../../operations/furnishing/setting.ts'
import { nodeOf, type Scene } from '../../../scene/scene.ts'
import type { HouseRoom } from '../../house/house.ts'

/** Where in a room an item goes. */
export interface RequestedPlace {
  /** Sides of the room: one for a wall, two for a corner. */
  sides?: readonly Side[]
  isCorner?: true
  isAtWindow?: true
  isInMiddle?: true
  /** Points to be near to: the items next to which it goes. */
  near?: readonly Point[]
  /** It faces the first of `near`. */
  isOpposite?: true
}

/** Things that stand in a room rather than at a wall. */
const IN_THE_OPEN =
  /^(?:dining_table|coffee_table|meeting_table|garden_table|rug|kitchen_island|parasol|car$|tree|pendant_lamp|ceiling_lamp|strip_light|barbecue)/
/** Things that stand in corners rather than along the middle of a wall. */
const IN_CORNERS =
  /^(?:wardrobe|plant|floor_lamp|shower|fridge|kitchen_tall|bookshelf|cot|armchair|tree)/
/** Gaps between things in a row, the most comfortable first, in metres. */
const ROW_GAPS_M = [0.6, 0.1]
/** How far from what they are next to things may be, in metres. */
const NEAR_M = 1.9
/** How far from the middle of a window something under it may be, in metres. */
const AT_WINDOW_M = 1.1
/** Distance from the end of a wall that still is a corner, in metres. */
const CORNER_M = 0.12
const OUTWARD: Record<Side, Point> = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] }

/** Places that were found for items, or the reason why there is none. */
export type FoundPlaces = { placed: readonly PlacedItem[] } | { skip: Skip }

/**
 * Finds where an asset fits in a room, with ways of 0.7 m left from door to door. `seats` are
 * chairs that go with a table or a desk; more than one of the asset stand in a row.
 */
export function findPlace(
  scene: Scene,
  room: HouseRoom,
  asset: string,
  target: RequestedPlace = {},
  seats = 0,
  count = 1,
): FoundPlaces {
  const zone = nodeOf(scene, room.id, 'zone')!
  const settings = placesOf(asset, target).flatMap((at): StepSetting[] =>
    (count > 1 ? ROW_GAPS_M : [0]).map((gap) => ({
      at,
      members: count > 1 ? rowOf(asset, count, gap) : membersOf(asset, seats),
      accepts: (position, view) => accepts(position, target, room, view.room.windows),
    })),
  )
  const recipe = [{ settings, prefer: preferenceOf(asset, target, room) }]
  const { placed, skipped } = furnish(scene, zone, recipe, 'full', [])
  return placed.length > 0 ? { placed } : { skip: skipped[0] }
}

function placesOf(asset: string, target: RequestedPlace): StepSetting['at'][] {
  const { attach, isWalkable } = assetNamed(asset)!
  if (HANGS_ON_WALL[attach]) return ['wall']
  if (attach === 'ceiling' || isWalkable || target.isInMiddle) return ['free']
  if (target.sides || target.isCorner || target.isAtWindow) return ['wall']
  return target.near || IN_THE_OPEN.test(asset) || /chair$|stool$/.test(asset)
    ? ['free', 'wall']
    : ['wall', 'free']
}

/** Several of an asset side by side. */
const rowOf = (asset: string, count: number, gap: number): Member[] =>
  inRow(
    Array.from({ length: count }, () => ({ asset, width: assetNamed(asset)!.dimensions.width })),
    gap,
  )

/** An asset alone, or with the seats that belong to it. */
function membersOf(asset: string, seats: number): Member[] {
  const { width, depth } = assetNamed(asset)!.dimensions
  if (seats === 0) return [{ asset }]
  if (/desk$/.test(asset))
    return [{ asset }, { asset: 'office_chair', z: depth + 0.36, turned: 180 }]
  const atEnds = seats % 2 === 1 || seats > 6
  return seatedTable(
    { asset },
    [width, depth],
    Math.max(1, Math.floor((seats - (atEnds ? 2 : 0)) / 2)),
    atEnds,
  )
}

function accepts(
  { origin, inward, margins, side }: SettingPosition,
  { sides, isCorner, isAtWindow, near }: RequestedPlace,
  { box }: HouseRoom,
  windows: readonly { middle: Point }[],
): boolean {
  if (sides && side && !sides.some((each) => dot(OUTWARD[each], inward) < -0.9)) return false
  if (isCorner && Math.min(...margins) > CORNER_M) return false
  if (isCorner && sides && sides.length > 1 && side) {
    const [x, z] = origin
    const reach = Math.max(box.maxX - box.minX, box.maxZ - box.minZ) / 2
    if (sides.includes('west') && x > box.minX + reach) return false
    if (sides.includes('east') && x < box.maxX - reach) return false
    if (sides.includes('north') && z > box.minZ + reach) return false
    if (sides.includes('south') && z < box.maxZ - reach) return false
  }
  if (isAtWindow && !windows.some(({ middle }) => distance(middle, origin) <= AT_WINDOW_M))
    return false
  return !near || near.some((at) => distance(at, origin) <= NEAR_M * (side ? 1 : 0.9))
}

function preferenceOf(asset: string, target: RequestedPlace, { middle }: HouseRoom): Preference {
  if (target.near)
    return ({ origin }) => Math.min(...target.near!.map((at) => distance(at, origin)))
  if (target.isInMiddle) return ({ origin }) => distance(middle, origin)
  if (target.isAtWindow)
    return ({ origin }, { room }) =>
      Math.min(...room.windows.map((window) => distance(window.middle, origin)))
  if (target.isCorner) return inCorner
  if (IN_THE_OPEN.test(asset)) return inTheOpen
  return IN_CORNERS.test(asset) && !target.sides
    ? all(inCorner, farFromDoors)
    : all(middleOfWall, farFromDoors)
}
