import { Ajv2020 } from 'ajv/dist/2020.js'
import type { LightMyRequestResponse } from 'fastify'
import { REFUSALS } from '../../architect/operations/refusal.ts'
import { closed } from './described-answers.ts'

type Json = Record<string, unknown>

interface DescribedHeader {
  required: boolean
  schema: Json
}

interface Response {
  $ref?: string
  description: string
  headers: Record<string, { $ref: string }>
  content?: Record<string, { schema?: Json }>
}

export interface ProjectOperation {
  operationId: string
  tags: string[]
  security: Json[]
  /** Of operations that are not below `/api`. */
  servers?: { url: string }[]
  parameters: { name: string; in: string; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> }
  responses: Record<string, Response>
}

export interface DescribedProjects {
  paths: Record<string, { servers?: { url: string }[] }>
  components: Record<string, Json>
}

/** Of every answer, and not of the contract: the transport, and safety in browsers. */
const GENERAL = [
  'date',
  'connection',
  'content-length',
  'content-type',
  'transfer-encoding',
  'x-content-type-options',
  'referrer-policy',
  'x-frame-options',
  'content-security-policy',
  'cross-origin-resource-policy',
]

/** Compares answers of the service of projects with the description of their operation. */
export class ProjectAnswers {
  /** Operations with the statuses that were seen. */
  readonly seen = new Map<string, Set<number>>()
  private readonly described: DescribedProjects
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false })
  private readonly references = new Map<string, Json>()
  private readonly closedSchemas = new Map<Json, Json>()

  constructor(described: DescribedProjects) {
    this.described = described
    const schemas = closed(described.components.schemas)
    this.ajv.addSchema({ $id: 'described:', components: { schemas } })
  }

  /** Lists what is wrong with an answer, in sentences. */
  problemsOf(
    { operationId, responses }: ProjectOperation,
    answer: LightMyRequestResponse,
  ): string[] {
    const status = answer.statusCode
    this.seen.set(operationId, (this.seen.get(operationId) ?? new Set()).add(status))
    const stated = responses[status]
    if (!stated) return [`${operationId} does not document ${status}: ${answer.body}`]
    const response = stated.$ref ? (this.find(stated.$ref) as unknown as Response) : stated
    const codes = status < 400 ? [] : this.codeProblems(stated.description, answer)
    return [
      ...codes,
      ...this.headerProblems(response, answer),
      ...this.bodyProblems(response, answer),
    ].map((problem) => `${operationId} ${status}: ${problem}`)
  }

  /** Problems of an error by its form alone, for requests of no operation. */
  errorProblems(answer: LightMyRequestResponse): string[] {
    const { statusCode, headers, body } = answer
    const { error } = JSON.parse(body)
    const schema = this.referenceTo('#/components/schemas/ProjectsError')
    const id = headers['request-id']
    return [
      this.ajv.validate(schema, { error }) ? '' : this.ajv.errorsText(),
      id && id === headers['x-request-id'] && id === error.request_id ? '' : 'the ids differ',
      headers['x-should-retry'] === `${statusCode === 429}` ? '' : 'x-should-retry is wrong',
      error.doc_url === `http://plat.example/docs#error-${error.code}` ? '' : error.doc_url,
    ].filter(Boolean)
  }

  private codeProblems(stated: string, answer: LightMyRequestResponse): string[] {
    const { code } = answer.json().error
    const isRefusal = code in REFUSALS && stated.includes('`edit_refused`')
    const problems = this.errorProblems(answer)
    return isRefusal || stated.includes(`\`${code}\``)
      ? problems
      : [...problems, `${code} is not documented`]
  }

  private headerProblems({ headers }: Response, answer: LightMyRequestResponse): string[] {
    const documented = Object.entries(headers).map(([name, { $ref }]) => {
      const { required, schema } = this.find($ref) as unknown as DescribedHeader
      return { name: name.toLowerCase(), required, schema }
    })
    const problems = documented.flatMap(({ name, required, schema }) => {
      const value = answer.headers[name]
      if (value === undefined) return required ? [`it has no ${name}`] : []
      const read = schema.type === 'integer' ? Number(value) : value
      return this.ajv.validate(schema, read) ? [] : [`${name} is ${value}`]
    })
    const known = [...GENERAL, ...documented.map(({ name }) => name)]
    const others = Object.keys(answer.headers).filter((name) => !known.includes(name))
    return [...problems, ...others.map((name) => `${name} is not documented`)]
  }

  private bodyProblems({ content }: Response, answer: LightMyRequestResponse): string[] {
    if (!content) return answer.rawPayload.length > 0 ? ['it has a body'] : []
    const type = `${answer.headers['content-type']}`.split(';')[0]
    if (!(type in content)) return [`${type} is not documented`]
    if (answer.rawPayload.length === 0) return ['the body is empty']
    const { schema } = content[type]
    if (!schema) return []
    const isNamed = typeof schema.$ref === 'string'
    const whole = isNamed ? this.referenceTo(`${schema.$ref}`) : this.closedOf(schema)
    const isStream = type === 'text/event-stream'
    const isValid = this.ajv.validate(whole, isStream ? answer.body : answer.json())
    return isValid ? [] : [this.ajv.errorsText()]
  }

  /** A schema that refers to one of the description: the same object each time, compiled once. */
  private referenceTo(reference: string): Json {
    const known = this.references.get(reference) ?? { $ref: `described:${reference}` }
    this.references.set(reference, known)
    return known
  }

  private closedOf(schema: Json): Json {
    const known = this.closedSchemas.get(schema) ?? (closed(schema) as Json)
    this.closedSchemas.set(schema, known)
    return known
  }

  private find(reference: string): Json {
    const [kind, name] = reference.split('/').slice(-2)
    return this.described.components[kind][name] as Json
  }
}
