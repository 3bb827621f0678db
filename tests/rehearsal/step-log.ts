import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Progress, Step } from '../../terminal/progress.ts'
import { rounded } from '../bench/results.ts'

/** All steps of one kind, such as reading the roll of each county. */
export interface StepTotals {
  count: number
  /** By the clock; steps run side by side. */
  took_s: number
  /** Processor time of the whole process, shared evenly by the steps that ran at the time. */
  processor_s: number
  /** Highest resident memory of the process that was seen during such a step. */
  memory_mb: number
}

/** Name of the time in which no step ran: hashing, linking, audits. */
const NO_STEP = '(no step)'
const SAMPLE_MS = 1_000

/**
 * Progress of a build that is added up by kind of step, and written to a file as it goes on: a run
 * that was killed continues its sums.
 */
export class StepLog implements Progress {
  private readonly file: string
  private readonly running = new Map<symbol, string>()
  private readonly totals = new Map<string, StepTotals>()
  private readonly began = performance.now()
  private readonly timer: NodeJS.Timeout
  private cpu = process.cpuUsage()
  private at = performance.now()

  constructor(file: string) {
    this.file = file
    if (existsSync(file)) this.readEarlier()
    this.timer = setInterval(() => this.sample(), SAMPLE_MS).unref()
  }

  step(name: string): Step {
    this.sample()
    const id = Symbol(name)
    const kind = kindOf(name)
    const began = performance.now()
    this.running.set(id, kind)
    this.totalsOf(kind).count++
    return {
      advance() {},
      done: (outcome = '') => {
        this.sample()
        this.running.delete(id)
        this.totalsOf(kind).took_s += (performance.now() - began) / 1_000
        const at_s = rounded((performance.now() - this.began) / 1_000, 1)
        console.log(`${new Date().toISOString().slice(11, 19)} ${at_s} s: ${name} ${outcome}`)
        this.write()
      },
    }
  }

  note(): void {}

  close(): Record<string, StepTotals> {
    clearInterval(this.timer)
    this.sample()
    this.write()
    return this.report()
  }

  /** Most processor time first. */
  private report(): Record<string, StepTotals> {
    const sorted = [...this.totals].sort(([, a], [, b]) => b.processor_s - a.processor_s)
    return Object.fromEntries(
      sorted.map(([kind, totals]) => [
        kind,
        {
          ...totals,
          took_s: rounded(totals.took_s, 1),
          processor_s: rounded(totals.processor_s, 1),
        },
      ]),
    )
  }

  private sample(): void {
    const cpu = process.cpuUsage()
    const used_s = (cpu.user + cpu.system - this.cpu.user - this.cpu.system) / 1e6
    const now = performance.now()
    const kinds = this.running.size > 0 ? [...this.running.values()] : [NO_STEP]
    // Not the account in /proc of all mappings, which takes 50 ms at 1 GB.
    const memory_mb = Math.round(process.memoryUsage.rss() / 1e6)
    if (this.running.size === 0) this.totalsOf(NO_STEP).took_s += (now - this.at) / 1_000
    for (const kind of kinds) {
      const totals = this.totalsOf(kind)
      totals.processor_s += used_s / kinds.length
      totals.memory_mb = Math.max(totals.memory_mb, memory_mb)
    }
    this.cpu = cpu
    this.at = now
  }

  private totalsOf(kind: string): StepTotals {
    const known = this.totals.get(kind)
    const totals = known ?? { count: 0, took_s: 0, processor_s: 0, memory_mb: 0 }
    this.totals.set(kind, totals)
    return totals
  }

  /** A line has all sums so far; the last one of a run that was killed is whole or is not read. */
  private write(): void {
    appendFileSync(this.file, `${JSON.stringify(this.report())}\n`)
  }

  private readEarlier(): void {
    const lines = readFileSync(this.file, 'utf8').trimEnd().split('\n')
    for (const line of lines.toReversed())
      try {
        for (const [kind, totals] of Object.entries(JSON.parse(line) as Record<string, StepTotals>))
          this.totals.set(kind, totals)
        return
      } catch {
        // Cut by the kill: the line before it has nearly the same sums.
      }
  }
}

/** The name of a step without the county: `parcel: read roll.csv`. */
function kindOf(name: string): string {
  return name.replace(/\/?rehearsal-\d{3}/g, '').replace(/soilmu_a_zz\d+/g, 'soilmu_a')
}
