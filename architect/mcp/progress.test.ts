import type { ServerContext } from '@modelcontextprotocol/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whileCalled } from './progress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function context(progressToken?: string | number, signal = new AbortController().signal) {
  const notices: unknown[] = []
  const notify = async (notice: unknown) => void notices.push(notice)
  const mcpReq = {
    signal,
    notify,
    ...(progressToken !== undefined && { _meta: { progressToken } }),
  }
  return { notices, context: { mcpReq } as unknown as ServerContext }
}

test('a call that goes on is reported every two seconds to a client that wants it', async () => {
  const { notices, context: given } = context('token')
  const called = whileCalled(given, () => new Promise((end) => setTimeout(end, 5_000, 'done')))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await called).toBe('done')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(notices).toMatchObject(
    [1, 2].map((progress) => ({
      method: 'notifications/progress',
      params: { progressToken: 'token', progress },
    })),
  )
})

test('without a token nothing is reported', async () => {
  const { notices, context: given } = context()
  const called = whileCalled(given, () => new Promise((end) => setTimeout(end, 5_000)))
  await vi.advanceTimersByTimeAsync(5_000)
  await called
  expect(notices).toEqual([])
})

test('a call that was cancelled before it began is not made', async () => {
  const made = vi.fn()
  const { context: given } = context('token', AbortSignal.abort(new Error('cancelled')))
  await expect(whileCalled(given, made)).rejects.toThrow('cancelled')
  expect(made).not.toHaveBeenCalled()
})
