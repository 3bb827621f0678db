import { formatSeconds } from '../../terminal/quantity.ts'
import type { TerminalProgress } from '../../terminal/terminal-progress.ts'
import type { Lane, LaneLimits } from './lane-process.ts'
import { applyMutant } from './mutator.ts'
import type { Tried, Verdict } from './results.ts'
import type { Trial } from './sample.ts'

/** Test files that need more processor time without a mutant judge nothing. */
const JUDGE_MAX_MS = 20_000
/**
 * With a mutant, tests have this processor time and this many times the time they need without it.
 */
const MUTANT_MS = 20_000
const MUTANT_TIMES = 5
/** Tests that wait for ever need no processor time, so the clock limits them. */
const CLOCK_MS = 120_000

/** After this many mutants the tests run without one: they must pass. */
const CONTROL_EACH = 25

/** Tries mutants in lanes side by side. */
export class Judging {
  /** Tests that were not run, and why. */
  readonly leftOut: Record<string, string> = {}
  private readonly lanes: readonly Lane[]
  private readonly progress: TerminalProgress
  /** Processor time of a test file without a mutant. */
  private readonly ms = new Map<string, number>()

  constructor(lanes: readonly Lane[], progress: TerminalProgress) {
    this.lanes = lanes
    this.progress = progress
  }

  /** Runs test files without a mutant: those that fail or take too long are left out. */
  async measure(tests: readonly string[]): Promise<void> {
    await this.share('tests without a mutant', tests, async (lane, test) => {
      const run = await lane.run([test], { processor_ms: JUDGE_MAX_MS, clock_ms: CLOCK_MS })
      if (run === null) this.leaveOut(test, `needs over ${JUDGE_MAX_MS / 1000} s`)
      else if (run.failed) this.leaveOut(test, `fails without a mutant: ${run.failed.test}`)
      else this.ms.set(test, run.processor_ms)
    })
  }

  /** Tries each mutant, in its lane's copy of the tree. */
  async judge(trials: readonly Trial[]): Promise<Tried[]> {
    const tried: Tried[] = []
    let count = 0
    await this.share('mutants', trials, async (lane, trial) => {
      if (++count % CONTROL_EACH === 0) await this.control(lane, trial)
      const verdict = await this.verdictOf(lane, trial)
      tried.push({ ...trial, verdict })
      const { file, line, before, after } = trial.mutant
      if (verdict === 'survived' || verdict === 'untested')
        this.progress.note(`${verdict}: ${file}:${line}  ${short(before)} -> ${short(after)}`)
    })
    return tried
  }

  /** Tests that fail without a mutant after earlier mutants would catch every mutant. */
  private async control(lane: Lane, { judges }: Trial): Promise<void> {
    const { tests, limits } = this.testsOf(judges)
    const first = await lane.run(tests, limits)
    if (!first?.failed) return
    // One failure may be due to the machine; a second one of the same test is due to the lane.
    const second = await lane.run([first.failed.file], limits)
    if (second?.failed)
      throw new Error(`${second.failed.file} fails without a mutant: ${second.failed.test}`)
  }

  /**
   * The tests of a mutant that remain, the nearest first and then the quickest, with their limits.
   */
  private testsOf(judges: readonly string[]): { tests: string[]; limits: LaneLimits } {
    const ms = (test: string) => this.ms.get(test) ?? 0
    const [own, ...others] = judges.filter((test) => this.ms.has(test))
    const tests = own === undefined ? [] : [own, ...others.sort((a, b) => ms(a) - ms(b))]
    const more_ms = MUTANT_TIMES * tests.reduce((sum, test) => sum + ms(test), 0)
    return {
      tests,
      limits: { processor_ms: MUTANT_MS + more_ms, clock_ms: CLOCK_MS + more_ms },
    }
  }

  private async verdictOf(lane: Lane, { mutant, judges }: Trial): Promise<Verdict> {
    const { tests, limits } = this.testsOf(judges)
    if (tests.length === 0) return 'untested'
    const text = lane.read(mutant.file)
    lane.write(mutant.file, applyMutant(text, mutant))
    try {
      const run = await lane.run(tests, limits)
      if (run === null || run.failed?.isLate) return 'timeout'
      return run.failed ? 'caught' : 'survived'
    } finally {
      lane.write(mutant.file, text)
    }
  }

  private leaveOut(test: string, why: string): void {
    this.leftOut[test] = why
    this.progress.note(`left out: ${test} ${why}`)
  }

  private async share<Work>(
    name: string,
    works: readonly Work[],
    run: (lane: Lane, work: Work) => Promise<void>,
  ): Promise<void> {
    const startedAt = performance.now()
    const step = this.progress.step(name, { total: works.length })
    const queue = works.values()
    await Promise.all(
      this.lanes.map(async (lane) => {
        for (const work of queue) {
          await run(lane, work)
          step.advance(1)
        }
      }),
    )
    step.done(formatSeconds((performance.now() - startedAt) / 1000))
  }
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 50 ? `${line.slice(0, 49)}…` : line || '(removed)'
}
