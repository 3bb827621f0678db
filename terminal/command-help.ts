import type { Command, CommandOption } from './command.ts'
import { formatTable } from './table.ts'

/** Help of the program: every command in one line. */
export function programHelp(program: string, commands: Command[]): string {
  const width = Math.max(4, ...commands.map((command) => command.name.length))
  return [
    `Usage: ${program} <command> [options]`,
    '',
    'Commands:',
    ...commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
    `  ${'help'.padEnd(width)}  Show how to use a command`,
    '',
    `More about a command: ${program} help <command>`,
  ].join('\n')
}

/** Help of one command: usage, options and examples. */
export function commandHelp(program: string, command: Command): string {
  const lines = [command.summary, '', `Usage: ${program} ${command.usage}`]
  const options = Object.entries(command.options)
  lines.push('', 'Options:')
  const rows = options.map(([name, option]) => [spelling(name, option), optionHelp(option)])
  rows.push(['-h, --help', 'Show this help'])
  const [, ...aligned] = formatTable(['', ''], rows).split('\n')
  lines.push(...aligned.map((line) => `  ${line}`))
  if (command.examples.length > 0) {
    lines.push('', 'Examples:', ...command.examples.map((example) => `  ${example}`))
  }
  return lines.join('\n')
}

function spelling(name: string, option: CommandOption): string {
  const long = option.type === 'string' ? `--${name} <${option.value ?? 'value'}>` : `--${name}`
  return option.short ? `-${option.short}, ${long}` : `    ${long}`
}

function optionHelp(option: CommandOption): string {
  const notes: string[] = []
  if (option.multiple) notes.push('repeatable')
  const fallback = Array.isArray(option.default) ? option.default.join(', ') : option.default
  if (fallback !== undefined && fallback !== false && fallback !== '')
    notes.push(`default ${fallback}`)
  return notes.length > 0 ? `${option.help} (${notes.join('; ')})` : option.help
}
