import { type Command, UsageError } from '../../terminal/command.ts'
import { nearestWord } from '../../terminal/nearest-word.ts'
import { formatTable } from '../../terminal/table.ts'
import { REFUSALS } from '../operations/refusal.ts'
import { READ_ERRORS } from '../reads/read-error.ts'
import { TOOLS, toolList, toolNamed } from '../tools/tool-list.ts'
import {
  isRead,
  publishedTool,
  resultSchema,
  type Schema,
  summaryOf,
  type Tool,
} from '../tools/tool-schema.ts'

export const toolsCommand: Command = {
  name: 'tools',
  summary: 'List the edits and reads, or the arguments of one',
  usage: 'tools [name] [options]',
  options: { json: { type: 'boolean', help: 'with the JSON schema of the arguments' } },
  examples: ['plat-architect tools', 'plat-architect tools create_room'],
  async run({ positionals, values }, out) {
    if (positionals.length > 1)
      throw new UsageError('Give the name of one edit or read, or no name for all.')
    const [name] = positionals
    const chosen = name === undefined ? TOOLS : [requireTool(name)]
    if (values.json) {
      const list = name === undefined ? toolList() : { tools: chosen.map(publishedTool) }
      out.print(JSON.stringify(list, null, 2))
    } else if (name === undefined) out.print(formatList())
    else out.print(formatTool(chosen[0]))
    return 0
  },
}

function requireTool(name: string): Tool {
  const found = toolNamed(name)
  if (found) return found
  const near = nearestWord(
    name,
    TOOLS.map((tool) => tool.name),
  )
  throw new UsageError(
    `There is no edit or read "${name}"${near ? `. Did you mean "${near}"?` : ': plat-architect tools lists them.'}`,
  )
}

function formatList(): string {
  const row = (tool: Tool) => [tool.name, summaryOf(tool)]
  const table = (title: string, tools: readonly Tool[]) =>
    formatTable([title, 'what it does'], tools.map(row))
  return [
    table(
      'edit',
      TOOLS.filter((tool) => !isRead(tool)),
    ),
    '',
    table('read', TOOLS.filter(isRead)),
  ].join('\n')
}

function formatTool(tool: Tool): string {
  const { description, inputSchema } = publishedTool(tool)
  const parts = [description, '', 'Arguments:', formatFields(inputSchema)]
  if (isRead(tool)) parts.push('', 'Answer:', formatFields(resultSchema(tool)))
  const codes: readonly (readonly [string, string])[] = isRead(tool)
    ? Object.entries(READ_ERRORS)
    : tool.refusals.map((code) => [code, REFUSALS[code]] as const)
  const rows = codes.map(([code, meaning]) => [`  ${code}`, meaning])
  return [...parts, '', isRead(tool) ? 'Errors:' : 'May be refused:', formatRows(rows)].join('\n')
}

/** A line for each field, and for those of objects and lists under it. */
function formatFields(schema: Schema): string {
  const rows: string[][] = []
  const add = ({ properties = {}, required = [] }: Schema, indent: string) => {
    for (const [name, property] of Object.entries(properties)) {
      const mark = required.includes(name) ? '' : '?'
      rows.push([`${indent}${name}${mark}`, formatType(property), property.description ?? ''])
      add(property.items ?? property, `${indent}  `)
    }
  }
  add(schema, '  ')
  return formatRows(rows)
}

function formatRows(rows: string[][]): string {
  const header = rows[0].map(() => '')
  return formatTable(header, rows).split('\n').slice(1).join('\n')
}

function formatType({ type, enum: values, items, default: usual }: Schema): string {
  const list = values?.map(String).join(' | ')
  const name = list ?? (type === 'array' && items ? `${formatType(items)}[]` : (type ?? 'any'))
  return usual === undefined ? name : `${name} = ${JSON.stringify(usual)}`
}
