import { z } from 'zod'
import { codeOf, type ErrorStatus, STATUS_MEANINGS } from '../http/error-codes.ts'
import type { RequestHeader } from '../routes/route.ts'
import { COMPONENTS, PARTS } from '../schemas/components.ts'

export type Json = Record<string, unknown>

export const HEADERS: Record<string, Json> = {
  'X-Request-Id': {
    description: "The client's own X-Request-Id if it is 1 to 64 of A-Z a-z 0-9 . _ -, else ours.",
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  'Cache-Control': {
    description: 'How long to keep the answer.',
    required: true,
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  ETag: {
    description: 'Names these bytes: for `If-None-Match`, `If-Match` and `If-Range`.',
    required: true,
    schema: { type: 'string' },
  },
  Vary: { description: 'What it depends on.', required: true, schema: { type: 'string' } },
  'Content-Encoding': {
    description: '`gzip`, or absent.',
    schema: { type: 'string', enum: ['gzip'] },
  },
  'Accept-Ranges': {
    description: '`bytes`.',
    required: true,
    schema: { type: 'string', enum: ['bytes'] },
  },
  'Content-Range': {
    description: 'Which bytes of how many: `bytes 0-126/4096`, of a 416 `bytes */4096`.',
    required: true,
    schema: { type: 'string', pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$' },
  },
  'Access-Control-Allow-Origin': {
    description: '`*`: pages of any origin may read it.',
    required: true,
    schema: { type: 'string', enum: ['*'] },
  },
  'Access-Control-Expose-Headers': {
    description: 'Headers that such a page may read.',
    required: true,
    schema: { type: 'string' },
  },
  'Content-Security-Policy': {
    description: 'The page loads nothing, and asks this service only.',
    required: true,
    schema: { type: 'string' },
  },
  Allow: {
    description: 'The methods it knows.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' },
  },
  'WWW-Authenticate': {
    description: 'What is wrong with the key (RFC 6750): `Bearer` alone where none was sent.',
    required: true,
    schema: { type: 'string', pattern: '^Bearer( error="(invalid_token|insufficient_scope)".*)?$' },
  },
  'RateLimit-Limit': {
    description: 'Requests that the key may make in any 60 seconds.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'RateLimit-Remaining': {
    description: 'How many of them are left after this one.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
}

/** How a key is sent: in one of two headers. */
export const SECURITY_SCHEMES: Record<string, Json> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A map key, which begins with `sk_map_`: `Authorization: Bearer <key>`.',
  },
  api_key: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same key as a header of its own.',
  },
}

/** Request headers that some paths read. What is no such text is ignored, never refused. */
export const REQUEST_HEADERS: Record<RequestHeader, { description: string; example: string }> = {
  Range: {
    description: 'One range of bytes: `bytes=0-126`, `bytes=100-`, `bytes=-100`.',
    example: 'bytes=0-126',
  },
  'If-Range': {
    description: 'An `ETag`: the range holds for that file only, else the whole is answered.',
    example: '"5a1165e3"',
  },
  'If-Match': {
    description: 'An `ETag`: 412 where the answer has another.',
    example: '"5a1165e3"',
  },
  'If-None-Match': {
    description: 'An `ETag` of an answer that the client has: 304 where it is still right.',
    example: '"5a1165e3"',
  },
  'Accept-Encoding': { description: '`gzip` or not.', example: 'gzip' },
}

/** Headers that an error has beside the request's id. */
const EXTRA_HEADERS: Partial<Record<ErrorStatus, string[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  405: ['Allow'],
  416: ['Content-Range'],
  429: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining'],
  503: ['Retry-After'],
}

export function errorHeaders(status: ErrorStatus): string[] {
  return ['X-Request-Id', 'Cache-Control', ...(EXTRA_HEADERS[status] ?? [])]
}

/** Headers of errors that came as far as they are set: what is no HTTP has none of them. */
const FURTHER_HEADERS = Object.fromEntries(
  [
    'Access-Control-Allow-Origin',
    'Access-Control-Expose-Headers',
    'RateLimit-Limit',
    'RateLimit-Remaining',
  ].map((name) => [name, { ...HEADERS[name], required: false }]),
)

/** The response that any path gives for an error. `example` is a body of it. */
export function errorResponse(status: ErrorStatus, example: unknown): Json {
  const schema = ref('schemas', 'ErrorObject')
  return {
    description: `\`${codeOf(status)}\`: ${STATUS_MEANINGS[status]}`,
    headers: { ...FURTHER_HEADERS, ...headerRefs(errorHeaders(status)) },
    content: {
      'application/json': { schema, ...(example !== undefined && { example }) },
    },
  }
}

export function headerRefs(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]))
}

export function ref(kind: 'schemas' | 'headers' | 'responses', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}

/** `io: 'input'`: output mode would close objects, and the interface may grow. */
export function jsonSchema(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}

/** Every body and named part, each under its own name. */
export function componentSchemas(): Json {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries({ ...COMPONENTS, ...PARTS }))
    registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override({ jsonSchema }) {
      // The largest number that JavaScript counts exactly is no bound of ours.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]),
  )
}
