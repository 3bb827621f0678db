import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { expectGoldenFile } from '../../../tests/end-to-end/golden.ts'
import { NASTY_JOINS } from '../../../tests/houses/nasty-joins.ts'
import { wallPlan } from '../../../tests/houses/wall-plan.ts'
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

test('both walls list a join, with its place on each', () => {
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

/** Two walls from the origin, 3 m long, the second turned by so many degrees from the first. */
function turned(degrees: number, thickness: [number, number]) {
  const angle = (degrees * Math.PI) / 180
  return wallPlan([
    { start: [3, 0], end: [0, 0], thickness: thickness[0] },
    { start: [0, 0], end: [3 * Math.cos(angle), 3 * Math.sin(angle)], thickness: thickness[1] },
  ])
}
/** How far the corners of a joint at the origin reach from it, in metres. */
const reachesOf = (scene: ReturnType<typeof wallPlan>) =>
  [...wallShapes(scene, 'level_2').values()]
    .flatMap(({ footprint }) => footprint)
    .map(([x, z]) => ({ x, reach: Math.hypot(x, z) }))
    .filter(({ reach }) => reach < 2)
const reachOf = (scene: ReturnType<typeof wallPlan>) =>
  Math.max(...reachesOf(scene).map(({ reach }) => reach))

test('an acute corner is mitred up to four half thicknesses of the thicker wall, then bevelled', () => {
  // Both walls go east: the outer corner lies west of the joint, sqrt(a² + b² + 2ab cos)/sin from
  // it.
  const outer = (degrees: number, thickness: [number, number]) =>
    Math.max(
      ...reachesOf(turned(degrees, thickness))
        .filter(({ x }) => x < 0.1)
        .map(({ reach }) => reach),
    )
  // Of 0.3 and 0.1 m: up to 0.6 m, which it is at 19.3 degrees.
  for (const thickness of [
    [0.3, 0.1],
    [0.1, 0.3],
  ] as [number, number][]) {
    expect(outer(19.5, thickness)).toBeCloseTo(0.5926, 3)
    // The end of the thicker wall has its own corner.
    expect(outer(19, thickness)).toBeCloseTo(0.15, 3)
  }
})

test('in an obtuse turn a corner is stepped beyond two and a half mean half thicknesses', () => {
  // Of 0.4 and 0.1 m: 0.3125 m, which the corner reaches at 30.6 degrees of turn.
  expect(reachOf(turned(180 - 32, [0.4, 0.1]))).toBeCloseTo(0.3015, 3)
  expect(reachOf(turned(180 - 30, [0.4, 0.1]))).toBeLessThan(0.25)
})

test('two walls that turn by less than three degrees go on in a line', () => {
  const type = (degrees: number) =>
    [...wallShapes(turned(180 - degrees, [0.2, 0.2]), 'level_2').values()][0].joins[0].type
  expect([type(2.95), type(3.05)]).toEqual(['butt', 'L'])
})
