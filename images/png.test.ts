import { decode } from 'fast-png'
import { expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { encodePng, encodePngSync } from './png.ts'

test.each([
  { width: 7, height: 5, channels: 3 },
  { width: 5, height: 7, channels: 4 },
  { width: 1, height: 1, channels: 4 },
] as const)('the pixels of a PNG are read back, without alpha: %o', async (shape) => {
  const { width, height, channels } = shape
  const random = seededRandom(width)
  const data = Uint8Array.from({ length: width * height * channels }, () => random() * 256)
  const png = encodePngSync({ width, channels, data }, 2)
  const colours = data.filter((_, i) => i % channels < 3)
  expect(decode(png)).toMatchObject({ width, height, channels: 3, depth: 8, data: colours })
  expect(await encodePng({ width, channels, data }, 2)).toEqual(png)
})
