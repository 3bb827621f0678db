import { z } from 'zod'
import { codeOf, ERROR_STATUSES, type ErrorStatus, STATUS_MEANINGS } from './error-codes.ts'
import type { RequestHeader, RouteAnswer, ServiceRoute } from './route.ts'
import { COMPONENTS } from './schemas/components.ts'

type Json = Record<string, unknown>

/** Errors that any path may answer. */
const EVERYWHERE: ErrorStatus[] = [405, 500]

/** The OpenAPI 3.1 description of the routes; schemas are the zod schemas of `schemas/`. */
export function openApiDocument(routes: ServiceRoute[], baseUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plat location dossier service',
      version: '1.0.0',
      description:
        'What is known at one spot, from a pinned build. Fields, sections, layers and enum values ' +
        'may be added without a version: ignore what you do not know.',
    },
    servers: [{ url: baseUrl }],
    paths: Object.fromEntries(routes.map((route) => [route.path, { get: operationOf(route) }])),
    components: {
      schemas: componentSchemas(),
      headers: HEADERS,
      responses: Object.fromEntries(ERROR_STATUSES.map((s) => [`Error${s}`, errorResponse(s)])),
    },
  }
}

const HEADERS = {
  'X-Request-Id': {
    description: "The client's own X-Request-Id if it is 1 to 64 of A-Z a-z 0-9 . _ -, else ours.",
    required: true,
    schema: { type: 'string' },
  },
  'Cache-Control': { description: 'How long to keep the answer.', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds to wait.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  ETag: {
    description: 'Names these bytes: for `If-None-Match` and `If-Range`.',
    required: true,
    schema: { type: 'string' },
  },
  Vary: { description: 'What it depends on.', required: true, schema: { type: 'string' } },
  'Content-Encoding': {
    description: '`gzip`, or absent.',
    schema: { type: 'string' },
  },
  'Accept-Ranges': { description: '`bytes`.', required: true, schema: { type: 'string' } },
  'Content-Range': {
    description: 'Which bytes of how many: `bytes 0-126/4096`, of a 416 `bytes */4096`.',
    required: true,
    schema: { type: 'string' },
  },
  'Access-Control-Allow-Origin': {
    description: '`*`: pages of any origin may read it.',
    required: true,
    schema: { type: 'string' },
  },
  Allow: { description: 'The methods it knows.', required: true, schema: { type: 'string' } },
}

/** Request headers that some paths read. */
const REQUEST_HEADERS: Record<RequestHeader, string> = {
  Range: 'One range of bytes: `bytes=0-126`, `bytes=100-`, `bytes=-100`.',
  'If-Range': 'An `ETag`: the range holds for that file only, else the whole is answered.',
  'If-None-Match': 'An `ETag` of an answer that the client has: 304 where it is still right.',
  'Accept-Encoding': '`gzip` or not.',
}

function operationOf(route: ServiceRoute): Json {
  const { operationId, summary, description, failures, answer, query, params = {} } = route
  const errors = [...failures, ...EVERYWHERE].sort((a, b) => a - b)
  return {
    operationId,
    summary,
    description,
    parameters: [
      ...Object.entries(params).map(([name, about]) => ({
        name,
        in: 'path',
        required: true,
        description: about,
        schema: { type: 'string' },
      })),
      ...Object.entries(query.shape).map(([name, schema]) => queryParameter(name, schema)),
      {
        name: 'X-Request-Id',
        in: 'header',
        description: 'An id of your own, 1 to 64 of A-Z a-z 0-9 . _ -; it comes back.',
        schema: { type: 'string' },
      },
      ...requestHeaders(route).map((name) => ({
        name,
        in: 'header',
        description: REQUEST_HEADERS[name],
        schema: { type: 'string' },
      })),
    ],
    responses: {
      200: {
        description: answer.description,
        headers: headers(...answerHeaders(route)),
        content: contentOf(answer),
      },
      ...otherResponses(route),
      ...Object.fromEntries(errors.map((status) => [status, ref('responses', `Error${status}`)])),
    },
  }
}

function contentOf(answer: RouteAnswer): Json {
  if ('schema' in answer)
    return {
      [answer.mediaType ?? 'application/json']: { schema: ref('schemas', answer.schema) },
    }
  // Bytes have no schema in OpenAPI 3.1 but their media type.
  return 'page' in answer
    ? { [answer.page]: { schema: { type: 'string' } } }
    : { [answer.bytes]: {} }
}

function requestHeaders({ reads = [], hasTag }: ServiceRoute): RequestHeader[] {
  return hasTag ? ['If-None-Match', ...reads] : reads
}

function answerHeaders({ headers = [], hasTag, isOpen }: ServiceRoute): string[] {
  return [
    'X-Request-Id',
    'Cache-Control',
    ...(hasTag ? ['ETag'] : []),
    ...headers,
    ...(isOpen ? ['Access-Control-Allow-Origin'] : []),
  ]
}

/** Responses that are no errors: only 206 has a body, of which only it says the range. */
function otherResponses(route: ServiceRoute): Json {
  const { answer, hasTag } = route
  const others = { ...route.others, ...(hasTag && { 304: 'As `If-None-Match` has it.' }) }
  return Object.fromEntries(
    Object.entries(others).map(([status, description]) => {
      const isPart = status === '206'
      const names = isPart ? [...answerHeaders(route), 'Content-Range'] : answerHeaders(route)
      const content = isPart && { content: contentOf(answer) }
      return [status, { description, headers: headers(...names), ...content }]
    }),
  )
}

function queryParameter(name: string, field: z.core.$ZodType): Json {
  const { $schema, description, ...schema } = jsonSchema(field as z.ZodType)
  const required = !(field as z.ZodType).safeParse(undefined).success
  return { name, in: 'query', required, description, schema }
}

/** Headers that an error has beside the request's id. */
const EXTRA_HEADERS: Partial<Record<ErrorStatus, string[]>> = {
  405: ['Allow'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

function errorResponse(status: ErrorStatus): Json {
  const extra = EXTRA_HEADERS[status] ?? []
  return {
    description: `\`${codeOf(status)}\`: ${STATUS_MEANINGS[status]}`,
    headers: headers('X-Request-Id', ...extra),
    content: { 'application/json': { schema: ref('schemas', 'ErrorObject') } },
  }
}

function headers(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]))
}

function ref(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}

/** `io: 'input'`: output mode would close objects, and the interface may grow. */
function jsonSchema(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { io: 'input' })
}

function componentSchemas(): Json {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(COMPONENTS)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]),
  )
}
