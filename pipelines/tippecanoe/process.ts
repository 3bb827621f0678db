import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StepError } from '../../terminal/step-error.ts'
import { TIPPECANOE } from './version.ts'

/**
 * Time in which Tippecanoe neither reads a line nor writes to standard error: then it hangs. While
 * it draws it reports its progress once a second.
 */
export const SILENCE_MAX_MS = 900_000
/** Characters of its standard error that a failure is described from. */
const ERROR_TEXT_MAX = 4_000
/** Lines of them that are quoted. */
const QUOTED_LINES_MAX = 3

export interface ProcessOptions {
  args: readonly string[]
  /** Its threads. */
  workers: number
  /** Receives its progress in percent, which may go back: it draws a zoom again that is too big. */
  percent: (value: number) => void
  /** Receives the id of the process once it runs. */
  started?: (pid: number) => void
  /** `SILENCE_MAX_MS` when left out. */
  silence_ms?: number
}

/**
 * Runs Tippecanoe on lines of GeoJSON, which it gets as fast as it reads them. Throws `StepError`
 * when it fails, hangs or is ended, and the error of `lines` when they fail; it has ended then. It
 * is killed when this process ends, on a signal too: else it would take the end of the lines for
 * the end of the input, and draw a part of the layer.
 */
export async function runTippecanoe(
  lines: AsyncIterable<string>,
  options: ProcessOptions,
): Promise<void> {
  const { args, workers, silence_ms = SILENCE_MAX_MS } = options
  const env = { ...process.env, TIPPECANOE_MAX_THREADS: String(workers) }
  const child = spawn(TIPPECANOE, args, { stdio: ['pipe', 'ignore', 'pipe'], env })
  const release = endWithProcess(child)
  let isSilent = false
  const watch = setTimeout(() => {
    isSilent = true
    child.kill('SIGKILL')
  }, silence_ms)
  const errors = new ErrorText(options.percent)
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    watch.refresh()
    errors.add(text)
  })
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  try {
    if (child.pid !== undefined) options.started?.(child.pid)
    const writing = pipeline(Readable.from(watched(lines, watch)), child.stdin)
    const [written, end] = await Promise.allSettled([
      writing.catch((error) => {
        // A pipe that its reader closed: how that one ended states why.
        if (!isClosedPipe(error)) child.kill('SIGKILL')
        throw error
      }),
      ended,
    ])
    if (written.status === 'rejected' && !isClosedPipe(written.reason)) throw written.reason
    if (end.status === 'rejected') throw failure(end.reason.message, end.reason)
    const [code, signal] = end.value
    const quiet = `it neither read nor reported anything for ${silence_ms / 1000} s, and was ended`
    if (isSilent) throw failure(errors.after(quiet))
    if (signal !== null) throw failure(errors.after(`it was ended by ${signal}`))
    if (code !== 0) throw failure(errors.after(`it ended with code ${code}`))
    if (written.status === 'rejected') throw failure('it ended before it had read all lines')
  } finally {
    clearTimeout(watch)
    release()
  }
}

async function* watched(lines: AsyncIterable<string>, watch: NodeJS.Timeout) {
  for await (const chunk of lines) {
    yield chunk
    watch.refresh()
  }
}

function isClosedPipe(error: NodeJS.ErrnoException): boolean {
  return ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code ?? '')
}

function failure(problem: string, cause?: Error): StepError {
  const remedy =
    'repair what it names, or build without --tiler: what is done is stored, and Plat draws with its own tiler'
  return new StepError('tile', TIPPECANOE, problem, remedy, { cause })
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Kills a child when this process ends. Where nobody else listens to a signal it ends the process,
 * as it would without this. Returns what takes the listeners back.
 */
function endWithProcess(child: ChildProcess): () => void {
  const kill = () => void child.kill('SIGKILL')
  const onSignal = (signal: NodeJS.Signals) => {
    kill()
    release()
    process.kill(process.pid, signal)
  }
  const own = SIGNALS.filter((signal) => process.listenerCount(signal) === 0)
  const release = () => {
    process.off('exit', kill)
    for (const signal of own) process.off(signal, onSignal)
  }
  process.on('exit', kill)
  for (const signal of own) process.on(signal, onSignal)
  return release
}

/** Standard error of Tippecanoe: progress such as `  12.3%  9/150/200  \r`, and sentences. */
class ErrorText {
  private readonly percent: (value: number) => void
  private tail = ''

  constructor(percent: (value: number) => void) {
    this.percent = percent
  }

  add(text: string): void {
    this.tail = `${this.tail}${text}`.slice(-ERROR_TEXT_MAX)
    const shares = [...text.matchAll(/(\d+\.\d)% {2}\d+\/\d+\/\d+/g)]
    if (shares.length > 0) this.percent(Number(shares[shares.length - 1][1]))
  }

  /** A problem, followed by the last sentences. */
  after(problem: string): string {
    const lines = this.tail
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line !== '' && !/\d+(\.\d+)?%|^Read .* features$/.test(line))
    if (lines.length === 0) return problem
    return `${problem}: ${lines.slice(-QUOTED_LINES_MAX).join(' / ')}`
  }
}
