import { z } from 'zod'
import { nearestWord } from '../../terminal/nearest-word.ts'
import { CoordinateError, isSwappedPair, parseDegrees } from '../../values/coordinate.ts'
import { invalidRequest } from './error-codes.ts'

/** For routes without parameters. */
export const NoQuery = z.strictObject({})

/** true or false, false when absent. */
export const flag = z.enum(['true', 'false']).default('false')

/** Text of so many characters. One beyond U+FFFF counts once, as JSON Schema counts. */
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

// What follows tells the reference how a text must look. Their routes read it, and refuse it.

const DECIMAL = '\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)\\s*'

/** So many decimal numbers with commas between. */
export function decimals(...examples: [string, ...string[]]): z.ZodString {
  const parts = examples[0].split(',').map(() => DECIMAL)
  return z.string().meta({ pattern: `^${parts.join(',')}$`, examples })
}

/** One or more of these names with commas between. */
export function namesAmong(names: readonly string[], ...examples: string[]): z.ZodString {
  const name = `\\s*(${names.join('|')})\\s*`
  return z.string().meta({ pattern: `^${name}(,${name})*$`, examples })
}

/** A whole number in decimal digits. */
export function wholeNumber(minimum: number, maximum: number, byDefault?: number): z.ZodString {
  const preset = byDefault === undefined ? {} : { default: byDefault }
  return z.string().meta({ type: 'integer', minimum, maximum, ...preset })
}

/** Decimal degrees of a parameter. Throws `ApiError` 400 with the hint. */
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

/** The hint for a latitude that is refused, with the pair exchanged where that is a point. */
export function unswapped(hint: string, lat: string, lng: string): string {
  return isSwappedPair(lat, lng) ? `${hint}. Is ${lng.trim()},${lat.trim()} the point?` : hint
}

/** A `limit` of at most three digits. Throws `ApiError` 400 with the hint. */
export function parseLimit(text: string, most: number, hint: string): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= most) return limit
  throw invalidRequest('limit', `${quote(text)} is no number from 1 to ${most}.`, hint)
}

/** `latitude,longitude` of a parameter. Throws `ApiError` 400 with the hint. */
export function parsePoint(
  text: string,
  param: string,
  hint: string,
): { lat: number; lng: number } {
  const parts = text.split(',', 3)
  if (parts.length !== 2)
    throw invalidRequest(param, `${quote(text)} is not two numbers and a comma.`, hint)
  const [lat, lng] = parts.map((part) => part.trim())
  return {
    lat: parseCoordinate(lat, 'lat', param, unswapped(hint, lat, lng)),
    lng: parseCoordinate(lng, 'lng', param, hint),
  }
}

/**
 * Checks a parsed query string against a strict schema. Throws `ApiError` 400 that names the first
 * wrong parameter; the schema's own description of the parameter is the hint.
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

/** What a parameter is, as the reference says it. */
export function describeParameter(schema: z.ZodObject, param: string): string {
  return `${param}: ${(schema.shape[param] as z.ZodType).description ?? 'see the reference'}`
}

/** Echoes of what a client sent are cut here. */
const MAX_ECHO = 60

/** A client's own text, quoted and cut. */
export function quote(text: string): string {
  return JSON.stringify(text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO)}...` : text)
}

function unknownParameter(name: string, allowed: string[]) {
  const near = nearestWord(name.slice(0, MAX_ECHO), allowed)
  const list = allowed.length > 0 ? `Allowed: ${allowed.join(', ')}.` : 'It takes no parameters.'
  const meant = near ? `Did you mean ${near}? ` : ''
  const param = name.slice(0, MAX_ECHO)
  return invalidRequest(param, `There is no parameter ${quote(name)} here.`, `${meant}${list}`)
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') return `must have at least ${issue.minimum} characters`
  if (issue.code === 'too_big') return `must have at most ${issue.maximum} characters`
  if (issue.code === 'invalid_value') return `must be ${issue.values.join(' or ')}`
  return issue.message
}
