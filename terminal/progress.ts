/** One running step of long work. `advance` is cheap: call it as often as rows go by. */
export interface Step {
  /** Adds to the count of done units. */
  advance(count: number): void
  /** Ends the step with its outcome, for example `10,643 rows, 4 rejected`. */
  done(outcome?: string): void
}

/** Reports the progress of long work. A terminal shows bars, a CI log shows plain lines. */
export interface Progress {
  /** Starts a step, with its `total` in `unit`s when it is known. */
  step(name: string, options?: { total?: number; unit?: string }): Step
  /** Prints one line of text between the steps. */
  note(text: string): void
}

/** Reports nothing. */
export const SILENT: Progress = {
  step: () => ({ advance() {}, done() {} }),
  note() {},
}
