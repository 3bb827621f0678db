import type { Progress, Step } from './progress.ts'
import { formatBytes, formatCount, formatSeconds } from './quantity.ts'

/** `Progress` on a terminal or in a log. */
export interface TerminalProgress extends Progress {
  /** Runs `write`, which may print lines of its own, with the live lines out of the way. */
  aside(write: () => void): void
  /** Ends the timer, and running steps as "stopped". Call it when the work is over. */
  close(): void
}

export interface TerminalProgressOptions {
  /** Where lines go. Standard error when not given, so that results can be piped on. */
  stream?: { write(text: string): unknown; columns?: number; isTTY?: boolean }
  /** Environment variables, of which `CI`, `TERM` and `NO_COLOR` are read. */
  environment?: Record<string, string | undefined>
  /** Milliseconds of a clock that only goes forward. */
  now?(): number
  /** Resident memory, bytes. */
  memory?(): number
}

/** Ten frames a second look smooth and cost almost nothing. */
const LIVE_INTERVAL_MS = 100
/** A CI log gets a line per running step at most this often. */
const PLAIN_INTERVAL_MS = 5_000
/** More running steps than this share one line, so that the redraw never scrolls. */
const LIVE_LINES = 8
/**
 * Calls of `advance` between two refreshes of its own: a loop that never yields starves the timer.
 */
const CALLS_PER_REFRESH = 256
const BAR_CELLS = 20
const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

interface Running {
  name: string
  total: number | undefined
  unit: string
  count: number
  startedAt: number
  reportedAt: number
}

/**
 * On a terminal: live lines with a bar, count, rate, time left, elapsed time and memory. In a log
 * (no TTY, `CI` set, or a dumb terminal): plain lines at the start, every five seconds and at the
 * end. `NO_COLOR` turns colours off.
 */
export function terminalProgress(options: TerminalProgressOptions = {}): TerminalProgress {
  const stream = options.stream ?? process.stderr
  const environment = options.environment ?? process.env
  const now = options.now ?? (() => performance.now())
  const memory = options.memory ?? (() => process.memoryUsage.rss())
  const isLive = stream.isTTY === true && !environment.CI && environment.TERM !== 'dumb'
  const hasColor = isLive && !environment.NO_COLOR
  const paint = (code: number, text: string) => (hasColor ? `\x1b[${code}m${text}\x1b[0m` : text)

  const running = new Set<Running>()
  let drawnLines = 0
  let drawnAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setInterval> | undefined

  const clear = () => {
    if (drawnLines > 0) stream.write(`\x1b[${drawnLines}A\x1b[J`)
    drawnLines = 0
  }
  const draw = () => {
    const steps = [...running]
    const lines = steps.slice(0, LIVE_LINES).map((step) => liveLine(step))
    if (steps.length > LIVE_LINES) lines.push(`  and ${steps.length - LIVE_LINES} more`)
    // One write, so that a slow terminal never shows the gap between clearing and drawing.
    const up = drawnLines > 0 ? `\x1b[${drawnLines}A\x1b[J` : ''
    if (up || lines.length > 0) stream.write(up + lines.map((line) => `${line}\n`).join(''))
    drawnLines = lines.length
    drawnAt = now()
  }
  const liveLine = (step: Running) => {
    const frame = SPINNER[Math.floor(now() / LIVE_INTERVAL_MS) % SPINNER.length]
    const share = step.total ? Math.min(1, step.count / step.total) : undefined
    const full = Math.round((share ?? 0) * BAR_CELLS)
    const bar =
      share === undefined
        ? ''
        : `${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)} ${Math.floor(share * 100)}%  `
    // Cut to the width: a line that wraps would be two lines, and the redraw counts one.
    const text = `${step.name}  ${bar}${formatStep(step)}`
    return `${paint(36, frame)} ${cut(text, (stream.columns || 80) - 3)}`
  }
  const formatStep = (step: Running) => {
    const elapsed = (now() - step.startedAt) / 1000
    const parts: string[] = []
    if (step.count > 0 || step.total !== undefined) {
      const of = step.total === undefined ? '' : ` of ${formatCount(step.total)}`
      parts.push(`${formatCount(step.count)}${of} ${step.unit}`.trimEnd())
    }
    if (step.count > 0 && elapsed > 0) {
      const rate = step.count / elapsed
      parts.push(`${rate < 10 ? rate.toFixed(1) : formatCount(rate)}/s`)
      if (step.total !== undefined && step.count < step.total) {
        parts.push(`${formatSeconds((step.total - step.count) / rate)} left`)
      }
    }
    parts.push(formatSeconds(elapsed), formatBytes(memory()))
    return parts.join(', ')
  }
  const refresh = () => {
    if (isLive) {
      if (now() - drawnAt >= LIVE_INTERVAL_MS * 0.9) draw()
      return
    }
    for (const step of running) {
      if (now() - step.reportedAt < PLAIN_INTERVAL_MS) continue
      step.reportedAt = now()
      stream.write(`  ${step.name}: ${formatStep(step)}\n`)
    }
  }
  const aside = (write: () => void) => {
    clear()
    write()
    if (isLive) draw()
  }
  const stopTimer = () => {
    clearInterval(timer)
    timer = undefined
  }
  const startTimer = () => {
    // A second is fine enough for plain lines. Unref: a forgotten step never holds the process.
    timer ??= setInterval(refresh, isLive ? LIVE_INTERVAL_MS : 1_000).unref()
  }
  const end = (step: Running, mark: string, outcome: string) => {
    if (!running.delete(step)) return
    aside(() => stream.write(`${mark} ${step.name}: ${outcome}\n`))
    if (running.size === 0) stopTimer()
  }

  return {
    step(name, { total, unit = '' } = {}): Step {
      const step: Running = { name, total, unit, count: 0, startedAt: now(), reportedAt: now() }
      running.add(step)
      if (!isLive) stream.write(`- ${name}\n`)
      startTimer()
      let calls = 0
      return {
        advance(count) {
          step.count += count
          if (++calls % CALLS_PER_REFRESH === 0) refresh()
        },
        done(outcome) {
          const state = formatStep({ ...step, total: undefined })
          end(step, paint(32, isLive ? '✓' : '+'), outcome ? `${outcome} (${state})` : state)
        },
      }
    },
    note(text) {
      aside(() => stream.write(`  ${text}\n`))
    },
    aside,
    close() {
      for (const step of running)
        end(step, paint(31, isLive ? '✗' : 'x'), `stopped (${formatStep(step)})`)
      stopTimer()
    },
  }
}

function cut(text: string, width: number): string {
  const letters = [...text]
  return letters.length <= width ? text : `${letters.slice(0, Math.max(0, width - 1)).join('')}…`
}
