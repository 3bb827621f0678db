/** Time to close the accounts and the threads, once the requests have ended. */
const END_MS = 2_500

/**
 * Resolves with the first signal to stop. A second SIGTERM or SIGINT ends the process as usual. The
 * process also ends by itself when something hangs, even while it starts, before `docker stop`
 * kills it after 10 s.
 */
export function stopSignal(drain_ms: number): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      process.off('SIGTERM', stop).off('SIGINT', stop)
      setTimeout(() => process.exit(0), drain_ms + END_MS).unref()
      resolve(signal)
    }
    // A terminal that closes sends SIGHUP itself and through its shell.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  })
}
