import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'

/** The service in a process of its own, on any free port of loopback. */
export interface PlatService {
  url: string
  pid: number
  /** From the start of the process to the line with its address. */
  start_s: number
  stop(): Promise<void>
}

const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 15_000

export interface ServiceOptions {
  /** Added to the environment of this process. */
  environment?: Record<string, string>
  nodeFlags?: readonly string[]
  /** True for `plat serve`, which requires a key. Otherwise everybody may send any request. */
  hasGate?: boolean
  /** A service that has not answered after this time is ended: 120 s where it is left out. */
  startLimitMs?: number
  /** Number of threads that answer; by default the service's own choice. */
  threads?: number
  /** Lines of its standard output after the one with its address. */
  onLine?: (line: string) => void
}

/** Starts the service on the pinned build of a home, its packs within `memoryBytes`. */
export async function startService(
  home: string,
  memoryBytes: number,
  options: ServiceOptions = {},
): Promise<PlatService> {
  const { environment = {}, nodeFlags = [], hasGate = false, threads, onLine } = options
  const { startLimitMs = START_LIMIT_MS } = options
  const began = performance.now()
  const own = threads === undefined ? [] : ['--threads', `${threads}`]
  const gated = ['plat.ts', 'serve', '--port', '0', '--quiet', ...own]
  const command = [...nodeFlags, ...(hasGate ? gated : ['tests/bench/open-service.ts'])]
  const child = spawn(process.execPath, command, {
    cwd: PROJECT_ROOT,
    env: {
      ...process.env,
      PLAT_HOME: home,
      HOST: '127.0.0.1',
      PLAT_PACK_MEMORY: `${memoryBytes}`,
      ...(threads !== undefined && { PLAT_BENCH_THREADS: `${threads}` }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const deadline = setTimeout(() => child.kill('SIGKILL'), startLimitMs)
  const url = await new Promise<string>((resolve, reject) => {
    let isFound = false
    const lines = createInterface({ input: child.stdout! })
    lines.on('line', (line) => {
      const found = isFound ? null : /https?:\/\/[^/\s]+/.exec(line)
      if (isFound) onLine?.(line)
      else if (found) resolve(found[0])
      isFound ||= found !== null
    })
    lines.on('close', () => reject(new Error('the service ended before it answered')))
  })
  clearTimeout(deadline)
  const start_s = Math.round(performance.now() - began) / 1000
  return { url, pid: child.pid!, start_s, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  child.kill('SIGTERM')
  await ended
  clearTimeout(kill)
}
