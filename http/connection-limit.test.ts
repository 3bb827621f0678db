import { platform } from 'node:os'
import { expect, test } from 'vitest'
import { connectionsWithin, descriptorsNow } from './connection-limit.ts'
import { CONNECTIONS_MAX } from './request-limits.ts'

const NEEDS = { threads: 2, hosts: 2, buildFiles: 50 }
/** Descriptors that two threads and two small builds need in addition to the open ones. */
const RESERVED = 3 * 24 + 64 + 128

test.each([
  ['a system that does not report descriptors', null, CONNECTIONS_MAX],
  ['no limit', { limit: Number.POSITIVE_INFINITY, open: 170 }, CONNECTIONS_MAX],
  ['a large limit', { limit: 1_048_576, open: 170 }, CONNECTIONS_MAX],
  ['the usual limit', { limit: 1_024, open: 170 }, Math.floor((1_024 - 170 - RESERVED) / 4)],
  ['just enough', { limit: 170 + RESERVED + 32, open: 170 }, 8],
])('with %s connections are bounded', (_what, descriptors, expected) => {
  expect(connectionsWithin(descriptors, NEEDS)).toBe(expected)
})

test('a build of many files and more threads leave fewer connections', () => {
  const descriptors = { limit: 4_096, open: 170 }
  const few = connectionsWithin(descriptors, { ...NEEDS, buildFiles: 1_064 })
  expect(few).toBe(connectionsWithin(descriptors, NEEDS) - 250)
  expect(connectionsWithin(descriptors, { ...NEEDS, threads: 4 })).toBeLessThan(few)
})

test('connections that forward requests to the projects leave descriptors for their sockets', () => {
  const projects = { ...NEEDS, hasProjects: true, forwarded: 1_000 }
  const free = (limit: number) => limit - 170 - RESERVED - 300
  const within = (limit: number) => connectionsWithin({ limit, open: 170 }, projects)
  // Three for each connection, of 2 threads at 2 addresses.
  expect(within(1_024)).toBe(Math.floor(free(1_024) / 12))
  // All that two threads forward at once.
  expect(within(9_000)).toBe(Math.floor((free(9_000) - 4_000) / 4))
  expect(within(20_000)).toBe(CONNECTIONS_MAX)
})

test('a limit that leaves no room is refused with the number that is needed', () => {
  const attempt = () => connectionsWithin({ limit: 256, open: 170 }, NEEDS)
  expect(attempt).toThrow(
    `at most 256 files may be open, and the service needs ${170 + RESERVED + 32}`,
  )
  expect(attempt).toThrow(
    expect.objectContaining({ remedy: expect.stringContaining('ulimit -n 2048') }),
  )
})

test.skipIf(platform() !== 'linux')('open and allowed descriptors of this process are read', () => {
  const { limit, open } = descriptorsNow()!
  expect(open).toBeGreaterThan(3)
  expect(limit).toBeGreaterThan(open)
})
