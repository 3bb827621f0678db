import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { CodedBodies } from './coded-bodies.ts'
import { tagOf } from './conditional.ts'

const SMALL = Buffer.from('a fact of a parcel, '.repeat(200))
const LARGE = Buffer.from('a fact of a parcel, '.repeat(20_000))

test('bodies of both sizes come back as they were, in either coding', async () => {
  const coded = new CodedBodies()
  for (const body of [SMALL, LARGE]) {
    const brotli = await coded.encode('br', body, null)
    const gzip = await coded.encode('gzip', body, null)
    expect(brotliDecompressSync(brotli).equals(body)).toBe(true)
    expect(gunzipSync(gzip).equals(body)).toBe(true)
    expect(brotli.length).toBeLessThan(body.length / 20)
  }
})

test('a body with a tag is compressed once in each coding, and one without each time', async () => {
  const coded = new CodedBodies()
  const tag = tagOf(SMALL)
  const first = await coded.encode('br', SMALL, tag)
  expect(await coded.encode('br', Buffer.from(SMALL), tag)).toBe(first)
  expect(await coded.encode('gzip', SMALL, tag)).not.toBe(first)
  expect(await coded.encode('br', SMALL, null)).not.toBe(await coded.encode('br', SMALL, null))
})

test('what fits one packet is sent as it is', () => {
  const coded = new CodedBodies()
  expect(coded.choose('br', SMALL.subarray(0, 1_023), null)).toBeNull()
  expect(coded.choose('br', SMALL.subarray(0, 1_024), null)).toBe('br')
  expect(coded.choose(undefined, SMALL, null)).toBeNull()
})

test('at most two large bodies are compressed at a time: others are plain, unless cached', async () => {
  const coded = new CodedBodies()
  const tag = tagOf(LARGE)
  await coded.encode('br', LARGE, tag)
  const running = [coded.encode('br', LARGE, null), coded.encode('gzip', LARGE, null)]
  expect(coded.choose('br', LARGE, null)).toBeNull()
  expect(coded.choose('gzip', LARGE, tag)).toBeNull()
  expect(coded.choose('br', LARGE, tag)).toBe('br')
  expect(coded.choose('br', SMALL, null)).toBe('br')
  await Promise.all(running)
  expect(coded.choose('br', LARGE, null)).toBe('br')
})
