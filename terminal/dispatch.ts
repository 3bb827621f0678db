import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, type CommandLoader, type CommandOutput, UsageError } from './command.ts'
import { readArguments } from './command-arguments.ts'
import { commandHelp, programHelp } from './command-help.ts'
import { LossyOutput } from './lossy-output.ts'
import { nearestWord } from './nearest-word.ts'
import { StepError } from './step-error.ts'
import { systemFailure } from './system-failure.ts'
import { terminalProgress } from './terminal-progress.ts'

/** How long a service that has ended waits for its last lines to be read. */
const LAST_LINES_MS = 500

/** Where `dispatch` writes. Tests pass their own. */
export interface DispatchOptions {
  /** The program's name in help, `plat`. */
  program?: string
  out?: CommandOutput
  /** Prints error text, which has no final newline. */
  printError?(text: string): void
  /** Changes each text before it is printed, such as one with names from a file of strangers. */
  cleaned?(text: string): string
}

/**
 * Runs the command that `argv` (without node and script) names and returns the exit code: 0 done, 1
 * failed, 2 called wrongly. Never throws: a `StepError` is printed with its step, target and
 * remedy; any other error is a bug of the program and is printed with its stack.
 */
export async function dispatch(
  commands: (Command | CommandLoader)[],
  argv: string[],
  options: DispatchOptions = {},
): Promise<number> {
  const program = options.program ?? 'plat'
  const standard = options.out ? undefined : standardOutput()
  const { cleaned = (text: string) => text } = options
  const plain = options.out ?? standard!.out
  const out = { progress: plain.progress, print: (text: string) => plain.print(cleaned(text)) }
  const write = options.printError ?? ((text: string) => void process.stderr.write(`${text}\n`))
  const printError = (text: string): void => write(cleaned(text))
  try {
    return await call(program, commands, argv, out, standard)
  } catch (error) {
    // The live lines are removed first: below a spinner, an error looks as if the work went on.
    standard?.close()
    printError(
      error instanceof UsageError
        ? `${program}: ${error.message}`
        : describeError(error, argv[0] ?? program),
    )
    return error instanceof UsageError ? 2 : 1
  } finally {
    standard?.close()
  }
}

async function call(
  program: string,
  commands: (Command | CommandLoader)[],
  argv: string[],
  out: CommandOutput,
  standard: StandardOutput | undefined,
): Promise<number> {
  const [first, ...rest] = argv
  const isHelp = first === 'help' || first === '--help' || first === '-h'
  const name = isHelp ? rest[0] : first
  if (name === undefined) {
    const help = programHelp(program, await loadInstalled(commands))
    if (isHelp) out.print(help)
    else throw new UsageError(`no command given\n${help}`)
    return 0
  }
  const listed = commands.find((candidate) => candidate.name === name)
  if (!listed) {
    const near = nearestWord(name, [...commands.map((candidate) => candidate.name), 'help'])
    const hint = near ? `. Did you mean ${JSON.stringify(near)}?` : ''
    throw new UsageError(`no command ${JSON.stringify(name)}${hint}\nAll commands: ${program} help`)
  }
  const command = 'run' in listed ? listed : await ifInstalled(listed, () => listed.load())
  try {
    const args = isHelp ? 'help' : readArguments(command, rest)
    if (args !== 'help') {
      if (command.isService) standard?.outlive()
      return await ifInstalled(command, () => command.run(args, out))
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const usage = `Usage: ${program} ${command.usage}\nMore: ${program} help ${command.name}`
    throw new UsageError(`${command.name}: ${error.message}\n${usage}`)
  }
  out.print(commandHelp(program, command))
  return 0
}

/** Commands for help, without those that lack a part here. */
async function loadInstalled(commands: (Command | CommandLoader)[]): Promise<Command[]> {
  const loaded: Command[] = []
  for (const command of commands) {
    try {
      loaded.push('run' in command ? command : await ifInstalled(command, () => command.load()))
    } catch (error) {
      if (!(error instanceof StepError)) throw error
    }
  }
  return loaded.filter((command) => absentFolder(command) === null)
}

/**
 * Does the work of a command. Throws `StepError` when a package or a folder that it needs is
 * absent.
 */
async function ifInstalled<T>(
  command: Command | CommandLoader,
  work: () => Promise<T>,
): Promise<T> {
  const folder = 'run' in command ? absentFolder(command) : null
  if (folder !== null) throw notInstalled(command.name, folder)
  try {
    return await work()
  } catch (cause) {
    const missing = missingPart(cause)
    throw missing === null ? cause : notInstalled(command.name, missing, cause)
  }
}

function absentFolder({ requires }: Command): string | null {
  const folder = requires && fileURLToPath(requires)
  return folder === undefined || existsSync(folder) ? null : folder
}

function notInstalled(name: string, part: string, cause?: unknown): StepError {
  const remedy =
    'use a full checkout (npm install, or the image that builds): this one can only serve'
  return new StepError(name, part, 'this part is not installed here', remedy, { cause })
}

/**
 * The package, or the whole folder of the project, that Node did not find; null for other errors.
 */
function missingPart(error: unknown): string | null {
  const { code, message, url } = (error ?? {}) as {
    code?: unknown
    message?: unknown
    url?: unknown
  }
  if (code !== 'ERR_MODULE_NOT_FOUND') return null
  const name = /Cannot find package '([^']+)'/.exec(String(message))?.[1]
  if (name !== undefined || typeof url !== 'string' || !url.startsWith('file:')) return name ?? null
  // A file missing from a folder that exists is a broken import: a bug of the program.
  const folder = dirname(fileURLToPath(url))
  return existsSync(folder) ? null : folder
}

/**
 * Formats a `StepError`, and an error of the system during `step`, as three lines and their causes.
 * Any other error is formatted as its stack.
 */
export function describeError(thrown: unknown, step = 'plat'): string {
  const error = thrown instanceof StepError ? thrown : systemFailure(thrown, step)
  if (error === null) {
    return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  }
  const lines = [
    `${error.step} failed: ${error.problem}`,
    `  on      ${error.target}`,
    `  remedy  ${error.remedy}`,
  ]
  let cause = error.cause
  // Bounded, because a chain of causes may be circular.
  for (let depth = 0; cause !== undefined && cause !== null && depth < 5; depth++) {
    lines.push(`  cause   ${cause instanceof Error ? cause.message : String(cause)}`)
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return lines.join('\n')
}

interface StandardOutput {
  out: CommandOutput
  /** Prevents a loss of standard output from ending the process from now on. */
  outlive(): void
  close(): void
}

/**
 * Writes results to standard output and progress to standard error, and never mixes their lines.
 */
function standardOutput(): StandardOutput {
  const progress = terminalProgress({ stream: new LossyOutput(process.stderr, formatLoss) })
  let isService = false
  let results: { write(text: string): unknown } = process.stdout
  const end = (error: NodeJS.ErrnoException) => {
    // `plat query | head`: the reader has closed the pipe.
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`${describeError(error, 'write the output')}\n`)
    process.exit(1)
  }
  process.stdout.on('error', end)
  return {
    out: { progress, print: (text) => progress.aside(() => results.write(`${text}\n`)) },
    outlive() {
      isService = true
      results = new LossyOutput(process.stdout, formatLoss)
      process.stdout.off('error', end)
    },
    close() {
      progress.close()
      // Node would wait for the reader of the output, possibly for ever.
      if (isService) setTimeout(() => process.exit(), LAST_LINES_MS).unref()
    },
  }
}

function formatLoss(count: number, problem: string): string {
  return `${count} ${count === 1 ? 'text' : 'texts'} could not be written here: ${problem}\n`
}
