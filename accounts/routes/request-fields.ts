import type { z } from 'zod'
import { AccountError, wrongField } from './account-error.ts'

/** A body is an object of a few plain values. */
const BODY_BYTES_MAX = 16_384
const DEPTH_MAX = 4

/** Parses a JSON body by its schema. Throws `AccountError` 400 that names the field, or 413. */
export function readBody<T>(schema: z.ZodType<T>, text: string | null): T {
  if (Buffer.byteLength(text ?? '') > BODY_BYTES_MAX)
    throw new AccountError(413, 'The body is too large.', {
      hint: `At most ${BODY_BYTES_MAX} bytes.`,
    })
  // A request without a body has no fields.
  const body = text === null || text === '' ? {} : parse(text)
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new AccountError(400, 'The body is not a JSON object.', {
      hint: 'Send {"field": value}.',
    })
  return readFields(schema, body)
}

/** Parses a query by its schema. A field that comes twice is an error. */
export function readQuery<T>(schema: z.ZodType<T>, query: URLSearchParams): T {
  const fields: Record<string, string> = {}
  for (const [name, value] of query) {
    if (Object.hasOwn(fields, name))
      throw wrongField(name, `The parameter ${quote(name)} comes twice.`, 'Send it once.')
    Object.defineProperty(fields, name, { value, enumerable: true })
  }
  return readFields(schema, fields)
}

function readFields<T>(schema: z.ZodType<T>, fields: object): T {
  // Zod would ignore a field `__proto__`.
  if (Object.hasOwn(fields, '__proto__')) throw unknownField('__proto__')
  const read = schema.safeParse(fields)
  if (read.success) return read.data
  const [issue] = read.error.issues
  // The name of a list, and the path to a field of an object: `scopes`, `data.name`.
  const path = issue.path.filter((part) => typeof part === 'string')
  if (issue.code === 'unrecognized_keys') throw unknownField([...path, issue.keys[0]].join('.'))
  const param = path.join('.') || 'body'
  const isMissing = issue.path.length === 1 && !Object.hasOwn(fields, param)
  throw wrongField(
    param,
    `The field ${param} is ${isMissing ? 'missing' : 'wrong'}.`,
    issue.message,
  )
}

function parse(text: string): unknown {
  if (isDeep(text))
    throw new AccountError(400, 'The body is nested too deeply.', {
      hint: `At most ${DEPTH_MAX} levels.`,
    })
  try {
    return JSON.parse(text)
  } catch {
    // The parser's message quotes the body, which may hold a password.
    throw new AccountError(400, 'The body is not JSON.', { hint: 'Send {"field": value}.' })
  }
}

/**
 * True when brackets outside of strings are nested deeper than allowed. One pass, because a regular
 * expression takes quadratic time on a string without an end.
 */
function isDeep(text: string): boolean {
  let depth = 0
  let isString = false
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (isString && character === '\\') i++
    else if (character === '"') isString = !isString
    else if (isString) continue
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    if (depth > DEPTH_MAX) return true
  }
  return false
}

function unknownField(name: string): AccountError {
  return wrongField(name, `There is no field ${quote(name)}.`, 'Leave it out.')
}

/** Quotes a name of the request, shortened. */
function quote(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}...` : name)
}
