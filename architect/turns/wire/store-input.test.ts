import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { StorageFailure } from '../../../storage/storage-failure.ts'
import type { SentInput, SentPart } from './sent-input.ts'
import { storeInput } from './store-input.ts'

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** Blobs in memory; those that are looked for and are not there are lost. */
function memoryBlobs(contents: string[] = []) {
  const stored = new Map(contents.map((text) => [hashOf(text), Buffer.from(text) as Uint8Array]))
  const put: string[] = []
  return {
    put,
    blobs: {
      async put(bytes: Uint8Array) {
        const hash = hashOf(bytes)
        put.push(hash)
        stored.set(hash, bytes)
        return hash
      },
      async get(hash: string) {
        const bytes = stored.get(hash)
        if (bytes) return bytes
        const problem = { storage: 'memory', step: 'read', problem: 'it is not there', remedy: '' }
        throw new StorageFailure('missing', problem)
      },
    },
  }
}

const DATA = Buffer.from('Three rooms')
const sent: SentPart = {
  kind: 'file',
  name: 'brief.txt',
  mediaType: 'text/plain',
  bytes: DATA.length,
  source: { data: DATA },
  param: 'input.0.content.0.file_data',
}
const named: SentPart = {
  ...sent,
  kind: 'image',
  source: { fileId: 'file_1', blob: hashOf('plan') },
  param: 'input.0.content.1.file_id',
}
const input: SentInput = { text: 'Build this', parts: [sent, named] }

test('bytes become blobs, and those of uploaded files are stored again', async () => {
  const { blobs, put } = memoryBlobs(['plan'])
  const used: string[][] = []
  const files = {
    async use(ids: string[]) {
      used.push(ids)
      return ids
    },
  }
  const { kind, name, mediaType, bytes } = sent
  expect(await storeInput({ ...input, parts: [sent, named, named] }, blobs, files)).toEqual({
    text: 'Build this',
    parts: [
      { kind, name, mediaType, bytes, blob: hashOf(DATA) },
      { kind: 'image', name, mediaType, bytes, blob: hashOf('plan') },
      { kind: 'image', name, mediaType, bytes, blob: hashOf('plan') },
    ],
  })
  expect(put).toEqual([hashOf(DATA), hashOf('plan'), hashOf('plan')])
  expect(used).toEqual([['file_1']])
})

test('a file that was deleted meanwhile, or whose bytes are lost, is not found', async () => {
  const gone = { use: async () => [] }
  const there = { use: async (ids: string[]) => ids }
  for (const [contents, files] of [
    [['plan'], gone],
    [[], there],
  ] as const)
    await expect(storeInput(input, memoryBlobs([...contents]).blobs, files)).rejects.toMatchObject({
      code: 'file_not_found',
      param: 'input.0.content.1.file_id',
    })
})

test('a failure of the storage stays one', async () => {
  const full = {
    ...memoryBlobs().blobs,
    async put(): Promise<string> {
      const problem = { storage: 'disk', step: 'store a blob', problem: 'it is full', remedy: '' }
      throw new StorageFailure('full', problem)
    },
  }
  const files = { use: async (ids: string[]) => ids }
  await expect(storeInput(input, full, files)).rejects.toMatchObject({ reason: 'full' })
})
