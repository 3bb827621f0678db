import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  ACCESS_KEY,
  BUCKET,
  LocalS3,
  SECRET_KEY,
  withCredentials,
} from '../../tests/servers/local-s3.ts'
import { blobSettings } from './blob-settings.ts'
import { openBlobs } from './open-blobs.ts'

const read = (environment: Record<string, string>) => blobSettings(environment, '/srv/plat')
const AMAZON = {
  kind: 's3',
  bucket: 'plat-blobs',
  prefix: '',
  endpoint: null,
  region: 'us-east-1',
  path_style: false,
}

test('without settings the blobs are in the home, or in another folder', () => {
  expect(read({})).toEqual({ kind: 'folder', folder: '/srv/plat/architect/blobs' })
  expect(read({ PLAT_BLOBS: '/srv/blobs' })).toEqual({ kind: 'folder', folder: '/srv/blobs' })
})

test('a bucket has a prefix, a region and an endpoint, or not', () => {
  expect(read({ PLAT_BLOBS: 's3://plat-blobs' })).toEqual(AMAZON)
  expect(read({ PLAT_BLOBS: 's3://plat-blobs/' })).toEqual(AMAZON)
  const PLAT_BLOBS = 's3://plat-blobs/plat/v1.0/'
  expect(read({ PLAT_BLOBS, AWS_REGION: 'eu-west-1' })).toEqual({
    ...AMAZON,
    prefix: 'plat/v1.0',
    region: 'eu-west-1',
  })
  const PLAT_S3_ENDPOINT = 'https://s3.example.com:9000/'
  expect(read({ PLAT_BLOBS, PLAT_S3_ENDPOINT, AWS_REGION: '' })).toEqual({
    ...AMAZON,
    prefix: 'plat/v1.0',
    endpoint: 'https://s3.example.com:9000',
    path_style: true,
  })
})

const BLOBS = { PLAT_BLOBS: 's3://plat-blobs/x' }
test.each<[string, Record<string, string>]>([
  ['PLAT_BLOBS', { PLAT_BLOBS: 'blobs' }],
  ['PLAT_BLOBS', { PLAT_BLOBS: './blobs' }],
  ['PLAT_BLOBS', { PLAT_BLOBS: 'https://hunter2.example.com/bucket' }],
  ['PLAT_BLOBS', { PLAT_BLOBS: 's3:plat-blobs' }],
  ['PLAT_BLOBS', { PLAT_BLOBS: 's3://' }],
  ['PLAT_BLOBS', { PLAT_BLOBS: 's3://Hunter2' }],
  ['PLAT_BLOBS', { PLAT_BLOBS: 's3://key:hunter2@plat-blobs' }],
  ['PLAT_BLOBS', { PLAT_BLOBS: 's3://plat..blobs' }],
  ['PLAT_BLOBS', { PLAT_BLOBS: 's3://plat-blobs/a//b' }],
  ['PLAT_BLOBS', { PLAT_BLOBS: 's3://plat-blobs/../b' }],
  ['PLAT_BLOBS', { PLAT_BLOBS: 's3://plat-blobs/a?hunter2' }],
  ['PLAT_BLOBS', { PLAT_BLOBS: `s3://plat-blobs/${'a'.repeat(901)}` }],
  ['PLAT_S3_ENDPOINT', { PLAT_S3_ENDPOINT: 'https://s3.example.com' }],
  ['PLAT_S3_ENDPOINT', { ...BLOBS, PLAT_S3_ENDPOINT: 's3.example.com' }],
  ['PLAT_S3_ENDPOINT', { ...BLOBS, PLAT_S3_ENDPOINT: 'https://key:hunter2@s3.example.com' }],
  ['PLAT_S3_ENDPOINT', { ...BLOBS, PLAT_S3_ENDPOINT: 'https://s3.example.com/?hunter2' }],
  ['AWS_REGION', { ...BLOBS, AWS_REGION: 'Frankfurt hunter2' }],
])('a wrong %s is named, and its value is not: %j', (setting, environment) => {
  const error = (() => {
    try {
      return read(environment)
    } catch (thrown) {
      return thrown
    }
  })()
  expect(error).toMatchObject({ name: 'StepError', target: setting })
  const { message, remedy } = error as { message: string; remedy: string }
  expect(remedy).toMatch(/^Set it, for example to .+\.$/)
  expect(message + remedy).not.toMatch(/hunter2/i)
})

test('each kind of place is opened', async () => {
  const home = mkdtempSync(join(tmpdir(), 'blobs-'))
  const local = await LocalS3.open()
  const restore = withCredentials(ACCESS_KEY, SECRET_KEY)
  try {
    for (const environment of [
      {},
      { PLAT_BLOBS: `s3://${BUCKET}/plat`, PLAT_S3_ENDPOINT: local.url },
    ]) {
      const blobs = await openBlobs(blobSettings(environment, home))
      const hash = await blobs.put(Buffer.from('a scene'))
      expect(`${await blobs.get(hash)}`).toBe('a scene')
      await blobs.close()
    }
    expect([...local.objects.keys()]).toHaveLength(1)
    const absent = { PLAT_BLOBS: 's3://other-bucket', PLAT_S3_ENDPOINT: local.url }
    const opening = openBlobs(blobSettings(absent, home))
    await expect(opening).rejects.toMatchObject({ reason: 'gone' })
  } finally {
    restore()
    await local.close()
    rmSync(home, { recursive: true })
  }
})
