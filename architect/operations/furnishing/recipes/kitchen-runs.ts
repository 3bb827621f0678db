import { assetNamed } from '../../../assets/catalog.ts'
import { inRow, type Member, type Setting } from '../setting.ts'

/** Width and depth of a module: kitchens are made in steps of it (EN 1116). */
const MODULE_M = 0.6
const SINK_M = 0.8
/** Narrower base cabinets are not made. */
const BASE_MIN_M = 0.3
/** Worktop on each side of the hob of a leg, to set down hot pans. */
const BESIDE_HOB_M = 0.4

type Unit = Member & { width: number }

/**
 * Kitchen units along one wall, from left to right in the order of work: sink, worktop, hob. The
 * fridge stands at an end, so that no tall unit divides the worktop; wall cabinets are left out at
 * windows.
 */
export function straightRun(width: number, hasDishwasher: boolean, hasFridge: boolean): Setting {
  const fixed = (hasFridge ? MODULE_M : 0) + SINK_M + (hasDishwasher ? MODULE_M : 0) + MODULE_M
  const worktop = width - fixed
  // Where there is space for one cabinet only, it is at the far side of the hob: no hob at a wall.
  const middle =
    worktop >= 2 * BASE_MIN_M
      ? Math.min(Math.round(worktop * 0.6 * 20) / 20, worktop - BASE_MIN_M)
      : 0
  const row = inRow([
    ...(hasFridge ? [{ asset: 'fridge', width: MODULE_M }] : []),
    { asset: 'kitchen_sink', width: SINK_M },
    ...(hasDishwasher ? [{ asset: 'dishwasher', width: MODULE_M }] : []),
    ...base(middle),
    { asset: 'kitchen_hob', width: MODULE_M },
    ...base(worktop - middle),
  ])
  return byItsSink([...row, ...row.flatMap(above)])
}

/**
 * Kitchen units along two walls that meet in a corner unit: sink and dishwasher along the first
 * wall, `main` metres with the corner; hob and fridge along the second, `leg` metres without it.
 * `corner` is the end of the first wall where the second one begins, seen from the room.
 */
export function cornerRun(main: number, leg: number, corner: 'left' | 'right'): Setting {
  const hasFridge = leg >= 2 * BESIDE_HOB_M + 2 * MODULE_M
  const row = inRow([
    { asset: 'kitchen_sink', width: SINK_M },
    { asset: 'dishwasher', width: MODULE_M },
    ...base(main - SINK_M - 2 * MODULE_M),
    { asset: 'kitchen_corner', width: MODULE_M },
  ])
  const end = main / 2
  const atSecondWall = ({ asset, ...unit }: Member): Member => ({
    ...unit,
    asset,
    x: end - assetNamed(asset)!.dimensions.depth / 2,
    turned: 270,
    isAtSecondWall: true,
  })
  const beside = leg - MODULE_M - (hasFridge ? MODULE_M : 0)
  // Out from the corner unit, facing back along the first wall.
  let reached = MODULE_M
  const second = [
    ...base(beside / 2),
    { asset: 'kitchen_hob', width: MODULE_M },
    ...base(beside / 2),
    ...(hasFridge ? [{ asset: 'fridge', width: MODULE_M }] : []),
  ].map(({ width, ...unit }): Member => {
    reached += width
    return atSecondWall({ ...unit, z: reached - width / 2 })
  })
  const hanging = second.flatMap(above).map(atSecondWall)
  const members = [...row, ...second, ...row.flatMap(above), ...hanging]
  const turned = corner === 'right' ? members : members.map(mirroredMember)
  return { ...byItsSink(turned), corner: { at: corner, leg: MODULE_M + leg } }
}

/** The run from right to left: its hob may be clear of a window where that of the other is not. */
export const mirrored = (run: Setting): Setting => ({
  ...run,
  members: run.members.map(mirroredMember),
})

/** The run where its hood fits: a hob stands under no window, whose curtains would burn. */
export const hooded = (run: Setting): Setting => ({
  ...run,
  members: run.members.map(({ isOptional, ...member }) =>
    isOptional && member.asset !== 'cooker_hood' ? { ...member, isOptional } : member,
  ),
})

const mirroredMember = (member: Member): Member => ({
  ...member,
  x: -(member.x ?? 0),
  ...(member.turned === undefined ? {} : { turned: 360 - member.turned }),
})

const base = (wide: number): Unit[] =>
  wide >= BASE_MIN_M - 1e-9 ? [{ asset: 'kitchen_base', width: wide, size: { width: wide } }] : []

/** What hangs over a unit: a hood over the hob, cabinets over worktops. */
function above({ asset, x, z, turned, size }: Member): Member[] {
  const place = { x, z, turned, isOptional: true }
  if (asset === 'kitchen_hob') return [{ ...place, asset: 'cooker_hood' }]
  if (asset !== 'kitchen_base' && asset !== 'dishwasher') return []
  const width = size?.width ?? MODULE_M
  return [{ ...place, asset: 'kitchen_wall_cabinet', size: { width } }]
}

/** The sink comes first: the setting is placed by it, and it belongs under the window. */
function byItsSink(members: Member[]): Setting {
  const sink = members.findIndex(({ asset }) => asset === 'kitchen_sink')
  const from = members[sink].x ?? 0
  const sorted = [members[sink], ...members.filter((_, index) => index !== sink)]
  return {
    at: 'wall',
    isFlush: true,
    members: sorted.map((member) => ({ ...member, x: (member.x ?? 0) - from })),
  }
}
