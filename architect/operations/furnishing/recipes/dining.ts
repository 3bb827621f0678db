import { assetNamed } from '../../../assets/catalog.ts'
import { all, inTheOpen, middleOfWall } from '../preferences.ts'
import type { Recipe, Step } from '../recipe.ts'
import type { Member, Setting } from '../setting.ts'
import { GREEN, PICTURES } from './accents.ts'

/** Distance from the edge of a table to the chair in front of it, in metres. */
const CHAIR_GAP_M = 0.01
/** Free floor behind a chair, to pull it back and sit down, in metres. */
const BEHIND_M = 0.35

/** A table with chairs along its long sides and, with `atEnds`, one at each end. */
export function seatedTable(
  table: Member,
  [width, depth]: [number, number],
  alongSide: number,
  atEnds: boolean,
  chair = 'dining_chair',
): Member[] {
  const chairDepth = assetNamed(chair)!.dimensions.depth
  const away = depth / 2 + CHAIR_GAP_M + chairDepth / 2
  const sides = Array.from(
    { length: alongSide },
    (_, index) => (index + 0.5) * (width / alongSide) - width / 2,
  )
  const end = width / 2 + CHAIR_GAP_M + chairDepth / 2
  return [
    { ...table, z: 0 },
    ...sides.flatMap((x): Member[] => [
      { asset: chair, x, z: -away, clearance: { back: BEHIND_M } },
      { asset: chair, x, z: away, turned: 180, clearance: { back: BEHIND_M } },
    ]),
    ...(atEnds
      ? [-1, 1].map(
          (side): Member => ({
            asset: chair,
            x: side * end,
            z: 0,
            turned: -side * 90,
            clearance: { back: BEHIND_M },
          }),
        )
      : []),
  ]
}

const lit = (members: Member[]): Setting => ({
  at: 'free',
  members: [
    ...members,
    { asset: 'pendant_lamp', z: 0, isOptional: true },
    { asset: 'vase', on: 0, z: 0, isOptional: true },
  ],
})

/** A small table with one side at the wall. */
const atWall: Setting = {
  at: 'wall',
  members: [
    { asset: 'dining_table_4', size: { width: 0.8, depth: 0.7 } },
    { asset: 'dining_chair', x: -0.68, z: 0.37, turned: 90 },
    { asset: 'dining_chair', x: 0.68, z: 0.37, turned: -90 },
  ],
}

/** A step that kitchens and studios use too. */
export const tableStep = (largest: 8 | 6 | 4, from?: Step['from']): Step => ({
  settings: [
    ...(largest >= 8 ? [lit(seatedTable({ asset: 'dining_table_8' }, [2.4, 1], 3, true))] : []),
    ...(largest >= 6 ? [lit(seatedTable({ asset: 'dining_table_6' }, [1.8, 0.9], 3, false))] : []),
    lit(seatedTable({ asset: 'dining_table_4' }, [1.2, 0.8], 2, false)),
    lit(seatedTable({ asset: 'dining_table_round' }, [1.1, 1.1], 1, true)),
    atWall,
  ],
  prefer: inTheOpen,
  from,
})

export const DINING_ROOM: Recipe = [
  tableStep(8),
  {
    settings: [1.8, 1.2].map((width) => ({
      at: 'wall',
      members: [{ asset: 'sideboard', size: { width } }],
    })),
    prefer: all(middleOfWall),
  },
  GREEN,
  PICTURES,
]
