import { expect, test } from 'vitest'
import { around, corners, metresFrom, type Point, polygonOf } from '../tests/fixtures/ground.ts'
import { BorderLine } from './border-line.ts'
import { sidesOf } from './ring-sides.ts'

const borderOf = (...rings: Point[][]) =>
  new BorderLine(polygonOf(...rings.map((ring) => ring.map(metresFrom([-68.8, 44.8])))))
/** Lengths in whole metres, ascending, curves with a mark. */
const lengthsOf = (...rings: Point[][]) =>
  sidesOf(borderOf(...rings))
    .map(
      ({ span: [from, to], is_curved }) => `${Math.round(to - from)}${is_curved ? ' curve' : ''}`,
    )
    .sort((a, b) => parseInt(a, 10) - parseInt(b, 10))

/** A lot of 20 by 40 m with points between its corners, up to `off_m` from the line. */
const noisy = (off_m: number): Point[] => [
  [0, 0],
  [7, -off_m],
  [14, off_m],
  [20, 0],
  [20, 25],
  [20, 40],
  [9, 40 + off_m],
  [0, 40],
  [-off_m, 20],
]

test('edges within half a metre of a line are one side, and a bend beyond it makes two', () => {
  expect(lengthsOf(noisy(0.3))).toEqual(['20', '20', '40', '40'])
  expect(lengthsOf(noisy(0.8)).length).toBeGreaterThan(4)
})

test('the sides do not depend on the corner at which the ring starts, and fill the border', () => {
  const ring = noisy(0.3)
  for (let first = 0; first < ring.length; first++) {
    const turned = [...ring.slice(first), ...ring.slice(0, first)]
    expect(lengthsOf(turned), `${first}`).toEqual(['20', '20', '40', '40'])
    const border = borderOf(turned)
    const sum = sidesOf(border).reduce((all, { span: [from, to] }) => all + to - from, 0)
    expect(sum).toBeCloseTo(border.length_m, 6)
  }
})

test('an arc of many corners is one curve between the straight sides', () => {
  const arc = around([0, 0], 15, 72).slice(0, 19) // from the east to the north: 90 degrees
  expect(lengthsOf([[0, 0], ...arc])).toEqual(['15', '15', '24 curve'])
})

test('a round lot is one curve, and a hole has sides of its own', () => {
  expect(lengthsOf(around([0, 0], 20, 90))).toEqual(['126 curve'])
  expect(lengthsOf(corners(0, 0, 60, 60), corners(20, 20, 30, 40).toReversed())).toEqual([
    '10',
    '10',
    '20',
    '20',
    '60',
    '60',
    '60',
    '60',
  ])
})

test('a street of 700 m, a triangle and a sliver have the sides that they have', () => {
  expect(lengthsOf(corners(0, 0, 700, 12))).toEqual(['12', '12', '700', '700'])
  expect(
    lengthsOf([
      [0, 0],
      [30, 0],
      [0, 40],
    ]),
  ).toEqual(['30', '40', '50'])
  expect(lengthsOf(corners(0, 0, 50, 0.3)).length).toBeGreaterThan(1)
})
