import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { pinTown } from '../../tests/fixtures/example-town.ts'
import { type BuildEvent, FollowedPin } from './followed-pin.ts'

// In a file of its own: a service in the same process has timers too.
test('any number of pins of builds that cannot be opened leaves one timer', async () => {
  const home = await mkdtemp(join(tmpdir(), 'plat-pins-'))
  const failed: BuildEvent[] = []
  const onChange = (event: BuildEvent) => void failed.push(event)
  const retry_ms = 60_000
  const waiting = await FollowedPin.open({ home, poll_ms: 20, retry_ms, onChange })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    for (let move = 1; move <= 10; move++) {
      await pinTown(home, `gone${move}`)
      await expect.poll(() => failed).toHaveLength(move)
    }
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(retry_ms)
    expect(vi.getTimerCount()).toBe(0)
    // The try in progress schedules the next one.
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    await waiting.close()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
    await waiting.close()
    await rm(home, { recursive: true })
  }
})
