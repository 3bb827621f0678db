import { type ChildProcess, fork } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LaneRequest, LaneResponse } from './lane.ts'
import { processorMs } from './processor-time.ts'

/** Folders that git does not track. `node_modules` is linked instead, `.plat` starts empty. */
const LEFT_OUT = new Set(['.git', '.plat', 'node_modules'])
/** A mutant may end the process that tests it: no test of sound code does. */
const ENDED: LaneResponse = { failed: { file: 'none', test: 'the process ended', isLate: false } }
const START_LIMIT_MS = 120_000
/** How often limits are checked. */
const LOOK_MS = 500

/**
 * How long tests may run: by their processor time, and by the clock for those that wait for ever.
 */
export interface LaneLimits {
  processor_ms: number
  clock_ms: number
}

export interface LaneRun extends LaneResponse {
  processor_ms: number
}

/**
 * A copy of the tree under `folder` and the process that tests it. A mutant lives in the copy only:
 * whatever ends the run leaves the checkout as it was.
 */
export class Lane {
  private readonly root: string
  private readonly temporary: string
  private process: ChildProcess | null = null
  /** Files written since the last run. */
  private changed: string[] = []

  constructor(checkout: string, folder: string, workspaces: readonly string[]) {
    this.root = join(folder, 'tree')
    this.temporary = join(folder, 't')
    mkdirSync(this.temporary, { recursive: true, mode: 0o777 })
    cpSync(checkout, this.root, {
      recursive: true,
      filter: (path) =>
        !relative(checkout, path)
          .split('/')
          .some((each) => LEFT_OUT.has(each)),
    })
    for (const each of ['.', ...workspaces]) {
      const modules = join(checkout, each, 'node_modules')
      if (existsSync(modules)) symlinkSync(modules, join(this.root, each, 'node_modules'))
    }
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8')
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.root, file), text)
    this.changed.push(file)
  }

  /** Runs tests in turn until one fails; null where that goes beyond a limit. */
  async run(tests: string[], limits: LaneLimits): Promise<LaneRun | null> {
    if (!this.process) await this.start()
    const time = stopwatch(this.process?.pid)
    const request: LaneRequest = { tests, changed: this.changed }
    this.changed = []
    this.process?.send(request)
    const isOver = () => time() > limits.processor_ms
    const response = await this.receive<LaneResponse>(limits.clock_ms, ENDED, isOver)
    return response && { ...response, processor_ms: time() }
  }

  /** Ends the process with all that it started. The next run starts another. */
  stop(): void {
    const { pid } = this.process ?? {}
    this.process = null
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }

  private async start(): Promise<void> {
    const { PLAT_HOME, PLAT_REAL_DATA, ...environment } = process.env
    this.process = fork(fileURLToPath(new URL('./lane.ts', import.meta.url)), [this.root], {
      cwd: this.root,
      // A process group of its own, which ends as one.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...environment, TMPDIR: this.temporary },
    })
    if ((await this.receive<string>(START_LIMIT_MS, '')) !== 'ready')
      throw new Error('vitest did not start')
  }

  /** The next message; null when it is late, and `ended` when the process ends before it. */
  private receive<Message>(
    limit_ms: number,
    ended: Message,
    isOver = () => false,
  ): Promise<Message | null> {
    const { process } = this
    return new Promise((resolve) => {
      const startedAt = performance.now()
      const finish = (message: Message | null) => {
        clearInterval(timer)
        process?.removeAllListeners()
        if (message === null || message === ended) this.stop()
        resolve(message)
      }
      const timer = setInterval(() => {
        if (performance.now() - startedAt > limit_ms || isOver()) finish(null)
      }, LOOK_MS)
      process?.once('message', (message) => finish(message as Message))
      process?.once('exit', () => finish(ended))
      process?.once('error', () => finish(ended))
    })
  }
}

/** Processor time since now of a process group; where that is not known, time. */
function stopwatch(group = 0): () => number {
  const startedAt = performance.now()
  const before = processorMs(group)
  let last = 0
  return () => {
    const now = before === null ? null : processorMs(group)
    if (now !== null) last = now - before!
    else if (before === null) last = performance.now() - startedAt
    return last
  }
}
