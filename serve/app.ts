import { threadId } from 'node:worker_threads'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Accounts } from '../accounts/accounts.ts'
import type { TerrainMaker } from '../layers/rasters/terrain.ts'
import type { UpstreamClient } from '../layers/upstream/client.ts'
import type { BuildSource } from './build-source.ts'
import { answerClientError } from './client-errors.ts'
import {
  ApiError,
  codeOf,
  ERROR_STATUSES,
  type ErrorStatus,
  errorBody,
  STATUS_MEANINGS,
} from './error-codes.ts'
import { admit } from './gate.ts'
import { publicBase } from './map/public-base.ts'
import { mountPage } from './page-assets.ts'
import { paramAtFault, pathOf, pathPattern } from './path-pattern.ts'
import { expectDecodable } from './query-encoding.ts'
import { requestIdOf } from './request-id.ts'
import { MAX_PARAM_CHARACTERS, MAX_URL_BYTES, REQUEST_TIMEOUT_MS } from './request-limits.ts'
import type { RouteContext, RouteRequest, ServiceRoute } from './route.ts'
import { sendAnswer } from './route-answer.ts'
import { archiveRoute } from './routes/archives.ts'
import { coverageRoute } from './routes/coverage.ts'
import { demTileRoute } from './routes/dem-tiles.ts'
import { featuresRoute } from './routes/features.ts'
import { healthRoute } from './routes/health.ts'
import { layerRoute, layersRoute } from './routes/layers.ts'
import { locationRoute } from './routes/location.ts'
import { pageRoutes } from './routes/pages.ts'
import { parcelRoute, parcelsRoute } from './routes/parcels.ts'
import { searchRoute } from './routes/search.ts'
import { tileJsonRoute, tileRoute } from './routes/tiles.ts'
import { upstreamsRoute } from './routes/upstreams.ts'

export interface AppOptions {
  builds: BuildSource
  /** Who may ask. */
  accounts: Accounts
  /** Takes JSON log lines (pino's). Nothing is logged without one. */
  logger?: { level: string; stream: { write(line: string): void } }
  now?: () => Date
  /** Live upstreams that sections ask; none by default. */
  upstreams?: UpstreamClient
  /** Who makes the terrain of parcels; nobody by default. */
  terrain?: TerrainMaker
  /** The folder of the built map page; without one `/` says how it is built. */
  pageFolder?: string
  /** Where clients reach `/api`, for the reference and for tile addresses; relative by default. */
  baseUrl?: string
}

const PREFIX = '/api'
const JSON_TYPE = 'application/json; charset=utf-8'
/** No path takes a body. */
const MAX_BODY_BYTES = 1_024
const KEEP_ALIVE_TIMEOUT_MS = 65_000
/** A connection on which an answer does not move on is cut: its request holds a build open. */
const STALLED_MS = 60_000

/** Pages of any origin may read, with a key: no cookie goes with it. */
const SHARED = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Content-Length, Content-Range, Accept-Ranges, X-Request-Id',
}

/** Every route in the order of the reference. */
function serviceRoutes(options: AppOptions): ServiceRoute[] {
  const { builds, now = () => new Date(), upstreams = null, terrain = null } = options
  const { baseUrl = PREFIX } = options
  const baseOf = (request: RouteRequest) => publicBase(baseUrl, request)
  const context: RouteContext = { builds, now, upstreams, terrain, baseOf }
  const operations = [
    locationRoute(context),
    searchRoute(context),
    parcelsRoute(context),
    parcelRoute(context),
    layersRoute(context),
    layerRoute(context),
    featuresRoute(context),
    tileJsonRoute(context),
    tileRoute(context),
    demTileRoute(context),
    archiveRoute(context),
    coverageRoute(context),
    upstreamsRoute(context),
    healthRoute(context),
  ]
  return [...operations, ...pageRoutes(operations, context, baseUrl)]
}

/** The service without a socket: `inject` it in tests, or let `startServer` listen. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: options.logger
      ? { ...options.logger, base: { pid: process.pid, thread: threadId } }
      : false,
    // One line a request, written below, instead of the framework's two.
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: (request) => requestIdOf(request.headers),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionTimeout: STALLED_MS,
    routerOptions: { maxParamLength: MAX_PARAM_CHARACTERS },
    // While draining, requests on open connections are answered, with `Connection: close`.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      const param = paramAtFault(paths, request.raw.url!)
      sendError(asApiError(error, param), request, reply)
    },
    clientErrorHandler: answerClientError,
    // Node's own answer to a missing Host has neither body nor request id, and nothing here reads it.
    http: { requireHostHeader: false },
  })

  const routes = serviceRoutes(options)
  const paths = routes.map(({ path }) => pathPattern(PREFIX + path))
  const redirects: Record<string, string> = {}
  for (const root of [PREFIX, `${PREFIX}/`]) redirects[root] = `${PREFIX}/docs`
  for (const page of ['/openapi.json', '/docs', '/llms.txt']) redirects[page] = `${PREFIX}${page}`

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.raw.url!.length > MAX_URL_BYTES)
      throw new ApiError(414, 'The address is too long.', {
        hint: `At most ${MAX_URL_BYTES} bytes.`,
      })
    const path = pathOf(request.raw.url!)
    // The router takes `GET *` for the root.
    if (!path.startsWith('/')) throw unknownPath()
    if (!request.is404) return expectDecodable(request.raw.url!)
    const isOurs = Object.hasOwn(redirects, path) || pagePaths.has(path)
    if (isOurs || paths.some((pattern) => pattern.test(path))) throw wrongMethod(request)
    throw unknownPath()
  })
  app.addHook('onResponse', async (request, reply) => {
    const ms = Number(reply.elapsedTime.toFixed(2))
    const { method, url } = request
    // The query stays out of the log: it is where somebody lives.
    const path = pathOf(url).slice(0, 200)
    request.log.info({ method, path, status: reply.statusCode, ms }, 'answered')
  })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(() => {
    throw unknownPath()
  })

  for (const route of routes) {
    app.get(PREFIX + route.path.replace(/{(\w+)}/g, ':$1'), async (request, reply) => {
      reply.header('cache-control', route.cacheControl)
      if (route.isShared) reply.headers(SHARED)
      if (!route.isOpen) await admit(options.accounts, request)
      const answer = await route.handle(request, reply)
      return 'schema' in route.answer ? sendAnswer(route, answer, request, reply) : answer
    })
  }
  const pagePaths = mountPage(app, options.pageFolder ?? null)
  for (const [from, to] of Object.entries(redirects))
    app.get(from, async (_request, reply) => reply.redirect(to, 302))
  // Node's own answer to an unknown Expect is bare as well: such a request is answered as any other.
  app.server.on('checkExpectation', app.routing)
  await app.ready()
  return app
}

function wrongMethod({ method }: FastifyRequest): ApiError {
  const hint = 'Every path is for reading: use GET.'
  return new ApiError(405, `${method} is not answered here.`, {
    hint,
    headers: { allow: 'GET, HEAD' },
  })
}

function unknownPath(): ApiError {
  return new ApiError(404, 'There is no such path.', { hint: `See ${PREFIX}/openapi.json.` })
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = asApiError(error)
  if (answer.status === 500) request.log.error({ err: error }, 'a request failed')
  return reply
    .code(answer.status)
    .headers({ 'x-request-id': request.id, 'cache-control': 'no-store', ...answer.headers })
    .type(JSON_TYPE)
    .send(errorBody(answer, request.id))
}

/** The framework's own refusals keep their status; anything else is an error of ours. */
function asApiError(error: unknown, param?: string): ApiError {
  if (error instanceof ApiError) return error
  const status = (error as FastifyError).statusCode as ErrorStatus | undefined
  if (status && ERROR_STATUSES.includes(status) && codeOf(status) === 'invalid_request') {
    const message = status === 400 ? 'The path is not valid.' : STATUS_MEANINGS[status]
    return new ApiError(status, message, { param, hint: `See ${PREFIX}/docs.` })
  }
  return new ApiError(500, 'The service failed to answer.', {
    hint: 'Report it with the request id.',
  })
}
