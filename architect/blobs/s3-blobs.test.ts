import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { S3Place } from '../../storage/s3-place.ts'
import type { S3Waits } from '../../storage/s3-requests.ts'
import type { StorageFailure } from '../../storage/storage-failure.ts'
import { isLongRun } from '../../tests/long-run.ts'
import {
  ACCESS_KEY,
  BUCKET,
  LocalS3,
  type S3Fault,
  SECRET_KEY,
  withCredentials,
} from '../../tests/servers/local-s3.ts'
import { S3Blobs } from './s3-blobs.ts'

let local: LocalS3
let place: S3Place
let blobs: S3Blobs
let restore: () => void
/** A test shortens those that it waits for: a busy machine is late for the others. */
let waits: S3Waits
beforeEach(async () => {
  local = await LocalS3.open()
  restore = withCredentials(ACCESS_KEY, SECRET_KEY)
  const region = 'us-east-1'
  place = { bucket: BUCKET, prefix: '', endpoint: local.url, region, path_style: true }
  waits = {
    connect_ms: 60_000,
    response_ms: 60_000,
    operation_ms: 120_000,
    deletion_ms: 60_000,
    silence_ms: 60_000,
  }
  blobs = await S3Blobs.open(place, null, waits)
  local.requests.length = 0
})
afterEach(async () => {
  local.fault = () => null
  await blobs.close()
  await local.close()
  restore()
})

const BYTES = createHash('shake256', { outputLength: 400_000 }).update('a scene').digest()
const HASH = createHash('sha256').update(BYTES).digest('hex')
const error = (status: number, code: string): S3Fault => ({ kind: 'error', status, code })
/** A fault of the first requests of a method. */
function faultOf(fault: S3Fault, method: string | null = null, times = Infinity) {
  let left = times
  local.fault = (found) => ((method ?? found) === found && left-- > 0 ? fault : null)
}

/** Each attempt waits longer than the one before. */
const BUSY: Refusal = [error(503, 'SlowDown'), 'late', 'too busy', 3]
/** Refused and gone as others are. */
const ALIKE: Refusal[] = [
  [error(400, 'ExpiredToken'), 'refused', 'not accepted', 1],
  [error(400, 'InvalidRequest'), 'refused', 'request was not accepted', 1],
  [error(301, 'PermanentRedirect'), 'refused', 'another region', 1],
  [error(502, 'BadGateway'), 'gone', 'service failed', 3],
]
type Refusal = [fault: S3Fault, reason: StorageFailure['reason'], problem: string, attempts: number]

test.each<Refusal>([
  ...(isLongRun ? [BUSY, ...ALIKE] : []),
  [error(403, 'AccessDenied'), 'refused', 'credentials are not accepted', 1],
  [error(404, 'NoSuchBucket'), 'gone', 'bucket is not there', 1],
  [error(500, 'InternalError'), 'gone', 'service failed', 3],
  [error(507, 'XMinioStorageFull'), 'full', 'used up', 1],
  [{ kind: 'reset' }, 'gone', 'cut', 3],
])('%j is %s for each call', async (fault, reason, problem, attempts) => {
  await blobs.put(BYTES)
  faultOf(fault)
  const calls: [string, () => Promise<unknown>][] = [
    ['store a blob', () => blobs.put(Buffer.from('another'))],
    ['read a blob', () => blobs.get(HASH)],
    ['look for a blob', () => blobs.sizeOf(HASH)],
    ['read a blob', () => blobs.read(HASH)],
    ['delete a blob', () => blobs.delete(HASH)],
    ['list the blobs', () => blobs.list().next()],
    ['open the store', () => S3Blobs.open(place, null, waits)],
  ]
  // Each waits between its attempts.
  await Promise.all(
    calls.map(async ([step, call]) => {
      const failure: StorageFailure = await call().then(
        () => expect.fail(`${step} went well`),
        (thrown) => thrown,
      )
      expect([step, failure.name, failure.reason]).toEqual([step, 'StorageFailure', reason])
      expect(failure.message).toMatch(
        /^Cannot .+ in the bucket plat-blobs at http.+: .+\. .{10,}\.$/,
      )
      expect(failure.message).toContain(problem)
      expect(failure.message).toContain(step)
      expect(JSON.stringify([failure, failure.message, failure.cause])).not.toMatch(
        /hunter2|AKIDLOCAL/,
      )
    }),
  )
  const reads = local.requests.filter((request) => request === 'GET ')
  // The list and the opening.
  expect(reads).toHaveLength(2 * attempts)
  local.fault = () => null
  expect(BYTES.equals(await blobs.get(HASH))).toBe(true)
  const listed = []
  for await (const { hash } of blobs.list()) listed.push(hash)
  expect(listed).toEqual([HASH])
})

test.each<[S3Fault, string]>([
  [error(503, 'SlowDown'), 'PUT'],
  [error(500, 'InternalError'), 'HEAD'],
  [{ kind: 'reset' }, 'PUT'],
  [{ kind: 'reset' }, 'GET'],
  [{ kind: 'cut' }, 'GET'],
  [{ kind: 'flip' }, 'GET'],
])('one %j of a %s is repeated', async (fault, method) => {
  faultOf(fault, method, 1)
  await blobs.put(BYTES)
  expect(await blobs.sizeOf(HASH)).toBe(BYTES.length)
  expect(BYTES.equals(await blobs.get(HASH))).toBe(true)
})

test.each<[S3Fault, StorageFailure['reason']]>([
  [{ kind: 'cut' }, 'gone'],
  [{ kind: 'flip' }, 'damaged'],
  [{ kind: 'stall' }, 'late'],
])('bodies with %j are %s, at their place in a stream', async (fault, reason) => {
  await blobs.put(BYTES)
  faultOf(fault, 'GET')
  if (fault.kind === 'stall') waits.silence_ms = 100
  await expect(blobs.get(HASH)).rejects.toMatchObject({ name: 'StorageFailure', reason })
  expect(local.requests.filter((request) => request.startsWith('GET'))).toHaveLength(2)
  let count = 0
  const reading = async () => {
    for await (const chunk of await blobs.read(HASH)) count += chunk.length
  }
  await expect(reading()).rejects.toMatchObject({ name: 'StorageFailure', reason })
  expect(count).toBeLessThan(BYTES.length)
})

test('a silent server is late after the time of its attempts', async () => {
  faultOf({ kind: 'silence' })
  waits.response_ms = 50
  const late = { reason: 'late', message: expect.stringContaining('respond in time') }
  await expect(blobs.put(BYTES)).rejects.toMatchObject(late)
  expect(new Set(local.requests)).toEqual(new Set([`HEAD ${HASH}`]))
  expect(local.requests.length).toBeLessThanOrEqual(3)
  waits.response_ms = 60_000
  waits.operation_ms = 50
  await expect(blobs.get(HASH)).rejects.toMatchObject(late)
})

test('a blob that is stored while its deletion is under way is there afterwards', async () => {
  await blobs.put(BYTES)
  local.objects.get(HASH)!.time = new Date(Date.now() - 48 * 3_600_000)
  const arrival = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  local.hold = async (method) => {
    if (method !== 'DELETE') return
    arrival.resolve()
    await release.promise
  }
  const deletion = blobs.delete(HASH, { written_before: new Date(Date.now() - 24 * 3_600_000) })
  await arrival.promise
  const write = blobs.put(BYTES)
  // Long enough for a write that does not wait for the deletion.
  await Promise.race([write, sleep(100)])
  release.resolve()
  await Promise.all([deletion, write])
  expect(await blobs.sizeOf(HASH)).toBe(BYTES.length)
})

test('a deletion that has no response ends soon, and a write of the same blob follows', async () => {
  await blobs.put(BYTES)
  faultOf({ kind: 'silence' }, 'DELETE')
  waits.deletion_ms = 50
  const deletion = blobs.delete(HASH)
  const write = blobs.put(BYTES)
  await expect(deletion).rejects.toMatchObject({ reason: 'late' })
  expect(await write).toBe(HASH)
})

test('a server that is not there is gone, and serves again when it is back', async () => {
  await blobs.put(BYTES)
  const port = Number(new URL(local.url).port)
  await local.close()
  const gone = { reason: 'gone', message: expect.stringContaining('ECONNREFUSED') }
  await expect(blobs.put(Buffer.from('another'))).rejects.toMatchObject(gone)
  await expect(blobs.get(HASH)).rejects.toMatchObject(gone)
  await local.listen(port)
  expect(BYTES.equals(await blobs.get(HASH))).toBe(true)
})

test('a slow reader of a stream is not a silent server', async () => {
  const hash = await blobs.put(new Uint8Array(4_000_000))
  const stream = await blobs.read(hash)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let count = 0
    for await (const chunk of stream) {
      if (count === 0) {
        while (stream.readableLength < stream.readableHighWaterMark) await setImmediate()
        vi.advanceTimersByTime(600_000)
      }
      count += chunk.length
    }
    expect(count).toBe(4_000_000)
  } finally {
    vi.useRealTimers()
  }
})

test('a known blob costs one look, and another size, checksum or age a write', async () => {
  await blobs.put(BYTES)
  const methods = async () => {
    local.requests.length = 0
    await blobs.put(BYTES)
    return local.requests.map((request) => request.split(' ')[0]).join(' ')
  }
  expect(await methods()).toBe('HEAD')
  const object = local.objects.get(HASH)!
  object.checksum = createHash('sha256').update('another').digest('base64')
  expect(await methods()).toBe('HEAD PUT')
  local.objects.get(HASH)!.bytes = BYTES.subarray(1)
  expect(await methods()).toBe('HEAD PUT')
  local.objects.get(HASH)!.time = new Date(Date.now() - 3_700_000)
  expect(await methods()).toBe('HEAD PUT')
  expect(await methods()).toBe('HEAD')
})

test('a blob whose write failed is not there', async () => {
  faultOf(error(500, 'InternalError'), 'PUT')
  await expect(blobs.put(BYTES)).rejects.toMatchObject({ reason: 'gone' })
  expect(await blobs.sizeOf(HASH)).toBeNull()
  await expect(blobs.get(HASH)).rejects.toMatchObject({ reason: 'missing' })
  local.fault = () => null
  expect(await blobs.put(BYTES)).toBe(HASH)
})

test('a service without ranges, lists or S3 at all is named as such', async () => {
  await blobs.put(BYTES)
  faultOf({ kind: 'no_ranges' }, 'GET')
  const reading = blobs.read(HASH, { first: 5, last: 9 })
  await expect(reading).rejects.toThrow('does not send parts')
  faultOf({ kind: 'endless_list' })
  const listing = async () => {
    for await (const _blob of blobs.list());
  }
  await expect(listing()).rejects.toThrow('begins again and again')
  faultOf({ kind: 'html' })
  await expect(listing()).rejects.toThrow('not one of S3')
  await expect(blobs.get(HASH)).rejects.toMatchObject({ name: 'StorageFailure' })
  await expect(S3Blobs.open(place, null, waits)).rejects.toMatchObject({ name: 'StorageFailure' })
})

test('a list that breaks off fails after what it has listed', async () => {
  local.pageMax = 5
  for (let i = 0; i < 8; i++) await blobs.put(Buffer.from(`${i}`))
  const listed: string[] = []
  const listing = async () => {
    for await (const { hash } of blobs.list()) {
      listed.push(hash)
      if (listed.length === 5) faultOf(error(403, 'AccessDenied'))
    }
  }
  await expect(listing()).rejects.toMatchObject({ reason: 'refused' })
  expect(listed).toHaveLength(5)
})

test('a store lists and sees the blobs of its own prefix alone', async () => {
  const own = await S3Blobs.open({ ...place, prefix: 'plat/blobs' }, null, waits)
  await blobs.put(Buffer.from('of the bucket'))
  const hash = await own.put(BYTES)
  expect([...local.objects.keys()]).toContain(`plat/blobs/${hash}`)
  for (const store of [own, blobs]) {
    const listed = []
    for await (const blob of store.list()) listed.push(blob.hash)
    expect(listed).toHaveLength(1)
  }
  expect(await blobs.sizeOf(hash)).toBeNull()
  await own.close()
})

test('wrong, unknown and missing credentials are refused at opening, unquoted', async () => {
  const opening = async (accessKey: string, secretKey: string) => {
    const undo = withCredentials(accessKey, secretKey)
    try {
      await (await S3Blobs.open(place, null, waits)).close()
      return null
    } catch (thrown) {
      return thrown as StorageFailure
    } finally {
      undo()
    }
  }
  for (const keys of [
    [ACCESS_KEY, 'wrong-hunter2'],
    ['AKIDOTHER', SECRET_KEY],
  ]) {
    const failure = await opening(keys[0], keys[1])
    expect(failure).toMatchObject({ reason: 'refused' })
    expect(failure?.message).toContain('`AWS_SECRET_ACCESS_KEY`')
    expect(failure?.message).not.toMatch(/hunter2|AKID/)
  }
  // Neither a role of the machine nor a profile of the person who runs the test.
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
  vi.stubEnv('AWS_CONFIG_FILE', '/nowhere/config')
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nowhere/credentials')
  try {
    const failure = await opening('', '')
    expect(failure).toMatchObject({ reason: 'refused' })
    expect(failure?.message).toContain('no credentials were found')
  } finally {
    vi.unstubAllEnvs()
  }
})

test('a range past the end is a mistake of the caller, before the first byte', async () => {
  await blobs.put(BYTES)
  const past = blobs.read(HASH, { first: BYTES.length, last: BYTES.length })
  await expect(past).rejects.toThrow(RangeError)
  const part = await blobs.read(HASH, { first: 399_990, last: 500_000 })
  expect(await buffer(part)).toEqual(BYTES.subarray(399_990))
})
