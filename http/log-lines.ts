import { LossyOutput } from '../terminal/lossy-output.ts'
import type { Progress } from '../terminal/progress.ts'

/** The parts of a log line that the terminal shows. */
interface LogLine {
  level: number
  time: number
  msg?: string
  reqId?: string
  method?: string
  path?: string
  status?: number
  ms?: number
  section?: string
  err?: { message?: string; stack?: string }
}

const WARNING_LEVEL = 40
const ERROR_LEVEL = 50

/** Formats JSON log lines for the terminal, between the progress of other work. */
export function terminalLines(progress: Progress): { write(line: string): void } {
  return { write: (line) => progress.note(readable(JSON.parse(line))) }
}

/**
 * Writes JSON log lines to standard output; lines that cannot be written are dropped and counted.
 */
export function jsonLines(): { write(line: string): void } {
  return new LossyOutput(process.stdout, (count, problem) => {
    const msg = `${count} log lines could not be written: ${problem}`
    return `${JSON.stringify({ level: WARNING_LEVEL, time: Date.now(), pid: process.pid, msg })}\n`
  })
}

function readable(line: LogLine): string {
  const time = new Date(line.time).toTimeString().slice(0, 8)
  if (line.status !== undefined)
    return `${time}  ${line.status}  ${line.method} ${line.path}  ${line.ms?.toFixed(2)} ms  ${line.reqId}`
  const where = [line.section, line.reqId].filter(Boolean).join(', ')
  const text = `${time}  ${line.msg ?? ''}${where ? ` (${where})` : ''}`
  return line.level >= ERROR_LEVEL && line.err ? `${text}\n${line.err.stack}` : text
}
