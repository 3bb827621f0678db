import { decode } from 'fast-png'
import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { indexedPng } from './indexed-png.ts'

/** Pixels of a PNG with a palette. */
function pixelsOf(png: Uint8Array) {
  const { width, height, data, palette } = decode(png)
  return {
    width,
    height,
    rgba: [...data].flatMap((entry) => [...palette![entry].slice(0, 3), 255]),
  }
}

test('pixels of up to 256 colours are read back, and the same ones give the same bytes', () => {
  const random = seededRandom(5)
  const colors = Array.from({ length: 256 }, () => [0, 0, 0].map(() => Math.floor(random() * 256)))
  const [width, height] = [31, 17]
  const rgba = Uint8Array.from(
    Array.from({ length: width * height }, (_, i) => [...colors[(i * 7) % 256], 255]).flat(),
  )
  const png = indexedPng({ width, height, rgba })
  expect(pixelsOf(png)).toEqual({ width, height, rgba: [...rgba] })
  expect(indexedPng({ width, height, rgba: rgba.slice() })).toEqual(png)
})

test('of more colours the last bits are dropped', () => {
  const rgba = Uint8Array.from(
    Array.from({ length: 400 }, (_, i) => [
      100 + (i % 20),
      80 + Math.floor(i / 20),
      60,
      255,
    ]).flat(),
  )
  const read = pixelsOf(indexedPng({ width: 20, height: 20, rgba }))
  const off = read.rgba.map((value, i) => rgba[i] - value)
  expect(Math.min(...off)).toBe(0)
  expect(Math.max(...off)).toBe(1)
})
