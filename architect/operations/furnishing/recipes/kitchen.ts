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
import { GREEN } from './accents.ts'
import { tableStep } from './dining.ts'
import { cornerRun, hooded, mirrored, straightRun } from './kitchen-runs.ts'

/** A step that studios use too. */
export const kitchenRun = (widths: number[]): Step => ({
  settings: hoodedFirst(straightRuns(widths)),
  prefer: all(atWindow, (position, view) => 0.3 * inCorner(position, view)),
})

/** Where there is no space for both, a fridge comes before a dishwasher. */
const straightRuns = (widths: number[]): Setting[] =>
  widths.flatMap((width) => [
    ...(width >= 3 ? [straightRun(width, true, true)] : []),
    ...(width >= 2 ? [straightRun(width, false, true)] : []),
    ...(width >= 2.4 ? [straightRun(width, true, false)] : []),
    straightRun(width, false, false),
  ])

/** Runs whose hob has its hood, a smaller one too, before those whose hob is under a window. */
const hoodedFirst = (runs: Setting[]): Setting[] => [
  ...runs.flatMap((run) => (run.corner ? [run] : [run, mirrored(run)])).map(hooded),
  ...runs,
]

/** Kitchens in a corner, the largest first: metres of the first wall and of the second. */
export const CORNER_RUNS: Setting[] = [3.2, 2.6, 2.3, 2].flatMap((main) =>
  [2.2, 2, 1.4].flatMap((leg) =>
    (['left', 'right'] as const).map((corner) => cornerRun(main, leg, corner)),
  ),
)

/** In a kitchen of this area there is space to work between two runs, in square metres. */
const CORNER_KITCHEN_M2 = 7

const UNITS: Step = {
  ...kitchenRun([]),
  settings: ({ area }) => {
    const straight = straightRuns([4.2, 3.6, 3.2, 2.8, 2.4, 2.2, 1.7, 1.4])
    return hoodedFirst(area >= CORNER_KITCHEN_M2 ? [...CORNER_RUNS, ...straight] : straight)
  },
}

/** The fridge, when the kitchen units have no space for one. */
export const FRIDGE: Step = {
  settings: ({ placed }) =>
    placed.some(({ assetId }) => assetId === 'fridge')
      ? []
      : [{ at: 'wall', isFlush: true, members: [{ asset: 'fridge' }] }],
  prefer: all(near('kitchen_sink', 'kitchen_hob'), inCorner, awayFromWindows),
}

export const KITCHEN_ROOM: Recipe = [
  UNITS,
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
