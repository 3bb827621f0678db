import { parseArgs } from 'node:util'
import { type Command, type CommandArguments, UsageError } from './command.ts'
import { nearestWord } from './nearest-word.ts'

/** Marks `-68.77` so that parseArgs does not read it as the options -6, -8...: argv has no NUL. */
const NEGATIVE = '\0'

/** Parses the arguments of a command; `help` when they request its help. Throws `UsageError`. */
export function readArguments(command: Command, argv: string[]): CommandArguments | 'help' {
  const marked = argv.map((arg) => (/^-\.?\d/.test(arg) ? NEGATIVE + arg : arg))
  try {
    const { positionals, values } = parseArgs({
      args: marked,
      allowPositionals: true,
      strict: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        ...Object.fromEntries(
          Object.entries(command.options).map(
            ([name, { type, short, multiple, default: fallback }]) => [
              name,
              {
                type,
                ...(short === undefined ? {} : { short }),
                ...(multiple === undefined ? {} : { multiple }),
                ...(fallback === undefined ? {} : { default: fallback }),
              },
            ],
          ),
        ),
      },
    })
    const { help, ...own } = values as Record<string, unknown>
    if (help === true) return 'help'
    return {
      positionals: positionals.map((text) => unmark(text) as string),
      values: Object.fromEntries(Object.entries(own).map(([name, value]) => [name, unmark(value)])),
    }
  } catch (error) {
    const code = (error as { code?: unknown }).code
    if (typeof code !== 'string' || !code.startsWith('ERR_PARSE_ARGS_')) throw error
    throw new UsageError(optionProblem(command, marked, code, (error as Error).message))
  }
}

function unmark(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmark)
  return typeof value === 'string' && value.startsWith(NEGATIVE) ? value.slice(1) : value
}

/** Node's message about a wrong option, or a shorter one that suggests the nearest option. */
function optionProblem(command: Command, argv: string[], code: string, message: string): string {
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    // Only the first sentence is for users; the rest explains parseArgs to programmers.
    return message.split('\n')[0].replaceAll(NEGATIVE, '')
  }
  const known = [...Object.keys(command.options), 'help']
  const unknown =
    /Unknown option '(-[^']*)'/.exec(message)?.[1] ?? argv.find((arg) => arg.startsWith('-'))
  const near = unknown?.startsWith('--') ? nearestWord(unknown.slice(2), known) : undefined
  return `no option ${unknown}${near ? `. Did you mean --${near}?` : ''}`
}
