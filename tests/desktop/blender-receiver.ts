import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import type { TestReceiver } from './test-receiver.ts'

export const BLENDER = '/usr/bin/blender'
export const HAS_BLENDER = existsSync(BLENDER)
/** A window needs a screen: one of `Xvfb`, which draws into memory. */
export const HAS_SCREEN = existsSync('/usr/bin/Xvfb') && existsSync('/usr/bin/xvfb-run')
const ADDON = join(PROJECT_ROOT, 'architect/desktop/blender')

/** The add-on in Blender, in a window or without one. */
export class BlenderReceiver implements TestReceiver {
  readonly app = 'blender'
  readonly port: number
  private readonly steered: Steered

  private constructor(steered: Steered, port: number) {
    this.steered = steered
    this.port = port
  }

  static async open(hasWindow: boolean): Promise<BlenderReceiver> {
    const steered = new Steered(hasWindow)
    const port = await steered.started
    if (typeof port !== 'number') throw new Error(`${port}`)
    return new BlenderReceiver(steered, port)
  }

  /** Runs Python on the main thread of Blender, and returns its `answer`. */
  async run<Value>(code: string): Promise<Value> {
    return (await this.steered.run(code)) as Value
  }

  /** Ends when the receiver has it: what a person presses reaches it a moment later. */
  async allow(origin: string): Promise<void> {
    await this.run(`service.allow(${JSON.stringify(origin)})`)
    await this.until(`${JSON.stringify(origin)} in service.allowed`)
  }

  async ignore(origin: string): Promise<void> {
    await this.run(`service.ignore(${JSON.stringify(origin)})`)
    await this.until(`${JSON.stringify(origin)} not in service.waiting`)
  }

  /** What a request changes is sent to Blender before the request is answered. */
  async waiting(): Promise<string[]> {
    return await this.run('service.read()\nanswer = service.waiting')
  }

  private async until(expression: string): Promise<void> {
    while (!(await this.run(`service.read()\nanswer = ${expression}`)))
      await new Promise((resolve) => setTimeout(resolve, 5))
  }

  async contents(): Promise<unknown> {
    return await this.run('answer = digest()')
  }

  async close(): Promise<void> {
    await this.steered.close()
  }

  /** As at a crash of Blender. */
  async kill(): Promise<void> {
    await this.steered.kill()
  }
}

/** A Blender that runs the lines of Python that it gets. */
class Steered {
  readonly started: Promise<unknown>
  private readonly child: ChildProcessWithoutNullStreams
  private readonly closed: Promise<void>
  private readonly config = mkdtempSync(join(tmpdir(), 'plat-blender-'))
  private readonly waiting = new Map<number, PromiseWithResolvers<unknown>>()
  private output = ''
  private lastId = 0

  constructor(hasWindow: boolean) {
    const script = join(import.meta.dirname, 'observed_blender.py')
    const blender = [BLENDER, '--factory-startup', '--python-exit-code', '1']
    const given = ['--python', script, '--', ADDON, this.config]
    const line = hasWindow
      ? ['xvfb-run', '-a', '-s', '-screen 0 1280x800x24', ...blender, ...given]
      : [...blender, '--background', ...given]
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', LIBGL_ALWAYS_SOFTWARE: '1' }
    this.child = spawn(line[0], line.slice(1), { env, detached: true })
    this.started = this.answerTo(0)
    createInterface(this.child.stdout).on('line', (text) => this.read(text))
    createInterface(this.child.stderr).on('line', (text) => this.note(text))
    this.closed = new Promise((resolve) => this.child.once('close', () => resolve()))
    this.child.on('close', (code) => {
      const gone = new Error(`Blender has ended with ${code}:\n${this.output}`)
      for (const { reject } of this.waiting.values()) reject(gone)
    })
  }

  async run(code: string): Promise<unknown> {
    const id = ++this.lastId
    const answer = this.answerTo(id)
    this.child.stdin.write(`${JSON.stringify({ id, code })}\n`)
    return await answer
  }

  async close(): Promise<void> {
    this.child.stdin.end()
    const late = setTimeout(() => process.kill(-this.child.pid!, 'SIGKILL'), 20_000)
    await this.closed
    clearTimeout(late)
    rmSync(this.config, { recursive: true, force: true })
  }

  async kill(): Promise<void> {
    process.kill(-this.child.pid!, 'SIGKILL')
    await this.closed
  }

  private answerTo(id: number): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>()
    this.waiting.set(id, answer)
    return answer.promise
  }

  private read(text: string): void {
    if (!text.startsWith('@@ ')) {
      this.note(text)
      return
    }
    const { id, answer, error } = JSON.parse(text.slice(3))
    const waiting = this.waiting.get(id)!
    this.waiting.delete(id)
    if (error !== undefined) waiting.reject(new Error(error))
    else waiting.resolve(answer)
  }

  private note(text: string): void {
    this.output = `${this.output}${text}\n`.slice(-4_000)
  }
}

/** `3.4.1`. */
export const blenderVersion = (): string =>
  /Blender (\S+)/.exec(execFileSync(BLENDER, ['--version'], { encoding: 'utf8' }))![1]
