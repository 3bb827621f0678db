import { z } from 'zod'
import { hasLevels, TOO_DEEP } from '../scene/json-levels.ts'
import { isSafeText, safeText } from '../scene/safe-text.ts'
import { NAME_CHARACTERS_MAX, PAGE_MAX } from '../store/store-limits.ts'
import { invalidInput } from './architect-error.ts'

/** The form of ids of projects: no database has to look for others. */
export const PROJECT_ID = /^[\w-]{1,60}$/
/** Operations of one request. */
export const OPERATIONS_MAX = 200
/** Characters of an id that a client gives an operation. */
export const OPERATION_ID = /^[\w.:-]{1,128}$/
/** Rows of a page of a list unless another number is requested. */
export const PAGE_USUAL = 20
const DRAFT_VERSION_MAX = 1_000_000_000
/** The column has 32 bits. */
const VERSION_MAX = 999_999_999

export const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(least).max(most))

export const fields = {
  name: z
    .string()
    .min(1)
    .max(NAME_CHARACTERS_MAX)
    .refine((text) => safeText(text).trim() !== '', 'must have a visible character')
    .transform((text) => safeText(text).trim())
    .describe('Name of the project for people'),
  label: z
    .string()
    .max(NAME_CHARACTERS_MAX)
    .transform((text) => safeText(text).trim())
    .describe('Name of the version for people'),
  expectedVersion: z
    .int()
    .min(0)
    .max(DRAFT_VERSION_MAX)
    .describe('The request is refused when the draft is at another version'),
  operationId: z
    .string()
    .regex(OPERATION_ID)
    .describe('An id of yours: a repeated request with it gets the first answer'),
  id: z.string().regex(/^[\w-]{1,100}$/, 'is not an id'),
  number: z.int().min(1).max(VERSION_MAX),
  version: z.string().max(20).describe('`draft`, `latest`, `published` or a number'),
  limit: whole(1, PAGE_MAX).describe(
    `Rows of the page, up to ${PAGE_MAX}; ${PAGE_USUAL} if absent`,
  ),
  cursor: z.string().max(400).describe('`nextCursor` of the page before'),
  expectedVersionQuery: whole(0, DRAFT_VERSION_MAX).describe(
    'The request is refused when the draft is at another version',
  ),
  arguments: z.record(z.string(), z.unknown()).refine((given) => hasLevels(given), TOO_DEEP),
  text: z.string().max(NAME_CHARACTERS_MAX).refine(isSafeText, 'has control characters'),
}

/** A parsed query or body. Throws `ArchitectError` that names the field. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  whole: string,
): z.infer<Schema> {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const param = [...issue.path.map(String), ...(unknown === undefined ? [] : [unknown])].join('.')
  const problem =
    unknown === undefined
      ? issue.message.replace(/^Invalid input: /, '')
      : 'is not a field of this request'
  throw invalidInput(param || whole, `${param || `The ${whole}`}: ${problem}.`)
}

/** A cursor of a list: the values of its last row. */
export function encodeCursor(values: unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

export function decodeCursor<Values extends z.ZodType>(
  text: string,
  schema: Values,
  param = 'cursor',
): z.infer<Values> {
  try {
    return schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw invalidInput(param, 'The cursor is not one of this list: request the first page.')
  }
}
