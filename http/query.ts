import { z } from 'zod'
import { CoordinateError, isSwappedPair, parseDegrees } from '../values/coordinate.ts'
import { invalidRequest } from './error-codes.ts'
import { likelyParameter } from './parameter-synonyms.ts'

/** The schema of routes without parameters. */
export const NoQuery = z.strictObject({})

/** A parameter that is true or false; false when absent. */
export const flag = z.enum(['true', 'false']).default('false')

/** Text of `min` to `max` characters. Characters beyond U+FFFF count once, as in JSON Schema. */
export function characters(min: number, max: number): z.ZodString {
  return z
    .string()
    .superRefine((text, context) => {
      const { length } = [...text]
      const issue = { origin: 'string', input: text, inclusive: true } as const
      if (length < min) context.addIssue({ ...issue, code: 'too_small', minimum: min })
      if (length > max) context.addIssue({ ...issue, code: 'too_big', maximum: max })
    })
    .meta({ minLength: min, maxLength: max })
}

// The next schemas only document the format for the reference; the routes parse and validate the
// text.

const DECIMAL = '\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)\\s*'

/** Comma-separated decimal numbers, as many as the first example has. */
export function decimals(...examples: [string, ...string[]]): z.ZodString {
  const parts = examples[0].split(',').map(() => DECIMAL)
  return z.string().meta({ pattern: `^${parts.join(',')}$`, examples })
}

/** One or more of `names`, comma-separated. */
export function namesAmong(names: readonly string[], ...examples: string[]): z.ZodString {
  const name = `\\s*(${names.join('|')})\\s*`
  return z.string().meta({ pattern: `^${name}(,${name})*$`, examples })
}

/** A whole number in decimal digits. */
export function wholeNumber(minimum: number, maximum: number, byDefault?: number): z.ZodString {
  const preset = byDefault === undefined ? {} : { default: byDefault }
  return z.string().meta({ type: 'integer', minimum, maximum, ...preset })
}

/** Parses decimal degrees of a parameter. Throws `ApiError` 400 with the hint. */
export function parseCoordinate(
  text: string,
  axis: 'lat' | 'lng',
  param: string,
  hint: string,
): number {
  try {
    return parseDegrees(text, axis)
  } catch (error) {
    if (!(error instanceof CoordinateError)) throw error
    throw invalidRequest(param, `${quote(error.text)} ${error.problem}.`, hint)
  }
}

/** The hint for an invalid latitude. Suggests the swapped pair where that is a valid point. */
export function hintSwapped(hint: string, lat: string, lng: string): string {
  return isSwappedPair(lat, lng) ? `${hint}. Is ${lng.trim()},${lat.trim()} the point?` : hint
}

/** Parses a `limit` of at most three digits. Throws `ApiError` 400 with the hint. */
export function parseLimit(text: string, most: number, hint: string): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= most) return limit
  throw invalidRequest('limit', `${quote(text)} is not a number from 1 to ${most}.`, hint)
}

/** Parses `latitude,longitude` of a parameter. Throws `ApiError` 400 with the hint. */
export function parsePoint(
  text: string,
  param: string,
  hint: string,
): { lat: number; lng: number } {
  const parts = text.split(',', 3)
  if (parts.length !== 2)
    throw invalidRequest(param, `${quote(text)} is not two comma-separated numbers.`, hint)
  const [lat, lng] = parts.map((part) => part.trim())
  return {
    lat: parseCoordinate(lat, 'lat', param, hintSwapped(hint, lat, lng)),
    lng: parseCoordinate(lng, 'lng', param, hint),
  }
}

/**
 * Validates a decoded query string with a strict schema. Throws `ApiError` 400 that names the first
 * invalid parameter; the description in the schema is the hint.
 */
export function parseQuery<Shape extends z.ZodObject>(
  schema: Shape,
  query: unknown,
): z.infer<Shape> {
  const parsed = schema.safeParse(query)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown) throw unknownParameter(unknown.keys[0], Object.keys(schema.shape))
  const [issue] = issues
  const param = String(issue.path[0])
  const isMissing = (query as Record<string, unknown>)[param] === undefined
  const isRepeated = issue.code === 'invalid_type'
  throw invalidRequest(
    param,
    isMissing
      ? `${param} is missing.`
      : isRepeated
        ? `${param} is given more than once.`
        : `${param}: ${describeIssue(issue)}.`,
    describeParameter(schema, param),
  )
}

/** The description of a parameter, as in the reference. */
export function describeParameter(schema: z.ZodObject, param: string): string {
  return `${param}: ${(schema.shape[param] as z.ZodType).description ?? 'see the reference'}`
}

/** Characters of a client's text that are repeated in a message. */
const MAX_ECHO = 60

/** A client's text in quotes, cut to `MAX_ECHO` characters. */
export function quote(text: string): string {
  return JSON.stringify(text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO)}...` : text)
}

function unknownParameter(name: string, allowed: string[]) {
  const near = likelyParameter(name.slice(0, MAX_ECHO), allowed)
  const list = allowed.length > 0 ? `Allowed: ${allowed.join(', ')}.` : 'It takes no parameters.'
  const suggestion = near ? `Did you mean ${near}? ` : ''
  const param = name.slice(0, MAX_ECHO)
  return invalidRequest(param, `There is no parameter ${quote(name)} here.`, `${suggestion}${list}`)
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') return `must have at least ${issue.minimum} characters`
  if (issue.code === 'too_big') return `must have at most ${issue.maximum} characters`
  if (issue.code === 'invalid_value') return `must be ${issue.values.join(' or ')}`
  return issue.message
}
