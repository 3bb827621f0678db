import { Variable } from '@lume/kiwi'
import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import type { DimensionLine, DimensionProblem, DimensionSpan } from './dimension-problem.ts'
import { findConflict, firstFailing } from './find-conflict.ts'
import { rulesOf } from './requirements.ts'
import { solveDimensions } from './solve-dimensions.ts'

/** Three rooms of 4 m side by side: lines at 0, 4, 8 and 12 m of walls of 0.2 m. */
function threeRooms(
  lines: Partial<Record<'a' | 'b' | 'c' | 'd', Partial<DimensionLine>>> = {},
  spans: Partial<Record<'west' | 'middle' | 'east', Partial<DimensionSpan>>> = {},
): DimensionProblem {
  return {
    lines: (['a', 'b', 'c', 'd'] as const).map((id, index) => ({
      id,
      label: `line ${id}`,
      at: 4 * index,
      ...lines[id],
    })),
    spans: (['west', 'middle', 'east'] as const).map((id, index) => ({
      id,
      label: id,
      from: 'abcd'[index],
      to: 'bcd'[index],
      taken: 0.2,
      minimum: 2,
      ...spans[id],
    })),
  }
}
const facade = { a: { fixed: 'is part of the facade' }, d: { fixed: 'is part of the facade' } }

function movesOf(problem: DimensionProblem) {
  const answer = solveDimensions(problem)
  if (!answer.isSolved) throw new Error(answer.reason)
  return Object.fromEntries(answer.moved.map(({ id, by }) => [id, Number(by.toFixed(6))]))
}

test('one line moves where the neighbour has enough, and the others stand still', () => {
  expect(movesOf(threeRooms(facade, { west: { target: 5 } }))).toEqual({ b: 1.2 })
  const answer = solveDimensions(threeRooms(facade, { west: { target: 5 } }))
  expect(answer).toMatchObject({
    isSolved: true,
    stood: ['a', 'c', 'd'],
    account: ['line b moves by 1.2 m', '3 of 4 lines stand still'],
  })
})

test('a neighbour that reaches its minimum passes the rest on', () => {
  // West grows from 3.8 to 6.3: b moves 2.5. Middle can lose 1.8 of its 3.8, so c moves 0.7.
  expect(movesOf(threeRooms(facade, { west: { target: 6.3 } }))).toEqual({ b: 2.5, c: 0.7 })
})

test('a room that stands moves whole, and the next one gives way', () => {
  const spans = { west: { target: 5 }, middle: { isStanding: true } }
  expect(movesOf(threeRooms(facade, spans))).toEqual({ b: 1.2, c: 1.2 })
})

test('rooms that are dear to change move with the building', () => {
  const spans = { west: { target: 5 }, middle: { weight: 100 }, east: { weight: 100 } }
  const lines = { a: facade.a }
  expect(movesOf(threeRooms(lines, spans))).toEqual({ b: 1.2, c: 1.2, d: 1.2 })
})

test('a line with a target moves there, and a maximum holds', () => {
  expect(movesOf(threeRooms({ b: { target: 5 } }, { west: { isStanding: true } }))).toEqual({
    a: 1,
    b: 1,
  })
  expect(movesOf(threeRooms({ b: { target: 5 } }, { west: { maximum: 4.3 } }))).toEqual({
    a: 0.5,
    b: 1,
  })
})

test('what conflicts is named with its figures, and nothing else is', () => {
  const answer = solveDimensions(threeRooms(facade, { west: { target: 8 } }))
  if (answer.isSolved) throw new Error('solved')
  // 12 m less three walls of 0.2 m leave 11.4 m; the other two need 2 m each: 7.4 m at most.
  expect(answer.conflict.map(({ kind, of }) => `${kind} ${of}`)).toEqual([
    'target west',
    'fixed a',
    'fixed d',
    'minimum middle',
    'minimum east',
  ])
  expect(answer.reason).toBe(
    'West is to be 8 m wide, line a is part of the facade, line d is part of the facade, middle needs 2 m or more and east needs 2 m or more: not all of this is possible.',
  )
  expect(answer.nearest!.get('west')).toBeCloseTo(7.4, 9)
})

test('a room that stands between lines that stand is the conflict, and nothing is possible', () => {
  const spans = { west: { target: 5 }, middle: { isStanding: true } }
  const answer = solveDimensions(threeRooms({ ...facade, c: { fixed: 'carries a stair' } }, spans))
  if (answer.isSolved) throw new Error('solved')
  expect(answer.reason).toBe(
    'West is to be 5 m wide, middle keeps its 3.8 m, line a is part of the facade and line c carries a stair: not all of this is possible.',
  )
  expect(answer.nearest!.get('west')).toBeCloseTo(3.8, 9)
})

test('without a target that can be met there is no nearest value', () => {
  const problem = threeRooms({ ...facade, b: { target: 5 } }, { west: { minimum: 20 } })
  expect(solveDimensions(problem)).toMatchObject({ isSolved: false, nearest: null })
})

test('a problem that is not one is refused with the figure', () => {
  const { lines, spans } = threeRooms()
  const of = (problem: DimensionProblem) => () => solveDimensions(problem)
  expect(of({ lines: [...lines, lines[0]], spans })).toThrow('Two lines have the same id.')
  expect(of({ lines, spans: [{ ...spans[0], to: 'z' }] })).toThrow('got a and z')
  expect(of({ lines: [{ ...lines[0], weight: 1001 }], spans: [] })).toThrow('got 1001')
  expect(of({ lines: [{ ...lines[0], at: Number.NaN }], spans: [] })).toThrow('got NaN')
})

/** Problems on whole metres: of their solutions one of least cost is on whole metres too. */
function randomProblem(random: () => number): DimensionProblem {
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const widths = Array.from({ length: 3 }, () => whole(2, 5))
  const lines = [0, 1, 2, 3].map((index) => ({
    id: `line${index}`,
    label: `line ${index}`,
    at: widths.slice(0, index).reduce((sum, width) => sum + width, 0),
    weight: whole(1, 3),
    ...(random() < 0.3 && { fixed: 'stands' }),
  }))
  const spans = widths.map((width, index) => ({
    id: `span${index}`,
    label: `span ${index}`,
    from: `line${index}`,
    to: `line${index + 1}`,
    taken: 0,
    minimum: whole(1, width),
    weight: random() < 0.5 ? whole(1, 3) : 0,
    ...(random() < 0.2 && { isStanding: true }),
    ...(random() < 0.2 && { maximum: width + 1 }),
  }))
  const target = whole(1, 7)
  return { lines, spans: spans.map((span, i) => (i === 0 ? { ...span, target } : span)) }
}

/** Cost of moves in metres, by the lines' order; null where a requirement does not hold. */
function costOf({ lines, spans }: DimensionProblem, moves: readonly number[]): number | null {
  const at = new Map(lines.map(({ id, at }, index) => [id, at + moves[index]]))
  const was = new Map(lines.map(({ id, at }) => [id, at]))
  if (lines.some(({ fixed }, index) => fixed !== undefined && moves[index] !== 0)) return null
  let cost = lines.reduce((sum, { weight = 1 }, i) => sum + weight * Math.abs(moves[i]), 0)
  for (const { from, to, minimum = 0, maximum = 99, target, isStanding, weight = 0 } of spans) {
    const width = at.get(to)! - at.get(from)!
    const before = was.get(to)! - was.get(from)!
    if (width < minimum || width > maximum || (target ?? width) !== width) return null
    if (isStanding && width !== before) return null
    cost += weight * Math.abs(width - before)
  }
  return cost
}

test('no other solution costs less, and a conflict is as small as it can be', () => {
  const random = seededRandom(22)
  const steps = Array.from({ length: 11 }, (_, index) => index - 5)
  let solved = 0
  for (let i = 0; i < 30; i++) {
    const problem = randomProblem(random)
    const costs = steps.flatMap((a) =>
      steps.flatMap((b) =>
        steps.flatMap((c) => steps.map((d) => costOf(problem, [a, b, c, d]) ?? Infinity)),
      ),
    )
    const least = costs.reduce((best, cost) => Math.min(best, cost), Infinity)
    const answer = solveDimensions(problem)
    expect(answer.isSolved, JSON.stringify(problem)).toBe(least < Infinity)
    if (answer.isSolved) {
      solved++
      const by = new Map(answer.moved.map((move) => [move.id, Math.round(move.by * 1e6) / 1e6]))
      const moves = problem.lines.map(({ id }) => by.get(id) ?? 0)
      expect(costOf(problem, moves), JSON.stringify(problem)).toBe(least)
      continue
    }
    const rules = rulesOf(problem, new Map(problem.lines.map(({ id }) => [id, new Variable()])))
    const conflict = findConflict(rules)
    expect(answer.conflict).toHaveLength(conflict.length)
    expect(firstFailing(conflict)).not.toBeNull()
    for (const left of conflict)
      expect(firstFailing(conflict.filter((rule) => rule !== left)), left.text).toBeNull()
  }
  expect(solved).toBeGreaterThan(5)
  expect(solved).toBeLessThan(25)
})
