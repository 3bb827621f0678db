import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longest wait for another service, which needs a few milliseconds to check and bind its port. */
const WAIT_MS = 10_000
const POLL_MS = 10

/**
 * Runs `work`, which checks that `port` is free and binds it, while no other service of this user
 * does the same. Threads share a port, so two services that both found it free would share it too
 * and answer for each other. The mutex is an abstract socket of Linux: the kernel keeps it in the
 * network namespace of the port and releases it with the process. Other systems have no such
 * sockets, but also no threads that share a port. Waits at most 10 s for another service.
 */
export async function withStartMutex<T>(port: number, work: () => Promise<T>): Promise<T> {
  if (port === 0 || process.platform !== 'linux') return await work()
  const mutex = createServer((socket) => socket.destroy())
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    mutex.listen(`\0plat-start-${process.getuid?.()}-${port}`)
    const failure = await once(mutex, 'listening').then(
      () => null,
      (error: NodeJS.ErrnoException) => error,
    )
    if (failure === null) break
    // A sandbox may forbid the socket, and another user may hold its name forever. The check of the
    // port alone must do then.
    if (failure.code !== 'EADDRINUSE' || performance.now() > deadline) return await work()
    await sleep(POLL_MS)
  }
  try {
    return await work()
  } finally {
    await new Promise((resolve) => mutex.close(resolve))
  }
}
