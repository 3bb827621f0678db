import { dot, subtract } from '../../../geometry/point.ts'
import {
  all,
  atWindow,
  awayFrom,
  awayFromWindows,
  facing,
  farFromDoors,
  inCorner,
  inTheOpen,
  isInViewOf,
  middleOfWall,
  near,
} from '../preferences.ts'
import type { Recipe, Step, StepSetting, View } from '../recipe.ts'
import type { Member, Setting, SettingPosition } from '../setting.ts'
import { GREEN } from './accents.ts'
import { tableStep } from './dining.ts'

const SOFAS = ['sofa_three_seats', 'sofa_two_seats', 'armchair']

/** Depth of a sofa in the catalog, and of the gap behind it at a wall, in metres. */
const SOFA_DEPTH_M = 0.92
const BACK_M = 0.02

/** A sofa with a coffee table in front of it, on a rug if wanted; an armchair where it fits. */
function seats(sofa: string, width: number, table: number, hasRug: boolean): Member[] {
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
  )
  return members
}

function seating(sofa: string, width: number, table: number, hasRug: boolean): Setting {
  const picture: Member = { asset: 'picture_large', isOptional: true }
  return { at: 'wall', members: [...seats(sofa, width, table, hasRug), picture] }
}

/**
 * A television at a wall and seats that face it, with their backs `back` metres from that wall.
 * Where the backs are in the open, people pass behind them.
 */
function lounge(sofa: string, width: number, back: number, isOpen: boolean): StepSetting {
  const turned = seats(sofa, width, width / 2, true).map((member, index): Member => {
    const z = member.z ?? SOFA_DEPTH_M / 2 + BACK_M
    return {
      ...member,
      x: -(member.x ?? 0),
      z: back - z,
      turned: ((member.turned ?? 0) + 180) % 360,
      ...(member.on === undefined ? {} : { on: member.on + 1 }),
      ...(index === 0 && isOpen ? { clearance: { front: 0.35, back: PASSED_BEHIND_M } } : {}),
    }
  })
  return {
    at: 'wall',
    members: [{ asset: 'tv_stand', size: { width: 1.6 } }, ...turned],
    ...(isOpen ? {} : { accepts: (position, view) => hasWallAhead(position, view, back) }),
  }
}

/** Floor behind seats in the middle of a room, in metres: the width of a way. */
const PASSED_BEHIND_M = 0.7
/**
 * Least and greatest distance of the backs from the wall with the television, in metres: people
 * watch a screen 1.2 m wide from 2 to 3.6 m, and sit 0.6 m in front of a back.
 */
const BACKS_M = [2.7, 4.2] as const
/** The same where the room is deeper, and the seats stand in its middle. */
const OPEN_BACKS_M = [3.7, 3.3]

/** The distances between opposite walls of the room that suit a lounge. */
function backsOf({ room: { sides } }: View): number[] {
  const depths = sides.flatMap((side) =>
    sides
      .filter(({ inward }) => dot(inward, side.inward) < -0.999)
      .map((other) => dot(subtract(other.from, side.from), side.inward) - BACK_M),
  )
  const fit = depths.filter((depth) => depth >= BACKS_M[0] && depth <= BACKS_M[1])
  return [...new Set(fit.map((depth) => Math.floor(depth * 1000) / 1000))].sort((a, b) => a - b)
}

/** True where a side of the room faces the position, as far away as the backs of the seats. */
function hasWallAhead({ origin, inward }: SettingPosition, { room }: View, back: number): boolean {
  return room.sides.some(({ from, along, length, inward: facing }) => {
    const way = subtract(from, origin)
    const aside = -dot(way, along)
    const ahead = dot(way, inward) - BACK_M - back
    return dot(facing, inward) < -0.999 && Math.abs(ahead) < BACK_M && aside > 0 && aside < length
  })
}

/** A sofa opposite the television: at the wall, or in the middle of a deeper room. */
const LOUNGE: Step = {
  settings: (view) => {
    const sofas = [
      ['sofa_three_seats', 2.2],
      ['sofa_two_seats', 1.6],
    ] as const
    return sofas.flatMap(([sofa, width]) => [
      ...backsOf(view).map((back) => lounge(sofa, width, back, false)),
      ...OPEN_BACKS_M.map((back) => lounge(sofa, width, back, true)),
    ])
  },
  prefer: all(middleOfWall, awayFromWindows, farFromDoors),
}

const hasAny = ({ placed }: View, assets: readonly string[]): boolean =>
  placed.some(({ assetId }) => assets.includes(assetId))

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

const TV_WIDTHS_M = [1.8, 1.6, 1.4]

/** Only where it is seen from the seats. */
export const TELEVISION: Step = {
  settings: TV_WIDTHS_M.map((width) => ({
    at: 'wall',
    members: [{ asset: 'tv_stand', size: { width } }],
    accepts: isInViewOf(...SOFAS),
  })),
  prefer: facing(3.2, ...SOFAS),
}

/** More seats in a large room: two armchairs at a small table, to read or to talk. */
const READING_CORNER: Step = {
  settings: [
    {
      at: 'wall',
      members: [
        { asset: 'side_table', z: 0.4 },
        { asset: 'armchair', x: -0.85, clearance: { front: 0.5 } },
        { asset: 'armchair', x: 0.85, clearance: { front: 0.5 } },
        { asset: 'table_lamp', z: 0.4, on: 0, isOptional: true },
        { asset: 'picture_large', isOptional: true },
      ],
    },
  ],
  prefer: all(atWindow, farFromDoors, awayFrom('armchair')),
  from: 'normal',
  times: ({ area }) => Math.floor(area / LARGE_M2),
}

/** In a larger living room one group of seats leaves most of the floor empty, in square metres. */
const LARGE_M2 = 30
/** A living room that is as large as two has a place to eat. */
const TWO_ROOMS_M2 = 40
/** Floor that one lamp lights, in square metres. */
const LIT_M2 = 20

const DINING_TABLE = tableStep(6, 'normal')

export const LIVING_ROOM: Recipe = [
  LOUNGE,
  { ...SEATING, times: (view) => (hasAny(view, SOFAS) ? 0 : 1) },
  { ...TELEVISION, times: (view) => (hasAny(view, ['tv_stand']) ? 0 : 1) },
  { ...DINING_TABLE, times: ({ area }) => (area >= TWO_ROOMS_M2 ? 1 : 0) },
  READING_CORNER,
  {
    settings: [1.2, 0.8, 0.5].map((width) => ({
      at: 'wall',
      members: [{ asset: 'bookshelf', size: { width } }],
    })),
    prefer: all(inCorner, farFromDoors),
    times: ({ area }) => 1 + Math.floor(area / LARGE_M2),
  },
  {
    settings: [{ at: 'wall', members: [{ asset: 'floor_lamp' }] }],
    prefer: all(inCorner, near(...SOFAS)),
    from: 'normal',
  },
  { ...GREEN, times: ({ area }) => 1 + Math.floor(area / LARGE_M2) },
  {
    settings: [{ at: 'wall', members: [{ asset: 'sideboard' }] }],
    prefer: middleOfWall,
    from: 'full',
  },
  {
    settings: [{ at: 'free', members: [{ asset: 'ceiling_lamp' }] }],
    prefer: all(inTheOpen, awayFrom('ceiling_lamp')),
    times: ({ area }) => Math.max(1, Math.round(area / LIT_M2)),
  },
]
