import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { z } from 'zod'
import { pathOf } from '../../http/path-pattern.ts'
import { COMPONENTS } from '../../serve/schemas/components.ts'
import {
  type Described,
  type DescribedOperation,
  type DescribedResponse,
  operationAt,
  resolved,
  schemaNameOf,
} from './description.ts'

/** An answer as received: header names in lower case. */
export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Method and target of a request. */
export interface RequestLine {
  method: string
  /** As sent, from the first slash on. */
  target: string
}

/** Headers of the transport, on any answer. */
const TRANSPORT = ['date', 'connection', 'keep-alive', 'content-length', 'content-type']
/** On every answer, for browsers. A page has a policy of its own. */
const SAFETY: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^(same-origin|no-referrer)$/,
  'x-frame-options': /^DENY$/,
  'content-security-policy': /^default-src 'none';.* frame-ancestors 'none'$/,
}
/** Headers of every answer to a request that the parser accepted. */
const OF_REQUESTS = ['cross-origin-resource-policy']
/** Headers of the answer to a preflight. */
const PREFLIGHT = [
  'allow',
  'cache-control',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-max-age',
]
/** Statuses of paths without an operation, except the map page's: redirects and client errors. */
const OUTSIDE_OPERATIONS = [302, 400, 404, 405, 414, 431]

/** Compares every answer with the description, and remembers which statuses were seen. */
export class DescribedAnswers {
  /** Statuses by the id of their operation; `none` for paths that the description does not have. */
  readonly seen = new Map<string, Set<number>>()
  private readonly described: Described
  private readonly ajv: Ajv2020

  constructor(described: Described) {
    this.described = described
    this.ajv = ajvOf(described.components.schemas)
  }

  /**
   * Lists what is wrong with an answer, in sentences. `thorough` parses the body with zod as well.
   */
  problemsOf({ method, target }: RequestLine, answer: Answer, thorough = false): string[] {
    const operation = operationAt(this.described, target)
    const { status } = answer
    if (operation && method === 'OPTIONS' && status === 204) return this.preflightProblems(answer)
    const id = operation?.operationId ?? 'none'
    this.seen.set(id, (this.seen.get(id) ?? new Set()).add(status))
    const general = [
      ...(status === 500 ? ['it failed'] : []),
      ...(requestIdOf(answer) ? [] : ['it has no X-Request-Id']),
      ...safetyProblems(answer),
      ...(status >= 400 ? this.errorProblems(method, answer) : []),
    ]
    if (!operation) {
      const isPage = status === 200 && pathOf(target) === '/'
      const isKnown = isPage || OUTSIDE_OPERATIONS.includes(status)
      return isKnown ? general : [...general, `${status} of a path that is not described`]
    }
    const response = resolved(this.described, operation.responses[status])
    if (!response) return [...general, `${id} does not document ${status}`]
    const body = method === 'HEAD' ? undefined : answer.body
    return [
      ...general,
      ...this.headerProblems(response, answer),
      ...this.bodyProblems(operation, response, answer, body, thorough),
    ]
  }

  /** Problems of a 204, the answer to a preflight from a page of another origin. */
  private preflightProblems(answer: Answer): string[] {
    const missing = PREFLIGHT.filter((name) => answer.headers[name] === undefined)
    return [
      ...safetyProblems(answer),
      ...missing.map((name) => `a preflight without ${name}`),
      ...(answer.body.length > 0 ? ['204 has a body'] : []),
    ]
  }

  private errorProblems(method: string, { status, headers, body }: Answer): string[] {
    if (method === 'HEAD') return body.length === 0 ? [] : ['HEAD has a body']
    const validate = this.validator('ErrorObject')
    const json = parsed(body)
    if (!validate(json)) return ['the body is not an error object']
    const { error } = json as { error: Record<string, string> }
    const hasMessage = status >= 500 || status === 408 || /\S/.test(error.message)
    return [
      ...(error.request_id === headers['x-request-id'] ? [] : ['request_id is not the header']),
      ...(headers['cache-control'] === 'no-store' ? [] : ['the error may be stored']),
      ...(hasMessage ? [] : ['the error has no message']),
    ]
  }

  private headerProblems({ headers: documented = {} }: DescribedResponse, answer: Answer) {
    const problems: string[] = []
    const names = new Set([...TRANSPORT, ...Object.keys(SAFETY), ...OF_REQUESTS])
    for (const [name, reference] of Object.entries(documented)) {
      const { required, schema } = resolved(this.described, reference)!
      const value = answer.headers[name.toLowerCase()]
      names.add(name.toLowerCase())
      if (value === undefined && required) problems.push(`it has no ${name}`)
      if (value === undefined) continue
      const read = schema?.type === 'integer' ? Number(value) : value
      if (!this.ajv.validate(schema ?? {}, read)) problems.push(`${name} is ${value}`)
    }
    const others = Object.keys(answer.headers).filter((name) => !names.has(name))
    return [...problems, ...others.map((name) => `${name} is not documented`)]
  }

  private bodyProblems(
    operation: DescribedOperation,
    response: DescribedResponse,
    { status, headers }: Answer,
    body: Buffer | undefined,
    thorough: boolean,
  ): string[] {
    if (!response.content) return body?.length ? [`${status} has a body`] : []
    const type = `${headers['content-type']}`.split(';')[0]
    if (!(type in response.content)) return [`${type} is not documented for ${status}`]
    if (body === undefined) return []
    const length = Number(headers['content-length'])
    if (body.length !== length) return [`${body.length} bytes came of ${length}`]
    const name = schemaNameOf(response.content[type])
    if (!name || name === 'ErrorObject') return body.length > 0 ? [] : ['the body is empty']
    const json = parsed(decoded(body, headers['content-encoding']))
    const validate = this.validator(name)
    if (!validate(json)) {
      const [{ instancePath, message, params }] = validate.errors!
      return [`${operation.operationId}: ${instancePath} ${message} ${JSON.stringify(params)}`]
    }
    if (!thorough) return []
    const read = (COMPONENTS as Record<string, z.ZodType>)[name].safeParse(json)
    return read.success && isDeepStrictEqual(read.data, json) ? [] : ['zod reads it otherwise']
  }

  private validator(name: string): ValidateFunction {
    return this.ajv.getSchema(`described:#/components/schemas/${name}`)!
  }
}

/** By the schemas, which test files of a worker share: to compile all of them takes 0.7 s. */
const known = new Map<string, Ajv2020>()

function ajvOf(schemas: unknown): Ajv2020 {
  const key = JSON.stringify(schemas)
  const made = known.get(key)
  if (made) return made
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'described:', components: { schemas: closed(schemas) } })
  known.set(key, ajv)
  return ajv
}

function safetyProblems({ headers }: Answer): string[] {
  return Object.entries(SAFETY)
    .filter(([name, pattern]) => !pattern.test(`${headers[name]}`))
    .map(([name]) => `${name} is ${headers[name]}`)
}

function requestIdOf({ headers }: Answer): boolean {
  return /^[A-Za-z0-9._-]{1,64}$/.test(`${headers['x-request-id'] ?? ''}`)
}

/** The bytes that were compressed. Throws for a coding that is not the one of the bytes. */
function decoded(body: Buffer, coding: string | string[] | undefined): Buffer {
  if (coding === 'br') return brotliDecompressSync(body)
  return coding === 'gzip' ? gunzipSync(body) : body
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/**
 * The schema with every object of known fields closed: a field that is not documented breaks it.
 */
export function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (schema === null || typeof schema !== 'object') return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, each]) => [key, closed(each)]))
  const isOpen = 'properties' in copy && copy.type === 'object' && !('additionalProperties' in copy)
  return isOpen ? { ...copy, additionalProperties: false } : copy
}
