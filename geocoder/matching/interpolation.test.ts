import { describe, expect, test } from 'vitest'
import { distanceM } from '../../geometry/distance.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { at, lineOf } from '../../tests/fixtures/ground.ts'
import {
  holdsNumber,
  type NumberedSide,
  numberAtShare,
  offsetPoint,
  shareOfNumber,
} from './interpolation.ts'

const side = (
  from_number: number,
  to_number: number,
  parity: NumberedSide['parity'],
): NumberedSide => ({ side: 'left', from_number, to_number, parity })

describe('the numbers of a side', () => {
  test.each([
    [side(100, 198, 'even'), 150, true],
    [side(100, 198, 'even'), 100, true],
    [side(100, 198, 'even'), 198, true],
    [side(100, 198, 'even'), 151, false],
    [side(100, 198, 'even'), 200, false],
    [side(100, 198, 'even'), 98, false],
    [side(199, 101, 'odd'), 151, true],
    [side(199, 101, 'odd'), 150, false],
    [side(100, 199, 'both'), 151, true],
    [side(7, 7, 'odd'), 7, true],
  ])('%o holds %i: %s', (numbers, value, holds) => {
    expect(holdsNumber(numbers, value)).toBe(holds)
  })

  test('each number has one lot, in the direction of the numbers', () => {
    expect(shareOfNumber(side(100, 198, 'even'), 100)).toBeCloseTo(0.01, 10)
    expect(shareOfNumber(side(100, 198, 'even'), 198)).toBeCloseTo(0.99, 10)
    expect(shareOfNumber(side(198, 100, 'even'), 198)).toBeCloseTo(0.01, 10)
    expect(shareOfNumber(side(7, 7, 'odd'), 7)).toBe(0.5)
    expect(shareOfNumber(side(1, 4, 'both'), 2)).toBe(0.375)
  })

  test('the share of a number and the number at a share are inverse', () => {
    const random = seededRandom(3)
    const whole = (below: number) => Math.floor(random() * below)
    for (let i = 0; i < 3_000; i++) {
      const parity = (['odd', 'even', 'both'] as const)[whole(3)]
      const step = parity === 'both' ? 1 : 2
      const from = 1 + whole(999) * 2 + (parity === 'even' ? 1 : 0)
      const to = Math.max(parity === 'even' ? 2 : 1, from + (whole(400) - 200) * step)
      const numbers = side(from, to, parity)
      const value = from + Math.sign(to - from) * step * whole(Math.abs(to - from) / step + 1)
      const share = shareOfNumber(numbers, value)
      expect([numbers, value, share > 0 && share < 1]).toEqual([numbers, value, true])
      expect([numbers, value, numberAtShare(numbers, share)]).toEqual([numbers, value, value])
      // Any share is a number of the side, also at its ends and beyond them.
      const any = numberAtShare(numbers, random() * 1.2 - 0.1)
      expect([numbers, any, holdsNumber(numbers, any)]).toEqual([numbers, any, true])
    }
  })
})

describe('the offset point of a line', () => {
  test('lies at the share of its length, at the setback to the side', () => {
    const line = lineOf([0, 0], [100, 0])
    const left = offsetPoint(line, 0.25, 'left', 10)
    const right = offsetPoint(line, 0.25, 'right', 10)
    expect(distanceM(left, at(25, 10))).toBeLessThan(0.1)
    expect(distanceM(right, at(25, -10))).toBeLessThan(0.1)
  })

  test('a gap between the parts of a street has no length', () => {
    const { coords } = lineOf([0, 0], [100, 0], [900, 0], [1000, 0])
    const parts = { coords, lineEnds: Uint32Array.of(2, 4) }
    expect(distanceM(offsetPoint(parts, 0.75, 'left', 0), at(950, 0))).toBeLessThan(0.1)
    expect(distanceM(offsetPoint(parts, 0.5, 'left', 0), at(100, 0))).toBeLessThan(0.1)
  })

  test.each([-1, 2])('the share %d is that of an end', (share) => {
    const line = lineOf([0, 0], [100, 0])
    const end = at(share < 0 ? 0 : 100, 0)
    expect(distanceM(offsetPoint(line, share, 'right', 0), end)).toBeLessThan(0.1)
  })

  test('of a straight street in any direction it is on its side by the cross product, at the setback', () => {
    const random = seededRandom(5)
    const between = (low: number, high: number) => low + random() * (high - low)
    for (let i = 0; i < 2_000; i++) {
      const [from, to] = [0, 1].map(() => [between(0, 3000), between(0, 3000)] as [number, number])
      if (Math.hypot(from[0] - to[0], from[1] - to[1]) < 50) continue
      const which = random() < 0.5 ? 'left' : 'right'
      const setback_m = between(5, 40)
      const share = random()
      const line = lineOf(from, to)
      const on = offsetPoint(line, share, which, 0)
      const off = offsetPoint(line, share, which, setback_m)
      const [a, b] = [at(...from), at(...to)]
      const cross = (b[0] - a[0]) * (off[1] - a[1]) - (b[1] - a[1]) * (off[0] - a[0])
      expect(Math.sign(cross)).toBe(which === 'left' ? 1 : -1)
      expect(Math.abs(distanceM(on, off) - setback_m)).toBeLessThan(0.05)
      expect(Math.abs(distanceM(a, on) / distanceM(a, b) - share)).toBeLessThan(0.001)
    }
  })
})
