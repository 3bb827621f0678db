import { describe, expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { betweenOf, openStretches, type Span, totalOf, unionOf } from './spans.ts'

test('spans that overlap, touch or contain each other are one', () => {
  expect(unionOf([])).toEqual([])
  const union = unionOf([
    [5, 6],
    [0, 2],
    [2, 3],
    [1, 1.5],
    [8, 9],
  ])
  expect(union).toEqual([
    [0, 3],
    [5, 6],
    [8, 9],
  ])
  expect(totalOf(union)).toBe(5)
})

describe('a ring', () => {
  test('is one stretch without spans, and none with a span over all of it', () => {
    expect(betweenOf([], 10)).toEqual([[0, 10]])
    expect(betweenOf([[0, 10]], 10)).toEqual([])
  })

  test('has one stretch over its start, not two', () => {
    expect(betweenOf([[3, 4]], 10)).toEqual([[4, 13]])
    expect(betweenOf([[8, 12]], 10)).toEqual([[2, 8]])
  })

  test('loses gaps that are too short, and then spans that are', () => {
    const taken: Span[] = [
      [0, 10],
      [10.5, 20],
      [40, 40.5],
    ]
    // 20 to 100 is open but for half a metre; between 10 and 10.5 nothing is.
    expect(openStretches(taken, 100, 1)).toEqual([[20, 100]])
    expect(openStretches([[0, 0.5]], 100, 1)).toEqual([[0, 100]])
    expect(openStretches([[0.5, 100]], 100, 1)).toEqual([])
  })

  test('has the same stretches wherever it starts', () => {
    const random = seededRandom(11)
    for (let round = 0; round < 300; round++) {
      const spans = Array.from({ length: 1 + Math.floor(random() * 12) }, (): Span => {
        const from = random() * 99
        return [from, Math.min(100, from + random() ** 3 * 30)]
      })
      const turn = random() * 100
      const turned = spans.flatMap(([from, to]): Span[] => {
        const [start, end] = [from + turn, to + turn]
        if (start >= 100) return [[start - 100, end - 100]]
        return end <= 100
          ? [[start, end]]
          : [
              [start, 100],
              [0, end - 100],
            ]
      })
      const [one, other] = [openStretches(spans, 100, 1), openStretches(turned, 100, 1)]
      expect(other).toHaveLength(one.length)
      expect(totalOf(other)).toBeCloseTo(totalOf(one), 6)
    }
  })
})
