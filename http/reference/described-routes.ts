import type { Json } from './json.ts'
import type { Parameter } from './parameter.ts'

/**
 * Routes of another part of the service as the reference describes them: plain data, which threads
 * can be started with.
 */
export interface DescribedRoutes {
  /** The tag of the operations in OpenAPI and the heading above them: one word. */
  tag: string
  /** Explanation of the tag, as a sentence. */
  about: string
  /** Paragraphs about keys, errors and limits. */
  guide: string[]
  /** The header with a key in shown commands. */
  keyHeader: string
  securitySchemes: Record<string, Json>
  /** Schemas of bodies by name. References to them are `#/components/schemas/<name>`. */
  schemas: Record<string, Json>
  /** Headers of answers by name, in the form of OpenAPI without `required`. */
  headers: Record<string, Json>
  operations: DescribedOperation[]
  errors: {
    /** Name of the schema of every error. */
    schema: string
    codes: DescribedCode[]
    /** The headers of errors by status. */
    headers: Record<number, HeaderNames>
  }
}

/** Names of headers of an answer: true for those that are always there. */
export type HeaderNames = Record<string, boolean>

export interface DescribedCode {
  code: string
  status: number
  /** As a sentence. */
  meaning: string
}

/** One method of a path. */
export interface DescribedOperation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `/v1` for an address at the root of the service; `/api` where absent. */
  root?: '/v1'
  /** Below the root, with `{name}` for path parameters. */
  path: string
  operationId: string
  summary: string
  description: string
  /** In the form of OpenAPI: none where no key is needed. */
  security: Record<string, string[]>[]
  parameters: Parameter[]
  body: DescribedBody | null
  /** Answers that are not errors, the usual one first. */
  answers: DescribedAnswer[]
  /** Codes of the errors that it answers with. */
  codes: string[]
}

/** A body of a request: JSON, or a form, whose example has the values of its fields. */
export interface DescribedBody {
  mediaType: 'application/json' | 'multipart/form-data'
  schema: Json
  isRequired: boolean
  bytesMax: number
  /** A body that is accepted; undefined where none is shown. */
  example?: unknown
}

export interface DescribedAnswer {
  status: number
  description: string
  headers: HeaderNames
  /** Schemas by media type; null for bytes. Empty for an answer without a body. */
  content: Record<string, Json | null>
}

const USUAL_ROOT = '/api'

/** Scheme and host of the base address of the API, which ends in `/api`; empty without a host. */
export function originOfBase(base: string): string {
  if (!base.endsWith(USUAL_ROOT)) throw new Error(`${base} does not end in ${USUAL_ROOT}`)
  return base.slice(0, -USUAL_ROOT.length)
}

/** Address of the root of an operation, from the base address of the API. */
export const rootAddress = ({ root }: DescribedOperation, base: string): string =>
  root === undefined ? base : originOfBase(base) + root

/** The path of an operation as it is shown: below `/api`, or with its own root. */
export const shownPath = ({ root, path }: DescribedOperation): string => (root ?? '') + path

/** Codes of the operation's errors by their status. */
export function codesByStatus(
  { codes }: DescribedOperation,
  { errors }: DescribedRoutes,
): [status: number, codes: DescribedCode[]][] {
  const own = errors.codes.filter(({ code }) => codes.includes(code))
  const statuses = [...new Set(own.map(({ status }) => status))].sort((a, b) => a - b)
  return statuses.map((status) => [status, own.filter((each) => each.status === status)])
}

/** Codes of one status with their meanings, as prose. */
export function formatCodes(codes: DescribedCode[]): string {
  return codes.map(({ code, meaning }) => `\`${code}\`: ${meaning}`).join(' ')
}

/** Whether an operation is answered without any credential. */
export function needsNoKey({ security }: DescribedOperation): boolean {
  return security.length === 0 || security.some((each) => Object.keys(each).length === 0)
}

/** The size of a body in the words of the reference. */
export function formatBytesMax({ bytesMax }: DescribedBody): string {
  return `at most ${Number((bytesMax / 1e6).toFixed(1))} MB`
}
