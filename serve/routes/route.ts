import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Accounts } from '../../accounts/accounts.ts'
import type { TerrainMaker } from '../../rasters/terrain.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import type { BuildSource } from '../build/build-source.ts'
import type { ErrorStatus } from '../http/error-codes.ts'
import type { TimeSlice } from '../http/time-slice.ts'
import type { ComponentName } from '../schemas/components.ts'
import type { ExampleValues } from './example-facts.ts'

/** What an answer is made from. The reference asks without a socket, so it is no more than this. */
export type RouteRequest = Pick<
  FastifyRequest,
  'method' | 'protocol' | 'headers' | 'params' | 'query' | 'id' | 'log'
>

/** What routes are made from. */
export interface RouteContext {
  builds: BuildSource
  /** Whether requests with a credential can be answered now. */
  accounts: Pick<Accounts, 'problem'>
  now: () => Date
  /** Live upstreams; null in a service that asks none. */
  upstreams: UpstreamClient | null
  /** Who makes the terrain of parcels; null in a service that makes none. */
  terrain: TerrainMaker | null
  /** Where the client of a request reaches `/api`, for addresses in answers. */
  baseOf: (request: RouteRequest) => string
}

/** Statuses beside 200 that are no error. */
export type OtherStatus = 204 | 206 | 304
/** Headers that a route may answer with, or read, beside those that all have. */
export type AnswerHeader =
  | 'ETag'
  | 'Vary'
  | 'Content-Encoding'
  | 'Accept-Ranges'
  | 'Content-Security-Policy'
export type RequestHeader = 'Range' | 'If-Range' | 'If-Match' | 'If-None-Match' | 'Accept-Encoding'

/** The body of 200: a schema, a page of another media type, or bytes as they lie in a build. */
export type RouteAnswer = { description: string } & (
  | { schema: ComponentName; mediaType?: 'application/geo+json' }
  | { page: string }
  | { bytes: string }
)

/** What operations are about: the parts of the reference, in its order. */
export const TAGS = {
  Spots: 'What is known at one spot.',
  Search: 'Find a spot by what one types.',
  Parcels: 'Parcels as resources, one by one and page by page.',
  Layers: 'What layers there are, and their shapes.',
  Maps: 'Vector tiles and archives.',
  Service: 'Where sections answer, whether the service lives, and what describes it.',
} as const

/** A question that the reference shows, put to the build in service. */
export interface RouteExample {
  /** A sentence without a full stop: what is asked. */
  title: string
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Partial<Record<RequestHeader, string>>
}

/** One GET path: how it is answered, and all that the reference says of it. */
export interface ServiceRoute {
  /** Below `/api`, with `{name}` for path parameters. */
  path: string
  operationId: string
  tag: keyof typeof TAGS
  summary: string
  description: string
  /** The query parameters; others are refused. */
  query: z.ZodObject
  /** The parameters in the path, as they are documented; the route itself refuses wrong ones. */
  params?: z.ZodObject
  answer: RouteAnswer
  /** What else is no error, and when. 206 has the media type of 200. */
  others?: Partial<Record<OtherStatus, string>>
  /** Headers of 200 and 206 beside those that every answer has. */
  headers?: AnswerHeader[]
  /** Request headers that change the answer. */
  reads?: RequestHeader[]
  /** Which errors it answers, besides those that all paths may. */
  failures: ErrorStatus[]
  /** A route of a build's bytes sets its own where the address names the build. */
  cacheControl: 'no-store' | 'no-cache'
  /** Whether it is answered without a credential: the four open routes of the contract. */
  isOpen?: boolean
  /** Whether a body of a schema gets an `ETag`: 304 for who has it, and 412 where `If-Match` names another. */
  hasTag?: boolean
  /** Questions to show, the plainest first; none where the build has nothing to ask about. */
  examples?(facts: ExampleValues): RouteExample[]
  /** How many requests a question counts as, a wrong one too; 1 where absent. */
  cost?(query: unknown): number
  /** Whether an answer may be megabytes: few are made at a time, until their clients have them. */
  isBulky?: boolean
  /**
   * The body where the answer is a schema; a page or bytes are sent through `reply`. Work of more
   * than a few ms goes in steps that check `slice`.
   */
  handle(request: RouteRequest, reply: FastifyReply, slice: TimeSlice): unknown
}
