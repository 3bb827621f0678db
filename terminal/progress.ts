/** One running step of long work. `advance` is cheap: call it as often as rows go by. */
export interface Step {
  /** Adds to the count of done units. */
  advance(count: number): void
  /** Ends the step with what came of it, for example `10,643 rows, 4 rejected`. */
  done(outcome?: string): void
}

/** Where long work says what it does. A terminal shows bars, a CI log shows plain lines. */
export interface Progress {
  /** Starts a step. `total` in `unit`s where it is known. */
  step(name: string, options?: { total?: number; unit?: string }): Step
  /** One line of text beside the steps. */
  note(text: string): void
}

/** Says nothing: for tests and for callers that do not care. */
export const SILENT: Progress = {
  step: () => ({ advance() {}, done() {} }),
  note() {},
}
