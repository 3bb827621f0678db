import type { z } from 'zod'
import type { ErrorStatus } from '../../http/error-codes.ts'
import { type DescribedParts, describedParts } from '../../http/reference/described-openapi.ts'
import { describedGuide } from '../../http/reference/described-text.ts'
import type { Json } from '../../http/reference/json.ts'
import { headerParameters, type Parameter } from '../../http/reference/parameter.ts'
import type { RequestHeader } from '../../http/reference/request-headers.ts'
import { REQUEST_TIMEOUT_MS } from '../../http/request-limits.ts'
import {
  isCoded,
  methodOf,
  type RouteAnswer,
  type RouteBody,
  type ServiceRoute,
  TAGS,
} from '../routes/route.ts'
import {
  componentSchemas,
  errorResponse,
  HEADERS,
  headerRefs,
  jsonSchema,
  ref,
  SECURITY_SCHEMES,
} from './openapi-components.ts'
import type { Reference, ReferenceExample } from './reference.ts'

/** Errors of any path. */
const EVERYWHERE: ErrorStatus[] = [400, 405, 414, 431, 500]
/** Errors of any path that needs a key: 503 when keys cannot be checked. */
const WITH_KEY: ErrorStatus[] = [401, 403, 429, 503]

const ABOUT = `Property and land facts for any point, from one pinned build of public geodata.

Every path under \`/v1\` except health needs an API key, sent as \`Authorization: Bearer <key>\` or as \`x-api-key: <key>\`. A signed-in person creates one in the account dialog of the map page; it is shown once and begins with \`sk_map_\`.

New fields, sections, layers and enum values may be added without a new version: ignore unknown ones. The paths under \`/v1\` support GET and HEAD, or POST where they read a body, and OPTIONS with 204. Pages of any origin may read responses, with a key. A request that is incomplete after ${REQUEST_TIMEOUT_MS / 1000} seconds is answered with 408, one that is not valid HTTP with 400, both with the error object.`

/** The OpenAPI 3.1 document of the routes. Its schemas are the zod schemas of `schemas/`. */
export function openApiDocument(
  { routes, examples, failures, described }: Reference,
  serverUrl: string,
): Json {
  const parts = described.map((each) => describedParts(each, serverUrl))
  const further = (kind: keyof DescribedParts['components']) =>
    Object.assign({}, ...parts.map(({ components }) => components[kind]))
  const statuses = [...new Set(routes.flatMap(errorsOf))].sort((a, b) => a - b)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plat location dossier service',
      version: '1.0.0',
      description: [ABOUT, ...described.map(describedGuide)].join('\n\n'),
    },
    servers: [{ url: serverUrl }],
    externalDocs: { url: `${serverUrl}/docs`, description: 'The same documentation as a page' },
    tags: [
      ...Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      ...parts.map(({ tag }) => tag),
    ],
    paths: joined([
      Object.fromEntries(
        routes.map((route) => [
          route.path,
          { [methodOf(route).toLowerCase()]: operationOf(route, examples.get(route.operationId)) },
        ]),
      ),
      ...parts.map(({ paths }) => paths),
    ]),
    components: {
      securitySchemes: { ...SECURITY_SCHEMES, ...further('securitySchemes') },
      schemas: { ...componentSchemas(), ...further('schemas') },
      headers: { ...HEADERS, ...further('headers') },
      responses: {
        ...Object.fromEntries(
          statuses.map((status) => [`Error${status}`, errorResponse(status, failures.get(status))]),
        ),
        ...further('responses'),
      },
    },
  }
}

/** All paths. Throws where two parts have the same one: the document knows a path by its name. */
function joined(parts: Record<string, Json>[]): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const [path, item] of parts.flatMap((part) => Object.entries(part))) {
    if (Object.hasOwn(paths, path)) throw new Error(`the path ${path} is described twice`)
    paths[path] = item
  }
  return paths
}

/** Statuses of all errors of a path, including those of every path. */
export function errorsOf({ failures, isOpen, entityTag, body }: ServiceRoute): ErrorStatus[] {
  const withTag: ErrorStatus[] = entityTag ? [412] : []
  const withBody: ErrorStatus[] = body ? [413, 415] : []
  const all = [...failures, ...EVERYWHERE, ...withTag, ...withBody, ...(isOpen ? [] : WITH_KEY)]
  return [...new Set(all)].sort((a, b) => a - b)
}

function operationOf(route: ServiceRoute, examples: ReferenceExample[] = []): Json {
  const { operationId, tag, summary, description, answer } = route
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: route.isOpen ? [] : Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
    parameters: parametersOf(route),
    ...(route.body && { requestBody: requestBodyOf(route.body, examples) }),
    responses: {
      200: {
        description: answer.description,
        headers: headerRefs(answerHeaders(route)),
        content: contentOf(answer, examples),
      },
      ...otherResponses(route),
      ...Object.fromEntries(
        errorsOf(route).map((status) => [status, ref('responses', `Error${status}`)]),
      ),
    },
  }
}

function requestBodyOf({ schema, bytesMax }: RouteBody, shown: ReferenceExample[]): Json {
  const examples = Object.fromEntries(
    shown.map(({ title, sent }, i) => [`example${i + 1}`, { summary: title, value: sent }]),
  )
  return {
    description: `JSON, at most ${bytesMax.toLocaleString('en-US')} bytes.`,
    required: true,
    content: {
      'application/json': { schema: jsonSchema(schema), ...(shown.length > 0 && { examples }) },
    },
  }
}

export function parametersOf(route: ServiceRoute): Parameter[] {
  const fieldsOf = (place: 'path' | 'query', object?: z.ZodObject) =>
    Object.entries(object?.shape ?? {}).map(([name, field]): Parameter => {
      const { description, ...schema } = jsonSchema(field as z.ZodType)
      const required = !(field as z.ZodType).safeParse(undefined).success
      return { name, in: place, required, description: `${description}`, schema }
    })
  return [
    ...fieldsOf('path', route.params),
    ...fieldsOf('query', route.query),
    ...headerParameters(requestHeaders(route)),
  ]
}

function contentOf(answer: RouteAnswer, allExamples: ReferenceExample[] = []): Json {
  if ('schema' in answer) {
    const shown = allExamples.filter(({ status }) => status === 200)
    const examples = Object.fromEntries(
      shown.map(({ title, method, url, body }, i) => [
        `example${i + 1}`,
        { summary: title, description: `${method} ${url}`, value: body },
      ]),
    )
    const content = { schema: ref('schemas', answer.schema), ...(shown.length > 0 && { examples }) }
    return { [answer.mediaType ?? 'application/json']: content }
  }
  // In OpenAPI 3.1 bytes have a media type and no schema.
  return 'page' in answer
    ? { [answer.page]: { schema: { type: 'string' } } }
    : Object.fromEntries([answer.bytes, ...(answer.also ?? [])].map((type) => [type, {}]))
}

function requestHeaders({ reads = [], entityTag, answer }: ServiceRoute): RequestHeader[] {
  const ofTag: RequestHeader[] = entityTag ? ['If-Match', 'If-None-Match'] : []
  return [...ofTag, ...reads, ...(isCoded(answer) ? (['Accept-Encoding'] as const) : [])]
}

/** Headers of all responses of a path that are not errors. */
export function answerHeaders({ headers = [], entityTag, isOpen, answer }: ServiceRoute): string[] {
  return [
    'X-Request-Id',
    'Cache-Control',
    ...(entityTag ? ['ETag'] : []),
    ...(isCoded(answer) ? ['Vary', 'Content-Encoding'] : []),
    ...headers,
    'Access-Control-Allow-Origin',
    'Access-Control-Expose-Headers',
    ...(isOpen ? [] : ['RateLimit-Limit', 'RateLimit-Remaining']),
  ]
}

/** Responses other than 200 that are not errors. Only 206 has a body, and states its range. */
function otherResponses(route: ServiceRoute): Json {
  return Object.fromEntries(
    othersOf(route).map(([status, description]) => {
      const isPart = status === '206'
      const names = isPart ? [...answerHeaders(route), 'Content-Range'] : answerHeaders(route)
      const content = isPart && { content: contentOf(route.answer) }
      return [status, { description, headers: headerRefs(names), ...content }]
    }),
  )
}

/** Meanings of the statuses other than 200 that are not errors. */
export function othersOf({ others, entityTag }: ServiceRoute): [status: string, meaning: string][] {
  return Object.entries({
    ...others,
    ...(entityTag && { 304: 'The response still matches `If-None-Match`.' }),
  })
}
