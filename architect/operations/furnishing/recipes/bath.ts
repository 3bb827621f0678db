import {
  all,
  awayFromWindows,
  farFromDoors,
  inCorner,
  middleOfWall,
  nearDoors,
} from '../preferences.ts'
import type { Recipe, Step } from '../recipe.ts'
import type { Member, Setting } from '../setting.ts'

const basin = (width: number): Setting => ({
  at: 'wall',
  isFlush: true,
  members: [
    { asset: 'washbasin', size: { width } },
    { asset: 'bath_mirror', size: { width: Math.min(0.8, width) }, isOptional: true },
  ],
})

const HAND_BASIN: Setting = {
  at: 'wall',
  isFlush: true,
  members: [
    { asset: 'hand_basin', clearance: { front: 0.45 } },
    { asset: 'bath_mirror', size: { width: 0.4 }, isOptional: true },
  ],
}

const toilet = (clearance?: Member['clearance']): Setting => ({
  at: 'wall',
  isFlush: true,
  members: [{ asset: 'toilet', clearance }],
})

const TOILET_STEP: Step = {
  settings: [toilet(), toilet({ front: 0.45, left: 0.15, right: 0.15 })],
  prefer: all(farFromDoors, (position, view) => 0.5 * inCorner(position, view)),
}

const tub = (width: number, depth: number): Setting => ({
  at: 'wall',
  isFlush: true,
  members: [{ asset: 'bath_tub', size: { width, depth }, clearance: { front: 0.5 } }],
})
const shower = (side: number): Setting => ({
  at: 'wall',
  isFlush: true,
  members: [{ asset: 'shower', size: { width: side, depth: side }, clearance: { front: 0.5 } }],
})

export const BATHROOM: Recipe = [
  {
    settings: [tub(1.7, 0.75), tub(1.6, 0.7), shower(0.9), shower(0.8)],
    prefer: all(inCorner, inCorner, farFromDoors),
  },
  TOILET_STEP,
  {
    settings: [...[1.2, 0.8, 0.6].map(basin), HAND_BASIN],
    prefer: all(middleOfWall, nearDoors, awayFromWindows),
  },
  { settings: [shower(0.9)], prefer: inCorner, from: 'full' },
  {
    settings: [{ at: 'wall', members: [{ asset: 'towel_radiator' }] }],
    prefer: all(inCorner, awayFromWindows),
    from: 'normal',
  },
  {
    settings: [{ at: 'wall', isFlush: true, members: [{ asset: 'washing_machine' }] }],
    prefer: inCorner,
    from: 'full',
  },
]

export const TOILET_ROOM: Recipe = [
  TOILET_STEP,
  { settings: [basin(0.6), HAND_BASIN], prefer: all(nearDoors, inCorner) },
]
