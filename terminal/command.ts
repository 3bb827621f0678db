import type { Progress } from './progress.ts'

/** One option of a command, as `node:util` parseArgs reads it, with its line of help. */
export interface CommandOption {
  type: 'string' | 'boolean'
  /** A single letter. */
  short?: string
  /** Placeholder of the value in help, for example `dir`; `value` by default. */
  value?: string
  help: string
  multiple?: boolean
  default?: string | boolean | string[] | boolean[]
}

/** Arguments of one call. Option values are `string`, `boolean` or arrays of them. */
export interface CommandArguments {
  positionals: string[]
  values: Record<string, unknown>
}

/** Output of a command: results go to standard output, progress to standard error. */
export interface CommandOutput {
  progress: Progress
  /** Writes the text and a newline to standard output, never across a live progress line. */
  print(text: string): void
}

/**
 * One command of the program: `plat <name>`. All but `run` is for help, which reads it without
 * running anything: a file that describes a command imports `terminal/` only, and `run` imports the
 * rest.
 */
export interface Command {
  name: string
  /** One line for the list of commands. */
  summary: string
  /** The call without the program, for example `build [layer...] [options]`. */
  usage: string
  options: Record<string, CommandOption>
  /** Whole command lines that work, starting with `plat`. */
  examples: string[]
  /** Runs until it is stopped: lines that cannot be written are dropped and do not end it. */
  isService?: boolean
  /**
   * Folder of a package that some images leave out. Where it is absent, help leaves the command
   * out.
   */
  requires?: URL
  /**
   * Validates arguments and settings before it opens anything. Returns the exit code: 0 done, 1
   * failed. Throws `UsageError` for a wrong call.
   */
  run(args: CommandArguments, out: CommandOutput): Promise<number>
}

/** A command whose description is imported too when it is first needed. */
export interface CommandLoader {
  name: string
  load(): Promise<Command>
}

/** A wrong call: the message and the usage are printed, and the exit code is 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
