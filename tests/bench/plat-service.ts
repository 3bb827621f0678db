import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'

/** `plat serve` in a process of its own, on any free port of loopback. */
export interface PlatService {
  url: string
  pid: number
  /** From the start of the process to the line that says where it answers. */
  start_s: number
  stop(): Promise<void>
}

const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 15_000

/** Starts the service on the pinned build of a home, its packs within `memoryBytes`. */
export async function startService(home: string, memoryBytes: number): Promise<PlatService> {
  const began = performance.now()
  const child = spawn(process.execPath, ['plat.ts', 'serve', '--port', '0', '--quiet'], {
    cwd: PROJECT_ROOT,
    env: {
      ...process.env,
      PLAT_HOME: home,
      HOST: '127.0.0.1',
      PLAT_PACK_MEMORY: `${memoryBytes}`,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const deadline = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS)
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /https?:\/\/[^/\s]+/.exec(line)?.[0]
    if (!url) continue
    clearTimeout(deadline)
    child.stdout!.resume()
    const start_s = Math.round(performance.now() - began) / 1000
    return { url, pid: child.pid!, start_s, stop: () => stop(child) }
  }
  throw new Error('the service ended before it answered')
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  child.kill('SIGTERM')
  await ended
  clearTimeout(kill)
}
