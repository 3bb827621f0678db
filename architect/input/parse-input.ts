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

/** The arguments of a call in metres, before any schema, and the unit that they came in. */
interface MetricInput {
  given: Record<string, unknown>
  unit: Unit
}

/** The arguments of a call without `unit`, in metres, and with safe texts. */
export function metricInput(
  name: string,
  schema: z.ZodType,
  given: Record<string, unknown>,
): MetricInput | InputFault {
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    return { message: `${name} takes its arguments as one object.` }
  const { unit: unitName = 'm', ...rest } = given
  const unit = unitIn.safeParse(unitName)
  if (!unit.success) {
    const message = `unit must be one of ${UNITS.join(', ')}, got ${JSON.stringify(unitName)}.`
    return { message, param: 'unit' }
  }
  const safe = safeInput(rest)
  return { given: inMetres(schema, safe, unit.data) as Record<string, unknown>, unit: unit.data }
}

/** Parses the arguments of a call of the tool `name`: converts lengths, then applies the schema. */
export function parseInput<Input>(
  name: string,
  schema: z.ZodType<Input>,
  given: Record<string, unknown>,
): ParsedInput<Input> | InputFault {
  const metric = metricInput(name, schema, given)
  if ('message' in metric) return metric
  const read = schema.safeParse(metric.given)
  if (read.success) return { input: read.data, unit: metric.unit }
  const { issues } = read.error
  const [issue] = issues
  if (issue.code !== 'unrecognized_keys') return valueFault(name, issues)
  const [unknown] = issue.keys
  const param = [...issue.path.map(String), unknown].join('.')
  return unknownFault(name, param, nearestName(unknown, namesAt(schema, issue.path)))
}

/** The fault of an argument that a tool does not have; `near` is the name that is most like it. */
export const unknownFault = (name: string, param: string, near: string | null): InputFault => ({
  message: `${name} has no argument ${param}${near ? `; did you mean ${near}?` : '.'}`,
  param,
})

/** Further arguments that one refusal names. */
const FAULTS_LISTED_MAX = 6

/** The fault of the first argument whose value is not valid, with the names of the others. */
export function valueFault(name: string, issues: z.core.$ZodIssue[]): InputFault {
  const [issue] = issues
  const param = issue.path.map(String).join('.') || undefined
  const others = new Set(issues.slice(1).flatMap(argumentsOf))
  if (param !== undefined) others.delete(param)
  const shown = [...others].slice(0, FAULTS_LISTED_MAX)
  const rest = others.size > shown.length ? ` and ${others.size - shown.length} more` : ''
  const more = shown.length > 0 ? ` Also not valid: ${shown.join(', ')}${rest}.` : ''
  return {
    message: `${param ? `${param} of ${name}` : name}: ${sentence(issue.message)}${more}`,
    param,
  }
}

/** Names of the arguments that an issue is about, with the names of what they are in. */
function argumentsOf(issue: z.core.$ZodIssue): string[] {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : []
  const paths = keys.length > 0 ? keys.map((key) => [...issue.path, key]) : [issue.path]
  return paths.map((path) => path.map(String).join('.')).filter((name) => name !== '')
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** Names of the fields that the object at this path of the input may have. */
export function namesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
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
