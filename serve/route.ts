import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { BuildSource } from './build-source.ts'
import type { ErrorStatus } from './error-codes.ts'
import type { ComponentName } from './schemas/components.ts'

/** What routes are made from. */
export interface RouteContext {
  builds: BuildSource
  now: () => Date
}

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
  /** The body of 200: a schema, or a page of another media type. */
  answer: { description: string; schema: ComponentName } | { description: string; page: string }
  /** Which errors it answers, besides 405 and 500 that all may. */
  failures: ErrorStatus[]
  cacheControl: 'no-store' | 'no-cache'
  handle(request: FastifyRequest, reply: FastifyReply): unknown
}
