import { z } from 'zod'
import { codeOf, ERROR_STATUSES, type ErrorStatus, STATUS_MEANINGS } from './error-codes.ts'
import type { ServiceRoute } from './route.ts'
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
  Allow: { description: 'The methods it knows.', required: true, schema: { type: 'string' } },
}

function operationOf(route: ServiceRoute): Json {
  const { operationId, summary, description, failures, answer, query, params = {} } = route
  const content =
    'schema' in answer
      ? { 'application/json': { schema: ref('schemas', answer.schema) } }
      : { [answer.page]: { schema: { type: 'string' } } }
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
    ],
    responses: {
      200: {
        description: answer.description,
        headers: headers('X-Request-Id', 'Cache-Control'),
        content,
      },
      ...Object.fromEntries(errors.map((status) => [status, ref('responses', `Error${status}`)])),
    },
  }
}

function queryParameter(name: string, field: z.core.$ZodType): Json {
  const { $schema, description, ...schema } = jsonSchema(field as z.ZodType)
  return { name, in: 'query', required: false, description, schema }
}

function errorResponse(status: ErrorStatus): Json {
  const extra = status === 405 ? ['Allow'] : status === 429 || status === 503 ? ['Retry-After'] : []
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
