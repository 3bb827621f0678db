import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { expectGoldenFile } from '../../../tests/end-to-end/golden.ts'
import { NASTY_JOINS } from '../../../tests/nasty-joins.ts'
import { wallPlan } from '../../../tests/wall-plan.ts'
import { wallShapes } from './wall-shapes.ts'

const joinsOf = (walls: readonly object[]) =>
  [...wallShapes(wallPlan(walls), 'level_2').values()].map(({ joins }) =>
    joins.map(({ type, end, wallId }) => `${end} ${type} ${wallId}`),
  )

// To write it anew: UPDATE_GOLDENS=1 vitest run architect/kernel/walls/wall-joins.test.ts
test('nasty joins are cut as they were reviewed', async () => {
  const golden: Record<string, Record<string, string>> = {}
  for (const [name, walls] of Object.entries(NASTY_JOINS)) {
    golden[name] = {}
    for (const { id, pieces } of wallShapes(wallPlan(walls), 'level_2').values()) {
      golden[name][id] = pieces
        .map((piece) => piece.map((at) => at.map((c) => Number(c.toFixed(4)) + 0)).join(' '))
        .join(' | ')
    }
  }
  await expectGoldenFile(
    fileURLToPath(new URL('./wall-joins.golden.json', import.meta.url)),
    golden,
  )
})

test('a join is told by both walls, with where it is on each', () => {
  expect(joinsOf(NASTY_JOINS['a right angle'])).toEqual([['end L wall_11'], ['start L wall_10']])
  expect(joinsOf(NASTY_JOINS['in a line'])).toEqual([['end butt wall_11'], ['start butt wall_10']])
  expect(joinsOf(NASTY_JOINS['an end in a side'])).toEqual([
    ['side T wall_11'],
    ['start T wall_10'],
  ])
  expect(joinsOf(NASTY_JOINS['two that cross uncut'])).toEqual([
    ['side X wall_11'],
    ['side X wall_10'],
  ])
  expect(joinsOf(NASTY_JOINS['ends half a millimetre apart'])).toEqual([
    ['end L wall_11'],
    ['start L wall_10'],
  ])
  expect(joinsOf(NASTY_JOINS['ends apart'])).toEqual([[], []])
})

test('an opening fits where no wall runs in and both faces are whole', () => {
  const shapes = wallShapes(
    wallPlan([
      { start: [0, 0], end: [4, 0] },
      { start: [0, 0], end: [0, 2] },
      { start: [3, 0], end: [3, 2] },
    ]),
    'level_2',
  )
  expect(shapes.get('wall_10')!.freeSpans).toEqual([
    [expect.closeTo(0.1, 9), expect.closeTo(2.9, 9)],
    [expect.closeTo(3.1, 9), 4],
  ])
})
