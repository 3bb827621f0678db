import {
  all,
  atWindow,
  awayFromWindows,
  farFromDoors,
  inCorner,
  inTheOpen,
  near,
} from '../preferences.ts'
import type { Recipe, Step } from '../recipe.ts'
import { inRow, type Member, type Setting } from '../setting.ts'
import { tableStep } from './dining.ts'
import { GREEN } from './living.ts'

/**
 * Kitchen units along one wall, from left to right in the order of work: sink, worktop, hob. The
 * fridge stands at an end, so that no tall unit divides the worktop; wall cabinets are left out at
 * windows.
 */
function run(width: number, hasDishwasher: boolean, hasFridge: boolean): Setting {
  const fixed = (hasFridge ? 0.6 : 0) + 0.8 + (hasDishwasher ? 0.6 : 0) + 0.6
  const worktop = width - fixed
  const middle = Math.round(worktop * 0.6 * 20) / 20
  const base = (wide: number): (Member & { width: number })[] =>
    wide >= 0.3 ? [{ asset: 'kitchen_base', width: wide, size: { width: wide } }] : []
  const row = inRow([
    ...(hasFridge ? [{ asset: 'fridge', width: 0.6 }] : []),
    { asset: 'kitchen_sink', width: 0.8 },
    ...(hasDishwasher ? [{ asset: 'dishwasher', width: 0.6 }] : []),
    ...base(middle),
    { asset: 'kitchen_hob', width: 0.6 },
    ...base(worktop - middle),
  ])
  const hanging = row.flatMap((below): Member[] => {
    if (below.asset === 'fridge' || below.asset === 'kitchen_sink') return []
    const { x } = below
    if (below.asset === 'kitchen_hob') return [{ asset: 'cooker_hood', x, isOptional: true }]
    const width = below.size?.width ?? 0.6
    return [{ asset: 'kitchen_wall_cabinet', x, size: { width }, isOptional: true }]
  })
  // The sink comes first: the setting is placed by it, and it belongs under the window.
  const anchor = row.findIndex(({ asset }) => asset === 'kitchen_sink')
  const from = row[anchor].x ?? 0
  const members = [row[anchor], ...row.filter((_, index) => index !== anchor), ...hanging]
  return {
    at: 'wall',
    isFlush: true,
    members: members.map((member) => ({ ...member, x: (member.x ?? 0) - from })),
  }
}

/** A step that studios use too. */
export const kitchenRun = (widths: number[]): Step => ({
  settings: widths.flatMap((width) => [
    ...(width >= 3 ? [run(width, true, true)] : []),
    ...(width >= 2.4 ? [run(width, true, false)] : []),
    ...(width >= 2 ? [run(width, false, true)] : []),
    run(width, false, false),
  ]),
  prefer: all(atWindow, (position, view) => 0.3 * inCorner(position, view)),
})

/** The fridge, when the kitchen units have no space for one. */
export const FRIDGE: Step = {
  settings: ({ placed }) =>
    placed.some(({ assetId }) => assetId === 'fridge')
      ? []
      : [{ at: 'wall', isFlush: true, members: [{ asset: 'fridge' }] }],
  prefer: all(near('kitchen_sink', 'kitchen_hob'), inCorner, awayFromWindows),
}

export const KITCHEN_ROOM: Recipe = [
  kitchenRun([4.2, 3.6, 3.2, 2.8, 2.4, 2.2, 1.7, 1.4]),
  FRIDGE,
  {
    settings: [
      {
        at: 'wall',
        isFlush: true,
        members: inRow([
          { asset: 'kitchen_oven_tower', width: 0.6 },
          { asset: 'kitchen_tall', width: 0.6 },
        ]),
      },
      { at: 'wall', isFlush: true, members: [{ asset: 'kitchen_tall' }] },
    ],
    prefer: all(near('fridge'), inCorner, farFromDoors),
    from: 'normal',
  },
  {
    settings: [2.4, 1.8, 1.2].map((width) => ({
      at: 'free',
      members: [
        { asset: 'kitchen_island', size: { width }, z: 0, clearance: { front: 0.95, back: 0.8 } },
        ...[-0.35, 0.35].map(
          (x): Member => ({ asset: 'bar_stool', x, z: -0.67, isOptional: true }),
        ),
      ],
    })),
    prefer: inTheOpen,
    from: 'full',
  },
  tableStep(6, 'normal'),
  GREEN,
]
