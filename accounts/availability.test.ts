import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { AccountsGone } from './accounts.ts'
import { AccountsPort, type AvailabilityShared } from './accounts-port.ts'
import { Availability, STUCK_MS } from './availability.ts'
import { watchThread } from './thread-watch.ts'

test('all threads see whether the database answers and whether the thread of the accounts responds', () => {
  let now_ms = 1_000
  const clock = () => now_ms
  const own = new Availability(null, clock)
  const other = new Availability(own.memory, clock)
  expect(other.problem()).toBeNull()
  own.setDatabase(false)
  expect(other.problem()).toMatch(/^The database .* does not answer\.$/)
  own.setDatabase(true)
  now_ms += STUCK_MS
  expect([other.isStuck, other.problem()]).toEqual([false, null])
  now_ms += 1
  expect([other.isStuck, other.problem()]).toEqual([true, expect.stringMatching(/respond/)])
  own.beat()
  expect(other.problem()).toBeNull()
})

test('its clock is one that threads share', () => {
  expect(new Availability(new Availability().memory).problem()).toBeNull()
})

test('requests that were refused are counted once', () => {
  const own = new Availability()
  const other = new Availability(own.memory)
  other.countRefused()
  other.countRefused()
  expect([own.takeRefused(), own.takeRefused()]).toEqual([2, 0])
})

test('a port refuses at once what the accounts cannot answer, and counts it', async () => {
  const { port1, port2 } = new MessageChannel()
  const port = new AccountsPort(port1)
  const own = new Availability()
  const sent: unknown[] = []
  port2.on('message', (message) => sent.push(message))
  port2.postMessage({ availability: own.memory } satisfies AvailabilityShared)
  own.setDatabase(false)
  await expect.poll(() => port.problem()).toMatch(/does not answer/)
  await expect(port.admit(null, 'read:public', '127.0.0.1')).rejects.toThrow(AccountsGone)
  expect(own.takeRefused()).toBe(1)
  own.setDatabase(true)
  void port.admit(null, 'read:public', '127.0.0.1').catch(() => {})
  await expect.poll(() => sent.length).toBe(1)
  port2.close()
  await expect.poll(() => port.problem()).toMatch(/has ended/)
})

test('a thread that stops to respond is one line in the log, and one when it is back', async () => {
  const lines: string[] = []
  const availability = { isStuck: false }
  let looks = 0
  const watched = {
    get isStuck() {
      looks++
      return availability.isStuck
    },
  }
  const stop = watchThread(watched, (line) => lines.push(line), 1)
  const lookTwice = () => {
    const from = looks
    return expect.poll(() => looks).toBeGreaterThan(from + 1)
  }
  await lookTwice()
  expect(lines).toEqual([])
  availability.isStuck = true
  await lookTwice()
  expect(lines).toEqual([expect.stringMatching(/has not responded for 10 s/)])
  availability.isStuck = false
  await lookTwice()
  expect(lines.slice(1)).toEqual(['The thread of the accounts responds again.'])
  stop()
})
