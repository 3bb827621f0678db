import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { pinTown } from '../../tests/fixtures/example-town.ts'
import { type BuildEvent, FollowedPin } from './followed-pin.ts'

/** A delay that nothing else in this process uses: a service of another test has timers too. */
const RETRY_MS = 61_003

/** The timers of `RETRY_MS` that are set and not cleared, with what they would run. */
function pendingRetries(): Map<NodeJS.Timeout, () => void> {
  const pending = new Map<NodeJS.Timeout, () => void>()
  const { setTimeout: set, clearTimeout: clear } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ...rest: [number]) => {
    const timer = set(run, ...rest)
    if (rest[0] === RETRY_MS) pending.set(timer, run)
    return timer
  }) as typeof setTimeout)
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    pending.delete(timer as NodeJS.Timeout)
    clear(timer)
  })
  return pending
}

test('any number of pins of builds that cannot be opened leaves one timer', async () => {
  const home = await mkdtemp(join(tmpdir(), 'plat-pins-'))
  const failed: BuildEvent[] = []
  const onChange = (event: BuildEvent) => void failed.push(event)
  const options = { home, poll_ms: 20, retry_ms: RETRY_MS, onChange }
  const waiting = await FollowedPin.open(options)
  const retries = pendingRetries()
  try {
    for (let move = 1; move <= 10; move++) {
      await pinTown(home, `gone${move}`)
      await expect.poll(() => failed).toHaveLength(move)
    }
    await expect.poll(() => retries.size).toBe(1)
    const [[timer, run] = expect.fail('no timer')] = retries
    clearTimeout(timer)
    run()
    // The try in progress schedules the next one.
    await expect.poll(() => retries.size).toBe(1)
    await waiting.close()
    expect(retries.size).toBe(0)
  } finally {
    vi.restoreAllMocks()
    await waiting.close()
    await rm(home, { recursive: true })
  }
})
