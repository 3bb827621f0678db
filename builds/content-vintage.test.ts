import { expect, test } from 'vitest'
import { readLock } from '../catalog/lock.ts'
import { FloodPartition } from '../pipelines/flood/pipeline.ts'
import { readPartitions } from '../pipelines/partition.ts'
import { vintageOf } from './content-vintage.ts'

const published = { vintage: { label: '2013' } }

test('the date in a file is the vintage, and the note names the edition of the republisher', () => {
  const content = { vintage: '1990s', evidence: 'its metadata' }
  expect(vintageOf({ content }, published)).toEqual({
    vintage: '1990s',
    note: 'The content is of 1990s (its metadata), as published in 2013.',
  })
})

test('without it the edition of the lock is the vintage', () => {
  expect(vintageOf({}, published)).toEqual({ vintage: '2013', note: null })
})

test('the flood zones of Bangor are of the 1990s, though the city published them in 2013', async () => {
  const bangor = (await readPartitions('flood', FloodPartition)).get('bangor')!
  expect(vintageOf(bangor, await readLock(bangor.lock)).vintage).toBe('1990s')
})
