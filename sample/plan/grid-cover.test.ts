import { expect, test } from 'vitest'
import { twiceArea } from './areas.ts'
import { gridCover, piecesOf, settledValue, valueAt } from './grid-cover.ts'

/** Rows from north to south; a dot is nothing. Cells are 10 m, so there is no vertex in between. */
function drawn(...rows: string[]) {
  const lines = (count: number) => Array.from({ length: count + 1 }, (_, i) => 10 * i)
  return gridCover(lines(rows[0].length), lines(rows.length), ([u, v]) => {
    const value = rows[rows.length - 1 - Math.floor(v / 10)][Math.floor(u / 10)]
    return value === '.' ? null : value
  })
}

const areas = (rings: readonly (readonly [number, number])[][]) => rings.map(twiceArea)

test('cells of one value that share a side are one polygon, corners alone do not join', () => {
  const pieces = piecesOf(drawn('aab', 'baa', 'aaa'))
  expect(pieces.map(({ value }) => value)).toEqual(['a', 'b', 'b'])
  expect(pieces.map(({ rings }) => areas(rings))).toEqual([[1400], [200], [200]])
})

test('a piece has the cells that it surrounds as a hole, clockwise', () => {
  const [ring] = piecesOf(drawn('aaaa', 'ab.a', 'aaaa'))
  expect(areas(ring.rings)).toEqual([2400, -400])
})

test('a hole that touches the shell at a corner stays a ring of its own', () => {
  const [piece] = piecesOf(drawn('.aa', 'a.a', 'aaa'))
  expect(areas(piece.rings)).toEqual([1600, -200])
  const shell = piece.rings[0].map((at) => at.join())
  expect(new Set(shell).size).toBe(shell.length)
})

test('long sides have the same vertices from both sides', () => {
  const cover = gridCover([0, 333.3, 700.1], [0, 1000.7], ([u]) => (u < 333.3 ? 'w' : 'e'))
  const [west, east] = piecesOf(cover).map(({ rings }) => rings[0])
  const onLine = (ring: typeof west) => ring.filter(([u]) => u === 333.3).map(([, v]) => v)
  expect(onLine(west).length).toBe(Math.ceil(1000.7 / 40) + 1)
  expect(onLine(west).sort()).toEqual(onLine(east).sort())
})

test('the value at a point is that of its cell, and undefined near a line', () => {
  const cover = drawn('ab', 'a.')
  expect(valueAt(cover, [5, 5])).toBe('a')
  expect(valueAt(cover, [15, 15])).toBe('b')
  expect(valueAt(cover, [15, 5])).toBeNull()
  expect(valueAt(cover, [-1, 5])).toBeNull()
  expect(valueAt(cover, [5, 21])).toBeNull()
  expect(settledValue(cover, [5, 10], 3)).toBe('a')
  expect(settledValue(cover, [8, 5], 3)).toBeUndefined()
  expect(settledValue(cover, [15, 5], 3)).toBeNull()
})
