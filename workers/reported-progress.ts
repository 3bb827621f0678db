import { LOG_CHARACTERS_MAX } from '../queue/job-log.ts'
import type { Progress } from '../terminal/progress.ts'
import type { JobAnswer } from './job-messages.ts'

/** Milliseconds between two reports of a job. */
const REPORT_MS = 500

type Report = Extract<JobAnswer, { report: unknown }>['report']

/** Reports the step that a job is at, and the lines that it would print. */
export class ReportedProgress implements Progress {
  private readonly send: (report: Report) => void
  private report: Report = empty()
  private reportedAt = 0

  constructor(send: (report: Report) => void) {
    this.send = send
  }

  /** Begins the report of another job. */
  begin(): void {
    this.report = empty()
    this.reportedAt = 0
  }

  step: Progress['step'] = (name, { total, unit } = {}) => {
    this.report = { ...this.report, step: name, done: 0, total: total ?? null, unit: unit ?? null }
    this.reportSoon()
    return {
      advance: (count) => {
        // The newest step is the one that is shown.
        if (this.report.step !== name) return
        this.report.done = (this.report.done ?? 0) + count
        this.reportSoon()
      },
      done: (outcome) => this.note(outcome === undefined ? name : `${name}: ${outcome}`),
    }
  }

  note(text: string): void {
    this.report.log = `${this.report.log}${text}\n`.slice(-LOG_CHARACTERS_MAX)
    this.reportSoon()
  }

  /** Sends what is known now. */
  flush(): void {
    this.reportedAt = performance.now()
    this.send(this.report)
  }

  private reportSoon(): void {
    if (performance.now() - this.reportedAt >= REPORT_MS) this.flush()
  }
}

function empty(): Report {
  return { step: '', done: null, total: null, unit: null, log: '' }
}
