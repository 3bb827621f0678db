import {
  all,
  awayFromWindows,
  farFromDoors,
  inCorner,
  inTheOpen,
  middleOfWall,
} from '../preferences.ts'
import type { Recipe, Step } from '../recipe.ts'
import type { Member, Setting } from '../setting.ts'
import { GREEN, PICTURES } from './accents.ts'

const TABLE_M = 0.45
const TABLE_GAP_M = 0.04

/** A bed with a table and a lamp on each of the given sides, and with a rug if wanted. */
function bedside(bed: string, width: number, sides: number[], hasRug: boolean): Setting {
  const members: Member[] = [{ asset: bed, clearance: { left: 0.55, right: 0.55, front: 0.5 } }]
  for (const side of sides) {
    const x = side * (width / 2 + TABLE_GAP_M + TABLE_M / 2)
    members.push({ asset: 'bedside_table', x })
    members.push({ asset: 'table_lamp', x, z: 0.2, on: members.length - 1 })
  }
  if (hasRug)
    members.push({
      asset: 'rug',
      z: 1.55,
      size: { width: width + 1, depth: 1.4 },
      isOptional: true,
    })
  members.push({ asset: 'picture_large', y: 1.25, isOptional: true })
  return { at: 'wall', members }
}

/** A narrow bed along a wall or in a corner, used from one side. */
function narrow(bed: string, width: number, side: number): Setting {
  const clearance =
    side < 0 ? { left: 0.55, right: 0, front: 0.2 } : { left: 0, right: 0.55, front: 0.2 }
  return {
    at: 'wall',
    members: [
      { asset: bed, clearance },
      {
        asset: 'bedside_table',
        x: side * (width / 2 + TABLE_GAP_M + TABLE_M / 2),
        isOptional: true,
      },
    ],
  }
}

export const bedStep = (largest: number): Step => ({
  settings: [
    ...[
      ['bed_queen', 1.86],
      ['bed_double', 1.66],
      ['bed_small_double', 1.46],
    ].flatMap(([bed, width]) =>
      (width as number) > largest
        ? []
        : [
            bedside(bed as string, width as number, [-1, 1], true),
            bedside(bed as string, width as number, [1], false),
          ],
    ),
    bedside('bed_single', 0.96, [1], true),
    narrow('bed_small_double', 1.46, 1),
    narrow('bed_small_double', 1.46, -1),
    narrow('bed_single', 0.96, 1),
    narrow('bed_single', 0.96, -1),
  ],
  prefer: all(middleOfWall, farFromDoors, awayFromWindows),
})

export const WARDROBE: Step = {
  settings: [2.5, 2, 1.5, 1, 0.6].map((width) => ({
    at: 'wall',
    members: [
      { asset: 'wardrobe', size: { width }, clearance: { front: width < 1.5 ? 0.55 : 0.7 } },
    ],
  })),
  prefer: all(inCorner, awayFromWindows),
}

export const BEDROOM_ROOM: Recipe = [
  bedStep(2),
  WARDROBE,
  {
    settings: [1, 0.7].map((width) => ({
      at: 'wall',
      members: [{ asset: 'chest_of_drawers', size: { width } }],
    })),
    prefer: middleOfWall,
    from: 'normal',
  },
  GREEN,
  {
    settings: [{ at: 'wall', members: [{ asset: 'dressing_table' }] }],
    prefer: middleOfWall,
    from: 'full',
  },
  { ...PICTURES, from: 'full' },
  { settings: [{ at: 'free', members: [{ asset: 'ceiling_lamp' }] }], prefer: inTheOpen },
]
