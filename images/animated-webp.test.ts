import { expect, test } from 'vitest'
import { picture } from '../tests/fixtures/pictures.ts'
import { animatedWebp } from './animated-webp.ts'
import { tagAt, viewOf } from './byte-view.ts'
import { readWebp } from './webp-header.ts'

const WIDTH = 30
const HEIGHT = 20
const SIZE = { width: WIDTH, height: HEIGHT, frame_ms: 80 }

/** The chunks of a list of chunks: the tag and the data of each. */
function chunksOf(bytes: Uint8Array): { tag: string; data: Uint8Array }[] {
  const found = []
  for (let at = 0; at < bytes.length; ) {
    const length = viewOf(bytes).getUint32(at + 4, true)
    const data = Uint8Array.from(bytes.subarray(at + 8, at + 8 + length))
    found.push({ tag: tagAt(bytes, at), data })
    at += 8 + length + (length % 2)
  }
  return found
}

test('stills become the frames of one animation, with their pixels as they are', async () => {
  const still = await picture('webp', WIDTH, HEIGHT)
  const made = animatedWebp([still, still, still], SIZE)
  expect(readWebp(made)).toMatchObject({ width: WIDTH, height: HEIGHT, frames: 2 })
  expect(viewOf(made).getUint32(4, true)).toBe(made.length - 8)
  const [header, animation, ...shown] = chunksOf(made.subarray(12))
  expect([header.tag, animation.tag]).toEqual(['VP8X', 'ANIM'])
  expect(shown.map(({ tag }) => tag)).toEqual(['ANMF', 'ANMF', 'ANMF'])
  const [pixels] = chunksOf(still.subarray(12)).filter(({ tag }) => tag === 'VP8 ')
  for (const { data } of shown) {
    expect([data[12] | (data[13] << 8), data[6] + 1, data[9] + 1]).toEqual([80, WIDTH, HEIGHT])
    expect(chunksOf(data.subarray(16))).toContainEqual(pixels)
  }
})

test('what is not a WebP is not taken as a frame', async () => {
  const png = await picture('png', WIDTH, HEIGHT)
  expect(() => animatedWebp([png], SIZE)).toThrow('not a WebP')
})
