import type { ServerContext } from '@modelcontextprotocol/server'

/** Between two notices of a call that goes on; clients end calls that are silent for a minute. */
const NOTICE_MS = 2_000

/**
 * Makes a call, and reports to a client that has requested it that the call goes on. A call that
 * was cancelled before it began is not made; one that has begun is made whole, and its operation id
 * finds what it did.
 */
export async function whileCalled<Answer>(
  { mcpReq }: ServerContext,
  call: () => Promise<Answer>,
): Promise<Answer> {
  mcpReq.signal.throwIfAborted()
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return await call()
  const startedAt = performance.now()
  let progress = 0
  const timer = setInterval(() => {
    progress += 1
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const params = { progressToken, progress, message: `The call goes on, for ${seconds} s now.` }
    // A client that has gone receives nothing: its call goes on.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }, NOTICE_MS)
  try {
    return await call()
  } finally {
    clearInterval(timer)
  }
}
