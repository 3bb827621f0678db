import type { z } from 'zod'
import { safeInput } from '../scene/safe-text.ts'
import { UNITS, type Unit } from '../scene/units.ts'
import { inMetres, unitIn } from './input-units.ts'
import { nearestName } from './nearest-name.ts'

/** The arguments of a call in metres with defaults filled in, and the unit that they came in. */
export interface ParsedInput<Input> {
  input: Input
  unit: Unit
}

/** Why the arguments of a call cannot be read: a sentence, and the argument that is wrong. */
export interface InputFault {
  message: string
  param?: string
}

/** Parses the arguments of a call of the tool `name`: converts lengths, then applies the schema. */
export function parseInput<Input>(
  name: string,
  schema: z.ZodType<Input>,
  given: Record<string, unknown>,
): ParsedInput<Input> | InputFault {
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    return { message: `${name} takes its arguments as one object.` }
  const { unit: unitName = 'm', ...rest } = given
  const unit = unitIn.safeParse(unitName)
  if (!unit.success) {
    const message = `unit must be one of ${UNITS.join(', ')}, got ${JSON.stringify(unitName)}.`
    return { message, param: 'unit' }
  }
  const read = schema.safeParse(inMetres(schema, safeInput(rest), unit.data))
  if (read.success) return { input: read.data, unit: unit.data }
  return inputFault(name, schema, read.error.issues)
}

function inputFault(name: string, schema: z.ZodType, issues: z.core.$ZodIssue[]): InputFault {
  const [issue] = issues
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    const [unknown] = issue.keys
    const near = nearestName(unknown, namesAt(schema, issue.path))
    const param = [...path, unknown].join('.')
    return {
      message: `${name} has no argument ${param}${near ? `; did you mean ${near}?` : '.'}`,
      param,
    }
  }
  const param = path.join('.') || undefined
  const more = issues.length > 1 ? ` ${issues.length - 1} more arguments are not valid.` : ''
  return {
    message: `${param ? `${param} of ${name}` : name}: ${sentence(issue.message)}${more}`,
    param,
  }
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
