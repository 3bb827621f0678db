import {
  all,
  awayFromWindows,
  farFromDoors,
  inCorner,
  inTheOpen,
  middleOfWall,
  nearDoors,
} from '../preferences.ts'
import type { Recipe, Step } from '../recipe.ts'
import { inRow, type Setting } from '../setting.ts'
import { GREEN, PICTURES } from './accents.ts'
import { seatedTable } from './dining.ts'

const one = (asset: string, isFlush = false): Setting => ({
  at: 'wall',
  isFlush,
  members: [{ asset }],
})
const wide = (asset: string, widths: number[]): Setting[] =>
  widths.map((width) => ({ at: 'wall', members: [{ asset, size: { width } }] }))

const COATS: Step = {
  settings: [1.2, 0.8, 0.5].map((width) => ({
    at: 'wall',
    members: [
      { asset: 'shoe_cabinet', size: { width } },
      { asset: 'coat_rack', size: { width }, isOptional: true, clearance: { front: 0 } },
    ],
  })),
  prefer: all(nearDoors, (position, view) => 0.3 * inCorner(position, view)),
}

export const HALL_ROOM: Recipe = [
  COATS,
  { settings: [one('wall_mirror')], prefer: nearDoors },
  { settings: wide('console_table', [1, 0.7]), prefer: middleOfWall, from: 'normal' },
  { settings: wide('hall_bench', [1, 0.7]), prefer: nearDoors, from: 'full' },
  GREEN,
  { settings: [{ at: 'free', members: [{ asset: 'ceiling_lamp' }] }], prefer: inTheOpen },
]

/** Corridors stay empty except for things on walls and ceilings. */
export const CORRIDOR: Recipe = [
  { ...PICTURES, from: 'normal' },
  { settings: [{ at: 'free', members: [{ asset: 'ceiling_lamp' }] }], prefer: inTheOpen },
]

export const LAUNDRY_ROOM: Recipe = [
  {
    settings: [
      {
        at: 'wall',
        isFlush: true,
        members: inRow([
          { asset: 'washing_machine', width: 0.6 },
          { asset: 'dryer', width: 0.6 },
        ]),
      },
      one('washing_machine', true),
    ],
    prefer: all(inCorner, farFromDoors),
  },
  { settings: [one('laundry_sink', true)], prefer: inCorner },
  { settings: [one('water_heater')], prefer: all(inCorner, awayFromWindows), from: 'normal' },
  {
    settings: [{ at: 'wall', members: [{ asset: 'drying_rack' }] }],
    prefer: inCorner,
    from: 'full',
  },
]

const SHELVES: Step = {
  settings: [1.6, 1.2, 0.8, 0.5].map((width) => ({
    at: 'wall',
    members: [{ asset: 'bookshelf', size: { width }, clearance: { front: 0.5 } }],
  })),
  prefer: all(inCorner, farFromDoors),
  times: 3,
}

export const STORAGE: Recipe = [SHELVES]
export const CLOSET: Recipe = [
  {
    settings: [3, 2.4, 1.8, 1.2, 0.8].map((width) => ({
      at: 'wall',
      members: [{ asset: 'wardrobe', size: { width }, clearance: { front: 0.55 } }],
    })),
    prefer: farFromDoors,
    times: 2,
  },
]

export const GARAGE: Recipe = [
  {
    settings: [0.6, 0.45].map((side) => ({
      at: 'free',
      members: [
        { asset: 'car', z: 0, clearance: { left: side, right: side, front: 0.1, back: 0.1 } },
      ],
    })),
    prefer: inTheOpen,
  },
  { ...SHELVES, times: 2 },
]

export const TERRACE: Recipe = [
  {
    settings: [
      {
        at: 'free',
        members: seatedTable({ asset: 'garden_table' }, [1.6, 0.9], 2, false, 'garden_chair'),
      },
      {
        at: 'free',
        members: seatedTable(
          { asset: 'garden_table', size: { width: 0.8 } },
          [0.8, 0.9],
          1,
          false,
          'garden_chair',
        ),
      },
    ],
    prefer: inTheOpen,
  },
  { settings: wide('planter', [2, 1]), prefer: inCorner },
  { settings: [one('sun_lounger')], prefer: inCorner, from: 'normal', times: 2 },
  { settings: [one('barbecue')], prefer: inCorner, from: 'full' },
]
