/**
 * A failure of the outside world: a file, a server, a disk, a setting. It names the step that
 * failed, the target it failed on and the remedy, and holds the cause. The command line prints
 * these without a stack. Any other error is a bug and is printed with its stack.
 */
export class StepError extends Error {
  readonly step: string
  readonly target: string
  readonly problem: string
  readonly remedy: string

  constructor(
    step: string,
    target: string,
    problem: string,
    remedy: string,
    options?: { cause?: unknown },
  ) {
    super(`${step}: ${target}: ${problem}`, options)
    this.name = 'StepError'
    this.step = step
    this.target = target
    this.problem = problem
    this.remedy = remedy
  }
}
