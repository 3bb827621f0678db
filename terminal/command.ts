import type { Progress } from './progress.ts'

/** One option of a command, as `node:util` parseArgs reads it, and what help says of it. */
export interface CommandOption {
  type: 'string' | 'boolean'
  /** A single letter. */
  short?: string
  /** What stands for the value in help, for example `dir`; `value` when not given. */
  value?: string
  help: string
  multiple?: boolean
  default?: string | boolean | string[] | boolean[]
}

/** What a command was called with. Option values are `string`, `boolean` or arrays of them. */
export interface CommandArguments {
  positionals: string[]
  values: Record<string, unknown>
}

/** Where a command writes: results to standard output, what it is doing to standard error. */
export interface CommandOutput {
  progress: Progress
  /** Writes the text and a newline to standard output, never across a live progress line. */
  print(text: string): void
}

/** One word of the command line: `plat <name>`. */
export interface Command {
  name: string
  /** One line for the list of commands. */
  summary: string
  /** What follows `plat`, for example `build [layer...] [options]`. */
  usage: string
  options: Record<string, CommandOption>
  /** Whole command lines that work, beginning with `plat`. */
  examples: string[]
  /** Runs until it is stopped: lines that cannot be written are dropped and do not end it. */
  isService?: boolean
  /** Answers the exit code: 0 done, 1 failed, 2 called wrongly (better: throw `UsageError`). */
  run(args: CommandArguments, out: CommandOutput): Promise<number>
}

/**
 * A command that is imported when it is called: an image that only serves has no GDAL, and must
 * still start, and nobody waits for DuckDB to read a help page.
 */
export interface CommandLoader {
  name: string
  load(): Promise<Command>
}

/** The command was called wrongly: the message and the usage are printed, the exit code is 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
