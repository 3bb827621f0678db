import { z } from 'zod'
import { type Command, UsageError } from '../../terminal/command.ts'
import { nearestWord } from '../../terminal/nearest-word.ts'
import { formatTable } from '../../terminal/table.ts'
import { LISTED_OPERATIONS, OPERATIONS } from '../operations/index.ts'
import { unitIn } from '../operations/input/input-units.ts'
import type { Operation } from '../operations/operation.ts'
import { REFUSALS, type RefusalCode } from '../operations/refusal.ts'

export const toolsCommand: Command = {
  name: 'tools',
  summary: 'List the edits, or the arguments of one',
  usage: 'tools [name] [options]',
  options: { json: { type: 'boolean', help: 'with the JSON schema of the arguments' } },
  examples: ['plat-architect tools', 'plat-architect tools create_room'],
  async run({ positionals, values }, out) {
    if (positionals.length > 1)
      throw new UsageError('Give the name of one edit, or no name for all.')
    const [name] = positionals
    const chosen = name === undefined ? LISTED_OPERATIONS : [operationOf(name)]
    if (values.json) out.print(JSON.stringify(chosen.map(toolSchema), null, 2))
    else if (name === undefined) out.print(formatTable(['tool', 'what it does'], chosen.map(row)))
    else out.print(formatOperation(chosen[0]))
    return 0
  },
}

function operationOf(name: string): Operation {
  const found = OPERATIONS.find((operation) => operation.name === name)
  if (found) return found
  const near = nearestWord(
    name,
    OPERATIONS.map((operation) => operation.name),
  )
  throw new UsageError(
    `There is no edit "${name}"${near ? `. Did you mean "${near}"?` : ': plat-architect tools lists them.'}`,
  )
}

const toolSchema = ({ name, description, input, isDestructive }: Operation) => ({
  name,
  description,
  isDestructive: isDestructive ?? false,
  inputSchema: schemaOf(input),
})

interface Property {
  type?: string
  enum?: unknown[]
  items?: Property
  description?: string
  default?: unknown
}

/** JSON schema of a call: the edit's own arguments and the unit of their lengths. */
function schemaOf(input: Operation['input']) {
  const {
    properties = {},
    required = [],
    ...schema
  } = z.toJSONSchema(input, { io: 'input' }) as {
    properties?: Record<string, Property>
    required?: string[]
  }
  const { $schema, ...unit } = z.toJSONSchema(unitIn, { io: 'input' }) as Property & {
    $schema: string
  }
  return { ...schema, required, properties: { ...properties, unit } }
}

/** The first sentence of a description is its summary. */
const row = ({ name, description }: Operation) => [name, description.split(/(?<=\.)\s/)[0]]

function formatOperation(operation: Operation): string {
  const { properties, required } = schemaOf(operation.input)
  const rows = Object.entries(properties).map(([name, property]) => [
    `  ${name}${required.includes(name) ? '' : '?'}`,
    formatType(property),
    property.description ?? '',
  ])
  const named: RefusalCode[] = operation.refusals.includes('node_not_found')
    ? ['ambiguous_name']
    : []
  const refusals = [...operation.refusals, ...named].map((code) => [`  ${code}`, REFUSALS[code]])
  return [
    operation.description,
    '',
    'Arguments:',
    ...formatTable(['', '', ''], rows).split('\n').slice(1),
    '',
    'May be refused:',
    ...formatTable(['', ''], refusals).split('\n').slice(1),
  ].join('\n')
}

function formatType({ type, enum: values, items, default: fallback }: Property): string {
  const list = values?.map(String).join(' | ')
  const name = list ?? (type === 'array' && items ? `${formatType(items)}[]` : (type ?? 'any'))
  return fallback === undefined ? name : `${name} = ${JSON.stringify(fallback)}`
}
