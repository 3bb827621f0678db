import { describe, expect, test } from 'vitest'
import { isLongRun } from '../../../tests/long-run.ts'
import { TEXTURE_NAMES } from '../../scene/materials.ts'
import { bakedTexture, FACTOR_RANGE } from './baked-texture.ts'
import { TEXTURES } from './index.ts'
import { newTexel, type Texel } from './texture.ts'

function at(name: (typeof TEXTURE_NAMES)[number], u: number, v: number): Texel {
  const texel = newTexel()
  TEXTURES[name].at(u, v, texel)
  return texel
}

describe.each(TEXTURE_NAMES.filter((_, nth) => isLongRun || nth % 3 === 0))('%s', (name) => {
  const { repeat } = TEXTURES[name]

  test('repeats after the stated metres, in both ways and below the origin', () => {
    for (let i = 0; i < 200; i++) {
      // Places that no joint or cell begins at.
      const [u, v] = [0.01237 + i * 0.03719, 0.00731 + i * 0.02173]
      const own = at(name, u, v)
      for (const [x, y] of [
        [repeat[0], 0],
        [0, repeat[1]],
        [-3 * repeat[0], -2 * repeat[1]],
      ]) {
        const other = at(name, u + x, v + y)
        for (const field of ['r', 'g', 'b', 'joint'] as const)
          expect(other[field], `${field} at ${u}, ${v}`).toBeCloseTo(own[field], 6)
      }
    }
  })

  test('leaves the colour of its material on average, and fits into bytes', () => {
    const { texels } = bakedTexture(name, 64, 64)
    const sum = [0, 0, 0]
    let laid = 0
    for (let i = 0; i < texels.length; i += 4) {
      const share = 1 - texels[i + 3] / 255
      laid += share
      for (let k = 0; k < 3; k++) {
        expect(texels[i + k]).toBeLessThan(255)
        sum[k] += (texels[i + k] / 255) * FACTOR_RANGE * share
      }
    }
    for (const value of sum) {
      expect(value / laid).toBeGreaterThan(0.88)
      expect(value / laid).toBeLessThan(1.06)
    }
  })
})

test('bricks are 240 by 71 mm with joints between, each course half a brick on from the last', () => {
  // 4 bricks and 12 courses to the metre: the middle of a brick, and of the joints around it.
  expect(at('brick', 0.125, 0.0417).joint).toBe(0)
  expect(at('brick', 0.25, 0.0417).joint).toBe(1)
  expect(at('brick', 0.125, 1 / 12).joint).toBe(1)
  expect(at('brick', 0.25, 0.125).joint).toBe(0)
  // 250 - 240 mm and 83.3 - 71 mm are joints of about 11 mm.
  expect(at('brick', 0.25 - 0.0065, 0.0417).joint).toBe(0)
  expect(at('brick', 0.25 - 0.0045, 0.0417).joint).toBe(1)
})

test('boards are 140 mm wide, tiles 300 and 600 mm, roof tiles 300 mm in courses of 340 mm', () => {
  const dark = (v: number) => at('boards', 0.777, v).r < 0.6
  expect([0.14, 0.28, 0.42].map(dark)).toEqual([true, true, true])
  expect([0.07, 0.21, 0.35].map(dark)).toEqual([false, false, false])
  for (const [name, size] of [
    ['tiles_300', 0.3],
    ['tiles_600', 0.6],
  ] as const) {
    expect(at(name, size, size / 2).joint).toBe(1)
    expect(at(name, size - 0.002, size / 2).joint).toBe(0)
    expect(at(name, size / 2, size / 2).joint).toBe(0)
  }
  // The upper end of a course is in the shadow of the next.
  expect(at('roof_tiles', 0.1, 0.335).r).toBeLessThan(at('roof_tiles', 0.1, 0.2).r * 0.8)
})
