import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, type CommandLoader, type CommandOutput, UsageError } from './command.ts'
import { readArguments } from './command-arguments.ts'
import { commandHelp, programHelp } from './command-help.ts'
import { nearestWord } from './nearest-word.ts'
import { StepError } from './step-error.ts'
import { terminalProgress } from './terminal-progress.ts'

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
    return await call(program, commands, argv, out)
  } catch (error) {
    // The live lines go first: an error below a spinner reads as if the work went on.
    standard?.close()
    printError(error instanceof UsageError ? `${program}: ${error.message}` : describeError(error))
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
    if (args !== 'help') return await command.run(args, out)
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

/** A `StepError` without its stack, in three lines and its causes; anything else with its stack. */
export function describeError(error: unknown): string {
  if (!(error instanceof StepError)) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
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

/** Results on standard output, progress on standard error, never one across the other. */
function standardOutput(): { out: CommandOutput; close(): void } {
  const progress = terminalProgress()
  // `plat query | head`: the reader has gone, so there is nobody left to write for.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  return {
    out: { progress, print: (text) => progress.aside(() => process.stdout.write(`${text}\n`)) },
    close: () => progress.close(),
  }
}
