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

/** How long a service that has ended waits for the readers of its output. */
const LAST_WORDS_MS = 500

/** Where `dispatch` writes. Tests give their own. */
export interface DispatchOptions {
  /** The program's name in help, `plat`. */
  program?: string
  out?: CommandOutput
  /** Takes error text, without a final newline. */
  printError?(text: string): void
}

/**
 * Finds the command that `argv` (without node and script) names, runs it, and answers the exit
 * code: 0 done, 1 failed, 2 called wrongly. Never throws: a `StepError` is printed as what failed,
 * on what, and the remedy; any other error is ours and is printed with its stack.
 */
export async function dispatch(
  commands: (Command | CommandLoader)[],
  argv: string[],
  options: DispatchOptions = {},
): Promise<number> {
  const program = options.program ?? 'plat'
  const standard = options.out ? undefined : standardOutput()
  const out = options.out ?? standard!.out
  const printError =
    options.printError ?? ((text: string) => void process.stderr.write(`${text}\n`))
  try {
    return await call(program, commands, argv, out, standard)
  } catch (error) {
    // The live lines go first: an error below a spinner reads as if the work went on.
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
    const help = programHelp(program, await loadAll(commands))
    if (isHelp) out.print(help)
    else throw new UsageError(`no command given\n${help}`)
    return 0
  }
  const listed = commands.find((candidate) => candidate.name === name)
  if (!listed) {
    const near = nearestWord(name, [...commands.map((candidate) => candidate.name), 'help'])
    const meant = near ? `. Did you mean ${JSON.stringify(near)}?` : ''
    throw new UsageError(
      `no command ${JSON.stringify(name)}${meant}\nAll commands: ${program} help`,
    )
  }
  const command = await load(listed)
  try {
    const args = isHelp ? 'help' : readArguments(command, rest)
    if (args !== 'help') {
      if (command.isService) standard?.outlive()
      return await command.run(args, out)
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const usage = `Usage: ${program} ${command.usage}\nMore: ${program} help ${command.name}`
    throw new UsageError(`${command.name}: ${error.message}\n${usage}`)
  }
  out.print(commandHelp(program, command))
  return 0
}

async function load(command: Command | CommandLoader): Promise<Command> {
  if ('run' in command) return command
  try {
    return await command.load()
  } catch (cause) {
    const missing = missingPart(cause)
    if (missing === undefined) throw cause
    throw new StepError(
      command.name,
      missing,
      'this part is not installed here',
      'use a full checkout (npm install, or the image that builds): this one can only serve',
      { cause },
    )
  }
}

/** The commands for help: those that cannot run here, for want of a part, are left out. */
async function loadAll(commands: (Command | CommandLoader)[]): Promise<Command[]> {
  const loaded: Command[] = []
  for (const command of commands) {
    try {
      loaded.push(await load(command))
    } catch (error) {
      if (!(error instanceof StepError)) throw error
    }
  }
  return loaded
}

/** The package, or the whole folder of ours, that Node did not find, when that is what went wrong. */
function missingPart(error: unknown): string | undefined {
  const { code, message, url } = error as { code?: unknown; message?: unknown; url?: unknown }
  if (code !== 'ERR_MODULE_NOT_FOUND') return undefined
  const name = /Cannot find package '([^']+)'/.exec(String(message))?.[1]
  if (name !== undefined || typeof url !== 'string' || !url.startsWith('file:')) return name
  // One file missing from a folder that is there is a broken import, and ours.
  const folder = dirname(fileURLToPath(url))
  return existsSync(folder) ? undefined : folder
}

/**
 * A `StepError` without its stack, in three lines and its causes, and so what the system refused
 * `step`; anything else with its stack.
 */
export function describeError(thrown: unknown, step = 'plat'): string {
  const error = thrown instanceof StepError ? thrown : systemFailure(thrown, step)
  if (error === null) {
    return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  }
  const prefix = `${error.step}: ${error.target}: `
  const problem = error.message.startsWith(prefix)
    ? error.message.slice(prefix.length)
    : error.message
  const lines = [
    `${error.step} failed: ${problem}`,
    `  on      ${error.target}`,
    `  remedy  ${error.remedy}`,
  ]
  let cause = error.cause
  // Five causes deep is plenty to read, and a bound against a chain that bites its own tail.
  for (let depth = 0; cause !== undefined && cause !== null && depth < 5; depth++) {
    lines.push(`  cause   ${cause instanceof Error ? cause.message : String(cause)}`)
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return lines.join('\n')
}

interface StandardOutput {
  out: CommandOutput
  /** From now on the loss of standard output ends nothing. */
  outlive(): void
  close(): void
}

/** Results on standard output, progress on standard error, never one across the other. */
function standardOutput(): StandardOutput {
  const progress = terminalProgress({ stream: new LossyOutput(process.stderr, formatLoss) })
  let isService = false
  let results: { write(text: string): unknown } = process.stdout
  const end = (error: NodeJS.ErrnoException) => {
    // `plat query | head`: the reader has gone, so there is nobody left to write for.
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
      // Node waits for whoever reads the output, and that may be for ever.
      if (isService) setTimeout(() => process.exit(), LAST_WORDS_MS).unref()
    },
  }
}

function formatLoss(count: number, problem: string): string {
  return `${count} ${count === 1 ? 'text' : 'texts'} could not be written here: ${problem}\n`
}
