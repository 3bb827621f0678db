import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** To find out whether a port is free, and to bind it, takes a few milliseconds. */
const WAIT_MS = 10_000
const POLL_MS = 10

/**
 * Runs `work`, which looks whether `port` is free and binds it, while no other service of this user
 * does so: threads share a port, so that two services which both found it free would share it too
 * and answer for each other. The mutex is an abstract socket of Linux: the kernel holds it within
 * the network to which the port belongs, and releases it with the process. Where there is none,
 * there are no threads that share a port. Waits for another service for 10 s at most.
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
    // A sandbox may allow no such socket, and the name belongs to nobody: another user may hold it
    // for ever. What is left then is the look at the port.
    if (failure.code !== 'EADDRINUSE' || performance.now() > deadline) return await work()
    await sleep(POLL_MS)
  }
  try {
    return await work()
  } finally {
    await new Promise((resolve) => mutex.close(resolve))
  }
}
