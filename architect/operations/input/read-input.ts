import type { z } from 'zod'
import { UNITS } from '../../scene/units.ts'
import type { Operation } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import { inMetres, unitIn } from './input-units.ts'
import { nearestName } from './nearest-name.ts'

/**
 * Parses the arguments of a call: converts them to metres and fills in defaults. Throws `Refusal`
 * for wrong ones.
 */
export function readInput<Input>(
  operation: Operation<Input>,
  given: Record<string, unknown>,
): Input {
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    throw new Refusal('invalid_input', `${operation.name} takes its arguments as one object.`)
  const { unit: name = 'm', ...rest } = given
  const unit = unitIn.safeParse(name)
  if (!unit.success)
    throw new Refusal(
      'invalid_input',
      `unit must be one of ${UNITS.join(', ')}, got ${JSON.stringify(name)}.`,
      { param: 'unit' },
    )
  const read = operation.input.safeParse(inMetres(operation.input, rest, unit.data))
  if (read.success) return read.data
  throw inputRefusal(operation, read.error.issues)
}

function inputRefusal(operation: Operation, issues: z.core.$ZodIssue[]): Refusal {
  const [issue] = issues
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    const [unknown] = issue.keys
    const near = nearestName(unknown, namesAt(operation.input, issue.path))
    const param = [...path, unknown].join('.')
    return new Refusal(
      'invalid_input',
      `${operation.name} has no argument ${param}${near ? `; did you mean ${near}?` : '.'}`,
      { param },
    )
  }
  const param = path.join('.') || undefined
  const more = issues.length > 1 ? ` ${issues.length - 1} more arguments are not valid.` : ''
  return new Refusal(
    'invalid_input',
    `${param ? `${param} of ${operation.name}` : operation.name}: ${sentence(issue.message)}${more}`,
    { param },
  )
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** Names of the fields that the object at this path of the input may have. */
function namesAt(schema: z.core.$ZodType, path: PropertyKey[]): string[] {
  const def = schema._zod.def as {
    innerType?: z.core.$ZodType
    element?: z.core.$ZodType
    shape?: Record<string, z.core.$ZodType>
  }
  if (def.innerType) return namesAt(def.innerType, path)
  if (path.length === 0) return [...Object.keys(def.shape ?? {}), 'unit']
  const [step, ...further] = path
  const next = typeof step === 'number' ? def.element : def.shape?.[String(step)]
  return next ? namesAt(next, further) : []
}
