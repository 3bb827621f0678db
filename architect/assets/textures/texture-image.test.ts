import { describe, expect, test } from 'vitest'
import { lightOf, srgbByte } from '../../scene/light.ts'
import { MATERIAL_NAMES, materialOf, TEXTURE_NAMES } from '../../scene/materials.ts'
import { TEXTURES } from './index.ts'
import { newTexel } from './texture.ts'
import { textureImage } from './texture-image.ts'

/** A preset of each texture. */
const MATERIALS = TEXTURE_NAMES.map((texture) => {
  const name = MATERIAL_NAMES.find((each) => materialOf(undefined, each).texture === texture)!
  return { texture, material: materialOf(undefined, name) }
})

/** The light of each sRGB byte. */
const LIGHTS = Array.from(
  { length: 256 },
  (_, byte) => lightOf(`#${byte.toString(16).padStart(2, '0')}0000`)[0],
)

describe.each(MATERIALS)('$texture', ({ texture, material }) => {
  const image = textureImage(material, 128)!
  const { repeat, at, jointColor = '#000000' } = TEXTURES[texture]

  test('tiles: past its right and its upper edge the pattern goes on as at the opposite one', () => {
    const { width, height, rgba } = image
    const [own, joint] = [lightOf(material.color), lightOf(jointColor)]
    const texel = newTexel()
    // The colour of a pixel past the image, from four places in it.
    const expected = (column: number, row: number): number[] => {
      const sum = [0, 0, 0, 0]
      for (const [dx, dy] of [0.25, 0.75].flatMap((x) => [0.25, 0.75].map((y) => [x, y]))) {
        const u = ((column + dx) / width) * repeat[0]
        at(u, (1 - (row + dy) / height) * repeat[1], texel)
        for (const [k, value] of [texel.r, texel.g, texel.b, texel.joint].entries())
          sum[k] += value / 4
      }
      const share = sum[3]
      return [0, 1, 2].map((k) => srgbByte(own[k] * sum[k] * (1 - share) + joint[k] * share))
    }
    let most = 0
    const compare = (column: number, row: number, pixel: number) => {
      for (const [k, value] of expected(column, row).entries())
        most = Math.max(most, Math.abs(value - rgba[pixel * 4 + k]))
    }
    for (let row = 0; row < height; row++) compare(width, row, row * width)
    for (let column = 0; column < width; column++)
      compare(column, -1, (height - 1) * width + column)
    // Factors are rounded to bytes before they are colours.
    expect(most).toBeLessThanOrEqual(3)
  })

  test('has the mean light of the pattern in the colour of its material', () => {
    const [own, joint] = [lightOf(material.color), lightOf(jointColor)]
    const texel = newTexel()
    const expected = [0, 0, 0]
    const count = 131
    for (let i = 0; i < count * count; i++) {
      // Places between those of pixels.
      const u = (((i % count) + 0.37) / count) * repeat[0]
      const v = ((Math.floor(i / count) + 0.61) / count) * repeat[1]
      at(u, v, texel)
      const factors = [texel.r, texel.g, texel.b]
      for (let k = 0; k < 3; k++)
        expected[k] += own[k] * factors[k] * (1 - texel.joint) + joint[k] * texel.joint
    }
    for (let k = 0; k < 3; k++) {
      let sum = 0
      for (let p = 0; p < image.width * image.height; p++) sum += LIGHTS[image.rgba[p * 4 + k]]
      const mean = sum / (image.width * image.height)
      expect(Math.abs(mean / (expected[k] / count ** 2) - 1)).toBeLessThan(0.03)
    }
  })
})

test('an image has its size in pixels and in metres, and another colour where a finish has one', () => {
  const bricks = textureImage(materialOf({ color: '#224466' }, 'brick_red'))!
  expect(bricks).toMatchObject({ width: 512, height: 512, metres: TEXTURES.brick.repeat })
  expect(bricks.rgba).toHaveLength(512 * 512 * 4)
  // The middle of a brick is blue; the joint below the first course, at the lower edge, is grey.
  const pixelAt = (u: number, v: number) => {
    const [wide, tall] = bricks.metres
    const row = Math.floor((1 - v / tall) * 512)
    const at = (row * 512 + Math.floor((u / wide) * 512)) * 4
    return [...bricks.rgba.subarray(at, at + 4)]
  }
  const [red, , blue, alpha] = pixelAt(0.125, 0.0417)
  expect(blue).toBeGreaterThan(red * 2)
  expect(alpha).toBe(255)
  const joint = pixelAt(0.125, 1 / 12)
  expect(Math.max(...joint.slice(0, 3)) - Math.min(...joint.slice(0, 3))).toBeLessThan(25)
  expect(textureImage(materialOf(undefined, 'steel'))).toBeNull()
})
