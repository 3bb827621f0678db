import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Accounts, Meter } from '../../accounts/accounts.ts'
import type { ErrorStatus } from '../../http/error-codes.ts'
import type { RequestHeader } from '../../http/reference/request-headers.ts'
import type { TimeSlice } from '../../http/time-slice.ts'
import type { TerrainMaker } from '../../rasters/terrain.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import type { BuildSource } from '../build/build-source.ts'
import type { Background } from '../schemas/backgrounds.ts'
import type { ComponentName } from '../schemas/components.ts'
import type { ExampleValues } from './example-values.ts'

/**
 * The parts of a request that routes read. The reference calls routes without a socket and sets
 * only these.
 */
export type RouteRequest = Pick<
  FastifyRequest,
  'method' | 'protocol' | 'headers' | 'params' | 'query' | 'id' | 'log' | 'body'
> & {
  /** True for a demo visit, see `demo/demo-area.ts`. */
  isDemo?: boolean
}

/** Dependencies that all routes share. */
export interface RouteContext {
  builds: BuildSource
  /** Reports why requests with a credential cannot be answered now, if so. */
  accounts: Pick<Accounts, 'problem'>
  now: () => Date
  /** Live upstreams; null in a service that queries none. */
  upstreams: UpstreamClient | null
  /** Computes the terrain of parcels; null in a service without terrain. */
  terrain: TerrainMaker | null
  /** Pictures of other services that the map page offers beneath its layers; none by default. */
  backgrounds?: readonly Background[]
  /** The address at which the client reaches `/api`, for addresses in answers. */
  baseOf: (request: RouteRequest) => string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** True for a demo visit, which may see the sample alone. */
    isDemo: boolean
  }
}

/** Statuses other than 200 that are not errors. */
export type OtherStatus = 204 | 206 | 304
/** Headers that a route may send in addition to those of all routes. */
export type AnswerHeader =
  | 'ETag'
  | 'Vary'
  | 'Content-Encoding'
  | 'Accept-Ranges'
  | 'Content-Security-Policy'
  | 'Content-Disposition'

/**
 * The body of 200: JSON of a schema, a page of the documentation, or bytes, which a parameter may
 * change to those of the types of `also`. With `isCoded` they are compressed as JSON is where
 * `handle` sets their type and returns them.
 */
export type RouteAnswer = { description: string } & (
  | { schema: ComponentName; mediaType?: 'application/geo+json' }
  | { page: string }
  | { bytes: string; also?: string[]; isCoded?: true }
)

/** True when the answer is compressed: JSON and pages are, bytes of a build are what they are. */
export function isCoded(answer: RouteAnswer): boolean {
  return !('bytes' in answer) || answer.isCoded === true
}

/** The groups of operations in the reference, in its order. */
export const TAGS = {
  Location: 'Property and land facts for one point, or for a list of them.',
  Search: 'Find addresses, places and parcels while a person types.',
  Parcels: 'Parcels as resources, single or in pages.',
  Layers: 'The list of layers, and their features.',
  Maps: 'Vector tiles and archives.',
  Service: 'Coverage of the sections, health, upstreams and documentation.',
} as const

/** An example request of the reference, sent to the build in service. */
export interface RouteExample {
  /** Effect of the request, as a sentence without a full stop. */
  title: string
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Partial<Record<RequestHeader, string>>
  /** The value that is sent as JSON, of a route with a body. */
  body?: unknown
}

/** The JSON body that a route reads. */
export interface RouteBody {
  /** Documents the body; the route itself validates it. */
  schema: z.ZodType
  bytesMax: number
}

/** One path: how it is answered, and its documentation. */
export interface ServiceRoute {
  /** Below `/api`, with `{name}` for path parameters. */
  path: string
  operationId: string
  tag: keyof typeof TAGS
  summary: string
  description: string
  /** The query parameters; unknown ones are refused. */
  query: z.ZodObject
  /** The documented path parameters; the route itself validates them. */
  params?: z.ZodObject
  /** A route with a body is called by POST, any other by GET. Neither changes anything. */
  body?: RouteBody
  answer: RouteAnswer
  /** Other statuses that are not errors, with their meaning. 206 has the media type of 200. */
  others?: Partial<Record<OtherStatus, string>>
  /** Headers of 200 and 206 in addition to those of every answer. */
  headers?: AnswerHeader[]
  /** Request headers that change the answer. */
  reads?: RequestHeader[]
  /** Error statuses in addition to those of every path. */
  failures: ErrorStatus[]
  /**
   * The default, `private` where a key is needed; routes with bytes of a build set their own where
   * the address names the build.
   */
  cacheControl: 'no-store' | 'no-cache'
  /** True for the four open routes of the contract, which need no credential. */
  isOpen?: boolean
  /**
   * The `ETag` of JSON answers and pages, which may be 304 or, with `If-Match`, 412: strong where
   * the same build gives the same bytes, weak where only the members of `ofMoment` differ.
   */
  entityTag?: 'strong' | 'weak'
  /** Members of the body that differ in each answer. */
  ofMoment?: readonly string[]
  /** Example requests, the simplest first; none where the build has nothing to request. */
  examples?(values: ExampleValues): RouteExample[]
  /**
   * The number of requests that a query and a body count as, also invalid ones; 1 where absent. The
   * body is undefined where it is not JSON.
   */
  cost?(query: unknown, body: unknown): number
  /** What it counts as; `requests` where absent. */
  meter?: Meter
  /**
   * True where a demo visit may send the request: then `handle` narrows its answer to
   * `demoAreaFor`. All other routes are 403 for demo visits.
   */
  isInDemo?: true
  /** True when an answer may be megabytes: few are in progress at a time. */
  isBulky?: boolean
  /**
   * Returns the body of JSON and of other answers that are compressed; the rest is sent through
   * `reply`. Work of more than a few ms runs in steps that check `slice`.
   */
  handle(request: RouteRequest, reply: FastifyReply, slice: TimeSlice): unknown
}

/** The method by which a route is called. */
export function methodOf({ body }: Pick<ServiceRoute, 'body'>): 'GET' | 'POST' {
  return body ? 'POST' : 'GET'
}
