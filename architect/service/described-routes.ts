import { z } from 'zod'
import type {
  DescribedAnswer,
  DescribedBody,
  DescribedOperation,
  DescribedRoutes,
  HeaderNames,
} from '../../http/reference/described-routes.ts'
import type { Json } from '../../http/reference/json.ts'
import { headerParameters, type Parameter } from '../../http/reference/parameter.ts'
import type { RequestHeader } from '../../http/reference/request-headers.ts'
import { ALL_CODES, type ErrorCode, meaningOf, statusOf } from '../projects/error-codes.ts'
import * as agentAnswers from './agent-answers.ts'
import * as answers from './answers.ts'
import {
  ANSWER_HEADERS,
  ERROR_HEADERS,
  EVENTS,
  GUIDE,
  HEADERS,
  KEY_HEADER,
  PATH_PARAMETERS,
  SECURITY_SCHEMES,
  TURN_HEADERS,
} from './described-parts.ts'
import type { AnswerHeader, SceneRoute } from './route.ts'
import { SCENE_ROUTES } from './routes/index.ts'
import { BODY_BYTES_MAX } from './service-limits.ts'

const { ErrorObject, ...BODIES } = answers
/** Bodies by the names that they have in the reference, where other parts have theirs. */
const SCHEMAS: Record<string, z.ZodType> = {
  ...BODIES,
  ...agentAnswers,
  ProjectsError: ErrorObject,
}
const NAMES = new Map(Object.entries(SCHEMAS).map(([name, schema]) => [schema, name]))

/** Codes of every route. */
const EVERYWHERE: ErrorCode[] = [
  'invalid_input',
  'request_timeout',
  'uri_too_long',
  'rate_limit_exceeded',
  'headers_too_large',
  'internal_error',
  'storage_failed',
  'service_unavailable',
]
/** Codes of every route that changes something. */
const OF_CHANGES: ErrorCode[] = ['forbidden', 'payload_too_large', 'unsupported_media_type']

/** Headers of some of the answers of their routes. */
const SOMETIMES: AnswerHeader[] = ['openai-poll-after-ms']

/** The routes of projects for the reference. */
export function describedProjects(): DescribedRoutes {
  return {
    tag: 'Projects',
    about: 'Buildings as projects: edits, versions, publishing, drawings and files.',
    guide: GUIDE,
    keyHeader: KEY_HEADER,
    securitySchemes: SECURITY_SCHEMES,
    schemas: schemas(),
    headers: HEADERS,
    operations: SCENE_ROUTES.map(operationOf),
    errors: {
      schema: 'ProjectsError',
      codes: ALL_CODES.map((code) => ({ code, status: statusOf(code), meaning: meaningOf(code) })),
      headers: ERROR_HEADERS,
    },
  }
}

function operationOf(route: SceneRoute): DescribedOperation {
  const { method, root, path, operationId, summary, description, scope, isOpen, isSigned } = route
  const withKey = Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [scope] }))
  return {
    method,
    ...(root && { root }),
    path,
    operationId,
    summary,
    description,
    security: isSigned ? [] : isOpen ? [{}, ...withKey] : withKey,
    parameters: parametersOf(route),
    body: bodyOf(route),
    answers: answersOf(route),
    codes: codesOf(route),
  }
}

function bodyOf(route: SceneRoute): DescribedBody | null {
  const { form, body = form, shownBody = body, bodyBytesMax = BODY_BYTES_MAX, bodyExample } = route
  if (!shownBody) return null
  return {
    mediaType: form ? 'multipart/form-data' : 'application/json',
    schema: inline(shownBody, 'input'),
    isRequired: !shownBody.safeParse(undefined).success,
    bytesMax: bodyBytesMax,
    ...(bodyExample !== undefined && { example: bodyExample }),
  }
}

function parametersOf(route: SceneRoute): Parameter[] {
  const { path, query, hasTag, heedsMatch, hasRanges, requestHeaders = [] } = route
  const inPath = [...path.matchAll(/{(\w+)}/g)].map(([, name]) => PATH_PARAMETERS[name])
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, field]): Parameter => {
    const { description = '', ...schema } = inline(field, 'output')
    const required = !field.safeParse(undefined).success
    const isList = schema.type === 'array'
    return {
      name,
      in: 'query',
      required,
      description: `${description}`,
      schema,
      ...(isList && { explode: false }),
    }
  })
  const reads: RequestHeader[] = [
    ...(hasTag || heedsMatch ? (['If-Match'] as const) : []),
    ...(hasTag ? (['If-None-Match'] as const) : []),
    ...(hasRanges ? (['Range', 'If-Range'] as const) : []),
  ]
  const ofTurns = requestHeaders.map((name) => TURN_HEADERS[name])
  return [...inPath, ...inQuery, ...ofTurns, ...headerParameters(reads)]
}

function answersOf(route: SceneRoute): DescribedAnswer[] {
  const { answer, isSigned, hasTag, hasRanges, hasEvents, mayBeBaking } = route
  const { status, description, schema, mediaTypes = [] } = answer
  const own = Object.fromEntries(
    (route.headers ?? []).flatMap((name): [string, boolean][] =>
      name === 'Which'
        ? [
            ['X-Svc-Version', false],
            ['X-Svc-Draft-Version', false],
          ]
        : [[name, !SOMETIMES.includes(name)]],
    ),
  )
  const { Location: _, 'Content-Disposition': __, ...versions } = own
  const limits: HeaderNames = isSigned
    ? {}
    : { 'RateLimit-Limit': true, 'RateLimit-Remaining': true }
  const tag: HeaderNames = hasTag ? { ETag: true } : {}
  const ranges: HeaderNames = hasRanges ? { 'Accept-Ranges': true } : {}
  const piecewise: HeaderNames = hasEvents ? { 'X-Accel-Buffering': false } : {}
  const headers = { ...ANSWER_HEADERS, ...limits, ...own, ...tag, ...ranges, ...piecewise }
  const bytes = Object.fromEntries(mediaTypes.map((type) => [type, null]))
  const events: DescribedAnswer['content'] = hasEvents ? { 'text/event-stream': EVENTS } : {}
  const content = schema ? { 'application/json': refOf(schema), ...events } : bytes
  const found: DescribedAnswer[] = [{ status, description, headers, content }]
  if (mayBeBaking)
    found.push({
      status: 202,
      description: 'The file is being made: try again after `Retry-After` seconds.',
      headers: { ...ANSWER_HEADERS, ...limits, ...versions, 'Retry-After': true },
      content: { 'application/json': refOf(answers.Baking) },
    })
  if (hasRanges)
    found.push({
      status: 206,
      description: 'The range of the file.',
      headers: { ...headers, 'Content-Range': true },
      content,
    })
  if (hasTag)
    found.push({
      status: 304,
      description: 'The answer still matches `If-None-Match`.',
      headers,
      content: {},
    })
  return found
}

/** The codes of a route, with those of every route of its kind. */
function codesOf(route: SceneRoute): ErrorCode[] {
  const { method, isSigned, hidesScope, hasTag, heedsMatch, hasRanges, codes } = route
  const all: ErrorCode[] = [
    ...EVERYWHERE,
    ...(isSigned ? [] : (['invalid_api_key'] as const)),
    ...(isSigned || hidesScope ? [] : (['insufficient_scope'] as const)),
    ...(method === 'GET' ? [] : OF_CHANGES),
    ...(hasTag || heedsMatch ? (['precondition_failed'] as const) : []),
    ...(hasRanges ? (['range_not_satisfiable'] as const) : []),
    ...codes,
  ]
  return [...new Set(all)]
}

function refOf(schema: z.ZodType): Json {
  const name = NAMES.get(schema)
  return name === undefined ? inline(schema, 'input') : reference(name)
}

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** The JSON Schema of a part; `io: 'output'` is a query as it is parsed. */
function inline(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, override: withoutSafeBounds })
  return rest
}

/** Zod sets these bounds for integers; they are not limits of the API. */
function withoutSafeBounds({ jsonSchema }: { jsonSchema: Json }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

function schemas(): Record<string, Json> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id })
  const made = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: withoutSafeBounds,
  })
  return Object.fromEntries(
    Object.entries(made.schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  )
}
