import { describe, expect, test } from 'vitest'
import { hydricClass } from './hydric-class.ts'

const counts = (
  hydric_majors: number,
  majors: number,
  hydric_minors: number,
  minors: number,
  rated = majors + minors,
) => ({ majors, hydric_majors, minors, hydric_minors, rated })

describe('the hydric class goes by which components are hydric', () => {
  test.each([
    ['all of them', counts(1, 1, 2, 2), 'hydric'],
    ['all major ones and no minor one', counts(2, 2, 0, 1), 'predominantly hydric'],
    ['some of the major ones', counts(1, 2, 1, 1), 'partially hydric'],
    ['a minor one alone', counts(0, 1, 1, 2), 'predominantly nonhydric'],
    ['none', counts(0, 1, 0, 2), 'nonhydric'],
  ])('%s', (_which, components, expected) => {
    // A percentage that contradicts them changes nothing: 18 percent lies in two ranges.
    for (const pct of [null, 0, 18, 100]) expect(hydricClass(components, pct)).toBe(expected)
  })

  test('and where none is rated there is no class, though the tables have 0 percent', () => {
    const unrated = counts(0, 1, 0, 0, 0)
    expect([hydricClass(unrated, 0), hydricClass(unrated, null)]).toEqual([null, null])
  })
})

describe('without components the percentage decides, where it can', () => {
  test.each([
    [100, 'hydric'],
    [99, 'predominantly hydric'],
    [80, 'predominantly hydric'],
    [79, 'partially hydric'],
    [21, 'partially hydric'],
    // Partially hydric from 15, predominantly nonhydric to 20: both claim it.
    [20, null],
    [15, null],
    [14, 'predominantly nonhydric'],
    [1, 'predominantly nonhydric'],
    [0, 'nonhydric'],
    [null, null],
  ])('%s percent', (pct, expected) => {
    expect(hydricClass(null, pct)).toBe(expected)
  })
})
