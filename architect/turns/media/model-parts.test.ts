import { createHash, randomFillSync } from 'node:crypto'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { gif, greyPng, picture } from '../../../tests/fixtures/pictures.ts'
import type { TurnPart } from '../turn-input.ts'
import { MediaRefusal } from './media-refusal.ts'
import {
  MODEL_IMAGE_BYTES_MAX,
  MODEL_IMAGE_SIDE_MAX,
  modelImage,
  readModelParts,
} from './model-parts.ts'
import { readMedia } from './read-media.ts'

/** Red, green and blue of one pixel. */
async function colorAt(bytes: Uint8Array, x: number, y: number): Promise<number[]> {
  const image = await loadImage(bytes)
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  return [...context.getImageData(x, y, 1, 1).data.slice(0, 3)]
}

test('parts come in their order: pictures as bytes, files as text', async () => {
  const stored = new Map<string, Uint8Array>()
  const part = (kind: TurnPart['kind'], name: string, mediaType: string, bytes: Buffer) => {
    const blob = createHash('sha256').update(bytes).digest('hex')
    stored.set(blob, bytes)
    return { kind, name, mediaType, blob, bytes: bytes.length }
  }
  const png = await picture('png', 20, 10)
  const parts = [
    part('file', 'brief.md', 'text/markdown', Buffer.from('\ufeffThree rooms, 12 m²')),
    part('image', 'image', 'image/png', png),
    part('image', 'plan.gif', 'image/gif', gif(5, 5)),
  ]
  const read = await readModelParts(parts, { get: async (hash) => stored.get(hash)! })
  expect(read).toEqual({
    files: [{ name: 'brief.md', mediaType: 'text/markdown', text: 'Three rooms, 12 m²' }],
    images: [
      { mediaType: 'image/png', bytes: png },
      { mediaType: 'image/gif', bytes: gif(5, 5) },
    ],
  })
})

test('large pictures become smaller in the same proportions and colours', async () => {
  for (const type of ['png', 'jpeg', 'webp'] as const) {
    const { mediaType, bytes } = await modelImage(await picture(type, 1_728, 576), 'x')
    expect(mediaType).toBe(type === 'jpeg' ? 'image/jpeg' : 'image/png')
    expect(readMedia(bytes, 'x')).toMatchObject({ mediaType, width: 1_536, height: 512 })
    const [red, , blue] = await colorAt(bytes, 100, 250)
    expect([red > 240, blue < 15]).toEqual([true, true])
    expect((await colorAt(bytes, 1_400, 250))[2]).toBeGreaterThan(240)
  }
  const thin = await modelImage(greyPng(16_000, 1), 'x')
  expect(readMedia(thin.bytes, 'x')).toMatchObject({ width: MODEL_IMAGE_SIDE_MAX, height: 1 })
})

test('pictures of few pixels and many bytes get fewer bytes', async () => {
  const png = await picture('png', 40, 30)
  const padded = Buffer.concat([png, Buffer.alloc(MODEL_IMAGE_BYTES_MAX)])
  const { mediaType, bytes } = await modelImage(padded, 'x')
  expect(mediaType).toBe('image/png')
  expect(bytes.length).toBeLessThan(10_000)
  // Noise, which is larger than that as PNG.
  const side = 1_100
  const canvas = createCanvas(side, side)
  const context = canvas.getContext('2d')
  const noise = context.createImageData(side, side)
  randomFillSync(noise.data)
  for (let i = 3; i < noise.data.length; i += 4) noise.data[i] = 255
  context.putImageData(noise, 0, 0)
  const photo = await modelImage(await canvas.encode('png'), 'x')
  expect(photo.mediaType).toBe('image/jpeg')
  expect(photo.bytes.length).toBeLessThan(MODEL_IMAGE_BYTES_MAX)
  expect(readMedia(photo.bytes, 'x')).toMatchObject({ width: side, height: side })
})

test('a picture is turned as its camera states', async () => {
  const jpeg = await picture('jpeg', 1_728, 576)
  const orientation = Buffer.from(
    'ffe1002245786966000049492a000800000001001201030001000000060000000000000000',
    'hex',
  ).subarray(0, 36)
  const turned = Buffer.concat([jpeg.subarray(0, 2), orientation, jpeg.subarray(2)])
  const { bytes } = await modelImage(turned, 'x')
  expect(readMedia(bytes, 'x')).toMatchObject({ width: 512, height: 1_536 })
})

test('a picture that cannot be decoded is refused by its name', async () => {
  const broken = greyPng(2_000, 20)
  // 77 bits a pixel, and a checksum that is not that of the header.
  broken[24] = 77
  const failure = await modelImage(broken, 'plan.png').catch((error) => error)
  expect(failure).toBeInstanceOf(MediaRefusal)
  expect(failure.message).toContain('plan.png cannot be decoded')
})
