import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { BuildSource } from './build-source.ts'
import type { ErrorStatus } from './error-codes.ts'
import type { ComponentName } from './schemas/components.ts'

/** What routes are made from. */
export interface RouteContext {
  builds: BuildSource
  now: () => Date
  /** Where the client of a request reaches `/api`, for addresses in answers. */
  baseOf: (request: FastifyRequest) => string
}

/** Statuses beside 200 that are no error. */
export type OtherStatus = 204 | 206 | 304
/** Headers that a route may answer with, or read, beside those that all have. */
export type AnswerHeader = 'ETag' | 'Vary' | 'Content-Encoding' | 'Accept-Ranges'
export type RequestHeader = 'Range' | 'If-Range' | 'If-None-Match' | 'Accept-Encoding'

/** The body of 200: a schema, a page of another media type, or bytes as they lie in a build. */
export type RouteAnswer = { description: string } & (
  | { schema: ComponentName; mediaType?: 'application/geo+json' }
  | { page: string }
  | { bytes: string }
)

/** One GET path: how it is answered, and all that the reference says of it. */
export interface ServiceRoute {
  /** Below `/api`, with `{name}` for path parameters. */
  path: string
  operationId: string
  summary: string
  description: string
  /** The query parameters; others are refused. */
  query: z.ZodObject
  /** Path parameters and what they mean. */
  params?: Record<string, string>
  answer: RouteAnswer
  /** What else is no error, and when. 206 has the media type of 200. */
  others?: Partial<Record<OtherStatus, string>>
  /** Headers of 200 and 206 beside those that every answer has. */
  headers?: AnswerHeader[]
  /** Request headers that change the answer. */
  reads?: RequestHeader[]
  /** Which errors it answers, besides 405 and 500 that all may. */
  failures: ErrorStatus[]
  /** A route of a build's bytes sets its own where the address names the build. */
  cacheControl: 'no-store' | 'no-cache'
  /** Whether pages of any origin may read it: what a map is drawn from. */
  isOpen?: boolean
  /** Whether a body of a schema gets an `ETag`, and 304 for who has it. */
  hasTag?: boolean
  handle(request: FastifyRequest, reply: FastifyReply): unknown
}
