import { z } from 'zod'
import { KEY_LIMIT } from '../../accounts/admission/admission-limits.ts'
import { CODINGS } from '../../http/content-coding.ts'
import { codeOf, type ErrorStatus, STATUS_MEANINGS } from '../../http/error-codes.ts'
import type { Json } from '../../http/reference/json.ts'
import { CLIENT_ID } from '../../http/request-id.ts'
import { COMPONENTS, PARTS, SECTION_VARIANTS } from '../schemas/components.ts'

export const HEADERS: Record<string, Json> = {
  'X-Request-Id': {
    description:
      "The client's own X-Request-Id if it is 1 to 64 of A-Z a-z 0-9 . _ -, else a new id.",
    required: true,
    schema: { type: 'string', pattern: CLIENT_ID.source },
  },
  'Cache-Control': {
    description: 'How long the response may be cached.',
    required: true,
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  ETag: {
    description:
      'Entity tag of these bytes, for `If-None-Match`, `If-Match` and `If-Range`. A weak one, `W/"..."`, is of all but the members that differ in each response.',
    required: true,
    schema: { type: 'string' },
  },
  Vary: {
    description: 'Request headers on which the response depends.',
    required: true,
    schema: { type: 'string' },
  },
  'Content-Encoding': {
    description: 'How the body is compressed; absent where it is not.',
    schema: { type: 'string', enum: CODINGS },
  },
  'Accept-Ranges': {
    description: '`bytes`.',
    required: true,
    schema: { type: 'string', enum: ['bytes'] },
  },
  'Content-Range': {
    description: 'The range and the size: `bytes 0-126/4096`; for 416 `bytes */4096`.',
    required: true,
    schema: { type: 'string', pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$' },
  },
  'Access-Control-Allow-Origin': {
    description: '`*`: pages of any origin may read the response.',
    required: true,
    schema: { type: 'string', enum: ['*'] },
  },
  'Access-Control-Expose-Headers': {
    description: 'Headers that pages of other origins may read.',
    required: true,
    schema: { type: 'string' },
  },
  'Content-Security-Policy': {
    description: 'The page loads nothing, and sends requests to this service only.',
    required: true,
    schema: { type: 'string' },
  },
  'Content-Disposition': {
    description: 'A name for the file, of the title of the location.',
    required: true,
    schema: { type: 'string', pattern: '^(inline|attachment); filename="[\\w.-]+"$' },
  },
  Allow: {
    description: 'The supported methods.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' },
  },
  'WWW-Authenticate': {
    description: 'What is wrong with the key (RFC 6750): only `Bearer` where none was sent.',
    required: true,
    schema: { type: 'string', pattern: '^Bearer( error="(invalid_token|insufficient_scope)".*)?$' },
  },
  'RateLimit-Limit': {
    description: `Requests that the key may make in any ${KEY_LIMIT.window_ms / 1_000} seconds; of a tile, tiles.`,
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'RateLimit-Remaining': {
    description: 'Requests that are left after this one.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
}

/** The two headers in which a key may be sent. */
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
    description: 'The same key in a header of its own.',
  },
}

/** Headers of an error in addition to those of every error. */
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

/** Headers that most errors have, but not those for requests that are not valid HTTP. */
const FURTHER_HEADERS = Object.fromEntries(
  [
    'Access-Control-Allow-Origin',
    'Access-Control-Expose-Headers',
    'RateLimit-Limit',
    'RateLimit-Remaining',
  ].map((name) => [name, { ...HEADERS[name], required: false }]),
)

/** The response of any path for an error. `example` is an example body. */
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

/**
 * The JSON Schema of a zod schema. `io: 'input'` leaves objects open, since fields may be added.
 */
export function jsonSchema(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}

let written: Json | undefined

/** The schemas of all bodies and named parts, by name: written once, for every page and build. */
export function componentSchemas(): Json {
  written ??= writeSchemas()
  return written
}

function writeSchemas(): Json {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries({ ...COMPONENTS, ...PARTS }))
    registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override({ jsonSchema }) {
      // Zod sets these bounds for integers; they are not limits of the API.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [
      id,
      id in SECTION_VARIANTS ? { ...schema, discriminator: discriminatorOf(id) } : schema,
    ]),
  )
}

/** Generators of clients choose the variant by it: without a mapping they expect its name. */
function discriminatorOf(union: string): Json {
  const mapping = Object.entries(SECTION_VARIANTS[union]).map(([status, name]) => [
    status,
    `#/components/schemas/${name}`,
  ])
  return { propertyName: 'status', mapping: Object.fromEntries(mapping) }
}
