import { expect, test } from 'vitest'
import { storagePlace } from './storage-place.ts'

const read = (text: string, environment: Record<string, string> = {}) =>
  storagePlace(text, 'PLAT_STORE', environment)
const AMAZON = { kind: 's3', bucket: 'plat', prefix: '', endpoint: null, region: 'us-east-1' }

test('a store is a folder or a part of a bucket', () => {
  expect(read('/srv/store')).toEqual({ kind: 'folder', folder: '/srv/store' })
  expect(read('file:///srv/plat%20store')).toEqual({ kind: 'folder', folder: '/srv/plat store' })
  expect(read('s3://plat')).toEqual({ ...AMAZON, path_style: false })
  expect(read('s3://plat/v1/', { AWS_REGION: 'eu-west-1' })).toMatchObject({
    prefix: 'v1',
    region: 'eu-west-1',
  })
  const endpoint = 'http://127.0.0.1:9000'
  expect(read(`s3://plat?endpoint=${endpoint}&region=x-1`)).toEqual({
    ...AMAZON,
    endpoint,
    region: 'x-1',
    path_style: true,
  })
  expect(read(`s3://plat?endpoint=${endpoint}&path_style=false`).kind).toBe('s3')
})

test.each([
  'store',
  './store',
  'file://hunter2/store',
  'https://hunter2.example.com/bucket',
  's3://Hunter2',
  's3://plat?hunter2=1',
  's3://plat?region=a&region=b',
  's3://plat?region=Hunter 2',
  's3://plat?path_style=hunter2',
  's3://plat?endpoint=https://key:hunter2@s3.example.com',
])('a wrong place is named by its setting and not quoted: %s', (text) => {
  let error: unknown = null
  try {
    read(text)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toMatchObject({ name: 'StepError', target: 'PLAT_STORE' })
  expect(`${error}${JSON.stringify(error)}`).not.toMatch(/hunter2/i)
})
