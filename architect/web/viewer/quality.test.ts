import { expect, test } from 'vitest'
import { nextRatio, startQuality } from './quality.ts'

test('a machine without a graphics card starts with less work', () => {
  const software = startQuality('ANGLE (Google, Vulkan 1.3 (SwiftShader Device))', 3)
  const card = startQuality('ANGLE (Intel, Mesa Intel Graphics)', 3)
  expect(software.movingRatio).toBeLessThan(card.movingRatio)
  expect(software.shadowPixels).toBeLessThan(card.shadowPixels)
  expect([software.isPlain, card.isPlain]).toEqual([true, false])
  expect(card.restingRatio).toBe(2)
  expect(startQuality('', 0.5).restingRatio).toBe(1)
})

test('slow frames have fewer pixels, fast ones as many as at rest, within bounds', () => {
  const quality = startQuality('card', 2)
  let ratio = quality.movingRatio
  for (let i = 0; i < 50; i++) ratio = nextRatio({ ...quality, movingRatio: ratio }, 200)
  expect(ratio).toBeCloseTo(0.4)
  for (let i = 0; i < 50; i++) ratio = nextRatio({ ...quality, movingRatio: ratio }, 8)
  expect(ratio).toBe(quality.restingRatio)
  expect(nextRatio({ ...quality, movingRatio: 1 }, 35)).toBe(1)
})
