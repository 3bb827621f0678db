import { type Clearance, HANGS_FROM_CEILING, HANGS_ON_WALL } from '../../assets/asset.ts'
import { assetNamed } from '../../assets/catalog.ts'
import { add, type Point, rotate } from '../../geometry/point.ts'
import { type ItemShape, type Placement, placedShape } from '../../kernel/item-shape.ts'
import { quantize } from '../../scene/units.ts'
import type { Member, Setting, SettingPosition } from './setting.ts'

/** A thing at its position in the room. */
export interface PlacedItem {
  assetId: string
  placement: Placement
  shape: ItemShape
  /** The wall that it hangs on, if it does. */
  wallId?: string
  /** Index of the member of its setting that it stands on. */
  on?: number
}

/**
 * Gap between a wall and the back of a thing that stands at it, in metres: the depth of a skirting
 * board.
 */
const BACK_M = 0.02

/**
 * Places the members of a setting one by one, in their order: where the first does not fit, the
 * others are not needed. Throws for an asset that is not in the catalog.
 */
export function* placeSetting(
  setting: Setting,
  position: SettingPosition,
  ceiling: number,
): Generator<PlacedItem> {
  const made: PlacedItem[] = []
  for (const member of setting.members) {
    const placed = placeMember(member, setting, position, ceiling, made)
    made.push(placed)
    yield placed
  }
}

function placeMember(
  member: Member,
  { at, isFlush }: Setting,
  position: SettingPosition,
  ceiling: number,
  made: PlacedItem[],
): PlacedItem {
  const asset = assetNamed(member.asset)
  if (!asset) throw new Error(`a recipe names ${member.asset}, which is not in the catalog`)
  const host = member.on === undefined ? undefined : made[member.on]
  const size = { ...asset.dimensions, ...member.size }
  const gap = at === 'free' || isFlush || HANGS_ON_WALL[asset.attach] ? 0 : BACK_M
  const turned = member.turned ?? 0
  // A thing turned by 90 degrees has its side at the wall.
  const reach = Math.abs(turned % 180) === 90 ? size.width : size.depth
  const local: Point = [member.x ?? 0, member.z ?? (at === 'free' ? 0 : gap + reach / 2)]
  const [x, z] = add(position.origin, rotate(local, position.rotation))
  const y =
    member.y ??
    (host
      ? host.placement.position[1] + (host.shape.asset.surfaceHeight ?? 0)
      : HANGS_FROM_CEILING[asset.attach]
        ? ceiling - size.height
        : (asset.mountHeight ?? 0))
  const placement: Placement = {
    position: [quantize(x), quantize(y), quantize(z)],
    rotation: quantize((((position.rotation + turned) % 360) + 360) % 360),
    size: member.size && [quantize(size.width), quantize(size.height), quantize(size.depth)],
  }
  const clearance: Clearance = { ...asset.clearance, ...member.clearance }
  const shape = placedShape({ ...asset, clearance }, placement)
  return {
    assetId: member.asset,
    placement,
    shape,
    wallId: HANGS_ON_WALL[asset.attach] ? wallBehind(member, position) : undefined,
    on: member.on,
  }
}

const wallBehind = ({ isAtSecondWall }: Member, { side, second }: SettingPosition) =>
  (isAtSecondWall ? second : side)?.wallId
