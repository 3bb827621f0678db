import {
  all,
  atWindow,
  facing,
  farFromDoors,
  inCorner,
  inTheOpen,
  middleOfWall,
  near,
} from '../preferences.ts'
import type { Recipe, Step } from '../recipe.ts'
import type { Member, Setting } from '../setting.ts'

const SOFAS = ['sofa_three_seats', 'sofa_two_seats', 'armchair']

/** A sofa with a coffee table in front of it, on a rug if wanted; an armchair where it fits. */
function seating(sofa: string, width: number, table: number, hasRug: boolean): Setting {
  const members: Member[] = [
    { asset: sofa, clearance: { front: 0.35 } },
    { asset: 'coffee_table', z: 1.65, size: { width: table } },
  ]
  if (hasRug)
    members.push({
      asset: 'rug',
      z: 1.5,
      size: { width: width + 0.4, depth: 1.7 },
      isOptional: true,
    })
  members.push(
    {
      asset: 'armchair',
      x: -(table / 2 + 0.85),
      z: 1.6,
      turned: 90,
      isOptional: true,
      clearance: { front: 0.2 },
    },
    { asset: 'side_table', x: width / 2 + 0.33, z: 0.3, isOptional: true },
    { asset: 'table_lamp', x: width / 2 + 0.33, z: 0.3, on: members.length + 1, isOptional: true },
    { asset: 'picture_large', isOptional: true },
  )
  return { at: 'wall', members }
}

/** A step that studios use too. */
export const SEATING: Step = {
  settings: [
    seating('sofa_three_seats', 2.2, 1.1, true),
    seating('sofa_two_seats', 1.6, 0.9, true),
    { at: 'wall', members: [{ asset: 'sofa_three_seats' }] },
    { at: 'wall', members: [{ asset: 'sofa_two_seats' }] },
    { at: 'wall', members: [{ asset: 'armchair' }] },
  ],
  prefer: all(middleOfWall, farFromDoors),
}

export const TELEVISION: Step = {
  settings: [1.8, 1.6, 1.4].map((width) => ({
    at: 'wall',
    members: [{ asset: 'tv_stand', size: { width } }],
  })),
  prefer: facing(3.2, ...SOFAS),
}

export const GREEN: Step = {
  settings: [{ at: 'wall', members: [{ asset: 'plant_large' }] }],
  prefer: all(atWindow, inCorner),
  from: 'normal',
}

export const PICTURES: Step = {
  settings: [
    { at: 'wall', members: [{ asset: 'picture_large' }] },
    { at: 'wall', members: [{ asset: 'picture_small' }] },
  ],
  prefer: middleOfWall,
  from: 'normal',
}

export const LIVING_ROOM: Recipe = [
  SEATING,
  TELEVISION,
  {
    settings: [1.2, 0.8, 0.5].map((width) => ({
      at: 'wall',
      members: [{ asset: 'bookshelf', size: { width } }],
    })),
    prefer: all(inCorner, farFromDoors),
  },
  {
    settings: [{ at: 'wall', members: [{ asset: 'floor_lamp' }] }],
    prefer: all(inCorner, near(...SOFAS)),
    from: 'normal',
  },
  GREEN,
  {
    settings: [{ at: 'wall', members: [{ asset: 'sideboard' }] }],
    prefer: middleOfWall,
    from: 'full',
  },
  { settings: [{ at: 'free', members: [{ asset: 'ceiling_lamp' }] }], prefer: inTheOpen },
]
