import { all, atWindow, farFromDoors, inCorner, inTheOpen, middleOfWall } from '../preferences.ts'
import type { Recipe, Step } from '../recipe.ts'
import type { Setting } from '../setting.ts'
import { GREEN, PICTURES } from './accents.ts'
import { seatedTable } from './dining.ts'

const deskOf = (width: number): Setting => ({
  at: 'wall',
  members: [
    { asset: 'desk', size: { width } },
    { asset: 'office_chair', z: 1.06, turned: 180 },
    // A narrow desk has the screen on the left and the lamp to its right.
    { asset: 'monitor', x: Math.min(0, width / 2 - 0.65), z: 0.16, on: 0 },
    { asset: 'desk_lamp', x: width / 2 - 0.16, z: 0.25, on: 0 },
  ],
})

/** A step that studios use too. */
export const deskStep = (from?: Step['from'], times?: number): Step => ({
  settings: [1.6, 1.4, 1.2, 1].map(deskOf),
  prefer: all(atWindow, farFromDoors),
  from,
  times,
})

const SHELVES: Step = {
  settings: [1.6, 1.2, 0.8].map((width) => ({
    at: 'wall',
    members: [{ asset: 'bookshelf', size: { width } }],
  })),
  prefer: all(inCorner, farFromDoors),
}

export const OFFICE_ROOM: Recipe = [
  deskStep(),
  deskStep('full', 3),
  SHELVES,
  {
    settings: [0.8, 0.4].map((width) => ({
      at: 'wall',
      members: [{ asset: 'filing_cabinet', size: { width } }],
    })),
    prefer: inCorner,
    from: 'normal',
  },
  GREEN,
  PICTURES,
  { settings: [{ at: 'free', members: [{ asset: 'strip_light' }] }], prefer: inTheOpen },
]

const meeting = (width: number, chairs: number): Setting => ({
  at: 'free',
  members: [
    ...seatedTable({ asset: 'meeting_table', size: { width } }, [width, 1.1], chairs, true),
    { asset: 'strip_light', z: 0, isOptional: true },
  ],
})

export const MEETING_ROOM: Recipe = [
  {
    settings: [meeting(4, 5), meeting(3.2, 4), meeting(2.4, 3), meeting(1.6, 2)],
    prefer: inTheOpen,
  },
  {
    settings: [2.4, 1.8, 1.2].map((width) => ({
      at: 'wall',
      members: [{ asset: 'school_board', size: { width } }],
    })),
    prefer: middleOfWall,
  },
  GREEN,
]
