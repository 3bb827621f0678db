import { threadId } from 'node:worker_threads'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Accounts } from '../accounts/accounts.ts'
import { answerPreflight, setAnswerHeaders } from '../http/answer-headers.ts'
import { answerClientError, answerRawRequests, endSlowBody } from '../http/client-errors.ts'
import { ClientGone, isClientGone } from '../http/client-gone.ts'
import { CodedBodies } from '../http/coded-bodies.ts'
import { PRIVATE } from '../http/conditional.ts'
import { hasWaiting, orderedRouting } from '../http/connection-order.ts'
import {
  ApiError,
  codeOf,
  ERROR_STATUSES,
  type ErrorStatus,
  errorBody,
  STATUS_MEANINGS,
} from '../http/error-codes.ts'
import { mapPage, mountPage } from '../http/page-assets.ts'
import { loggedPath, paramAtFault, pathOf, pathPattern } from '../http/path-pattern.ts'
import { isOfProjects, sendProjectsError } from '../http/projects-error.ts'
import { assertDecodable } from '../http/query-encoding.ts'
import { clientAddressOf, DIRECT, originOf, proxyTest, type Reach } from '../http/reach.ts'
import type { DescribedRoutes } from '../http/reference/described-routes.ts'
import { acceptRawBodies, parseJsonBody } from '../http/request-body.ts'
import { requestIdOf } from '../http/request-id.ts'
import {
  CONNECTIONS_MAX,
  KEEP_ALIVE_TIMEOUT_MS,
  MAX_BODY_BYTES,
  MAX_HEAD_BYTES,
  MAX_PARAM_CHARACTERS,
  MAX_URL_BYTES,
  REQUEST_CHECK_MS,
  REQUEST_TIMEOUT_MS,
  STALLED_MS,
  UPLOAD_TIMEOUT_MS,
} from '../http/request-limits.ts'
import { assertSoundHead, originForm } from '../http/request-target.ts'
import { mountSibling, type Sibling } from '../http/sibling.ts'
import { LoopSlice, type TimeSlice } from '../http/time-slice.ts'
import { WorkQueue } from '../http/work-queue.ts'
import type { TerrainMaker } from '../rasters/terrain.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import type { BuildSource } from './build/build-source.ts'
import { toUnavailableFileError } from './build/unavailable-file-error.ts'
import { notInDemo } from './demo/demo-area.ts'
import { mountQueue } from './queue/queue-routes.ts'
import type { QueueSettings } from './queue/queue-settings.ts'
import { pageRoutes } from './reference/pages.ts'
import { ACCOUNT_METHODS, ACCOUNT_PATH, mountAccounts } from './routes/account-routes.ts'
import { archiveRoute } from './routes/archives.ts'
import { coverageRoute } from './routes/coverage.ts'
import { coverageMapRoute } from './routes/coverage-map.ts'
import { demTileRoute } from './routes/dem-tiles.ts'
import { exportRoute } from './routes/export.ts'
import { featuresRoute } from './routes/features.ts'
import { admit } from './routes/gate.ts'
import { healthRoute } from './routes/health.ts'
import { layerRoute, layersRoute } from './routes/layers.ts'
import { locationRoute } from './routes/location.ts'
import { locationsRoute } from './routes/locations.ts'
import { parcelRoute, parcelsRoute } from './routes/parcels.ts'
import { reportRoute } from './routes/report.ts'
import {
  isCoded,
  methodOf,
  type RouteContext,
  type RouteRequest,
  type ServiceRoute,
} from './routes/route.ts'
import { sendAnswer } from './routes/route-answer.ts'
import { searchRoute } from './routes/search.ts'
import { tileJsonRoute, tileRoute } from './routes/tiles.ts'
import { upstreamsRoute } from './routes/upstreams.ts'
import { type Background, backgroundOrigins } from './schemas/backgrounds.ts'
import { DEMO_HEADER } from './schemas/demo.ts'
import { DEMO_PATH, mountDemo } from './visits/demo-start.ts'

export interface AppOptions {
  builds: BuildSource
  /** Decides who may send requests. */
  accounts: Accounts
  /** Receives pino's JSON log lines. Without it nothing is logged. */
  logger?: { level: string; stream: { write(line: string): void } }
  now?: () => Date
  /** Live upstreams that sections query; none by default. */
  upstreams?: UpstreamClient
  /** Computes the terrain of parcels; without one there is no terrain. */
  terrain?: TerrainMaker
  /** How clients reach the service; by default directly, at the host that each request names. */
  reach?: Reach
  /** Open connections per address; further ones are closed. */
  connectionsMax?: number
  /** The service of projects on the same address; none by default. */
  sibling?: Sibling
  /** Routes of the sibling for the reference. */
  described?: readonly DescribedRoutes[]
  /** The queue of builds that `/builds` shows to operators; none by default. */
  queue?: QueueSettings
  /** Whether people without a key may see the fictional county of a build; true by default. */
  hasDemo?: boolean
  /** Pictures of other services that the map page offers beneath its layers; none by default. */
  backgrounds?: readonly Background[]
  /** The folder of the built map page; without one `/` explains how to build it. */
  pageFolder?: string
}

const PREFIX = '/api'
const JSON_TYPE = 'application/json; charset=utf-8'
/** Logged as the status of a request whose client left before it was answered. Never sent. */
const ABORTED = 499
/** Methods of most geodata routes; redirects and pages answer the first two. */
const READ_METHODS = ['GET', 'HEAD', 'OPTIONS']
/** Methods of routes that read a body. */
const BODY_METHODS = ['POST', 'OPTIONS']

/** Every route in the order of the reference. */
function serviceRoutes(options: AppOptions): ServiceRoute[] {
  const { builds, accounts, now = () => new Date(), upstreams = null, terrain = null } = options
  const { reach = DIRECT, described = [], backgrounds } = options
  // Map libraries fetch tiles from worker threads, where relative addresses do not work, so
  // addresses are absolute. Without a valid host they stay relative.
  const baseOf = (request: RouteRequest) => (originOf(reach, request) ?? '') + PREFIX
  const context: RouteContext = { builds, accounts, now, upstreams, terrain, backgrounds, baseOf }
  return [
    ...operationsIn(context),
    ...pageRoutes(operationsIn, context, (reach.url ?? '') + PREFIX, described),
  ]
}

function operationsIn(context: RouteContext): ServiceRoute[] {
  return [
    locationRoute(context),
    locationsRoute(context),
    reportRoute(context),
    exportRoute(context),
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
    coverageMapRoute(context),
    upstreamsRoute(context),
    healthRoute(context),
  ]
}

/** The service without a socket: tests call `inject`, `startServer` makes it listen. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { accounts, builds, reach = DIRECT, hasDemo = true, backgrounds = [] } = options
  const ownOrigin = (request: FastifyRequest) => originOf(reach, request)
  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendErrorAt(options.sibling && ownOrigin(request), error, request, reply)
  const app = Fastify({
    logger: options.logger
      ? { ...options.logger, base: { pid: process.pid, thread: threadId } }
      : false,
    // `logRequest` below writes one line a request; the framework would write two.
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: (request) => requestIdOf(request.headers),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: options.sibling ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionTimeout: STALLED_MS,
    trustProxy: proxyTest(reach),
    routerOptions: { maxParamLength: MAX_PARAM_CHARACTERS },
    // While draining, requests on open connections are answered, with `Connection: close`.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      const param = paramAtFault(paths, request.raw.url!)
      setAnswerHeaders(request, reply, ownOrigin(request))
      sendError(asApiError(error, param ?? undefined), request, reply)
    },
    clientErrorHandler: answerClientError,
    rewriteUrl: ({ url }) => originForm(url!),
    // Node answers a missing Host without body or request id; `assertSoundHead` sends both.
    http: {
      requireHostHeader: false,
      headersTimeout: REQUEST_TIMEOUT_MS,
      maxHeaderSize: MAX_HEAD_BYTES,
      connectionsCheckingInterval: REQUEST_CHECK_MS,
    },
  })

  app.decorateRequest('isDemo', false)
  const routes = serviceRoutes(options)
  const paths = routes.map(({ path }) => pathPattern(PREFIX + path))
  const redirects: Record<string, string> = {}
  for (const root of [PREFIX, `${PREFIX}/`]) redirects[root] = `${PREFIX}/docs`
  for (const page of ['/openapi.json', '/docs', '/llms.txt']) redirects[page] = `${PREFIX}${page}`

  app.addHook('onRequest', async (request, reply) => {
    setAnswerHeaders(request, reply, ownOrigin(request))
    assertSoundHead(request.raw, request.originalUrl)
    if (request.raw.url!.length > MAX_URL_BYTES)
      throw new ApiError(414, 'The address is too long.', {
        hint: `At most ${MAX_URL_BYTES} bytes.`,
      })
    const path = pathOf(request.raw.url!)
    if (options.sibling && !isOfProjects(path)) endSlowBody(request.raw, REQUEST_TIMEOUT_MS)
    // The router treats `GET *` as the root.
    if (!path.startsWith('/')) throw unknownPath()
    if (!request.is404) return assertDecodable(request.raw.url!)
    const known = paths.findIndex((pattern) => pattern.test(path))
    if (known >= 0) {
      const allowed = routes[known].body ? BODY_METHODS : READ_METHODS
      // Answered before a body is read: a preflight has none and needs no key.
      if (request.method === 'OPTIONS') return answerPreflight(reply, allowed.join(', '))
      throw wrongMethod(request, allowed)
    }
    if (Object.hasOwn(redirects, path) || pagePaths.has(path))
      throw wrongMethod(request, READ_METHODS.slice(0, 2))
    if (ACCOUNT_PATH.test(path)) throw wrongMethod(request, ACCOUNT_METHODS)
    if (hasDemo && path === DEMO_PATH) throw wrongMethod(request, ['POST'])
    throw unknownPath()
  })
  const answered = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      if (!answered.has(request)) logRequest(request, reply, ABORTED, 'aborted')
    })
  })
  app.addHook('onSend', async (request, reply) => {
    // While draining the framework closes the connection with each answer; only the last one may.
    if (hasWaiting(request.raw.socket)) reply.raw.removeHeader('connection')
  })
  app.addHook('onResponse', async (request, reply) => {
    answered.add(request)
    logRequest(request, reply, reply.statusCode, 'answered')
  })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(() => {
    throw unknownPath()
  })

  const work = new WorkQueue()
  const coded = new CodedBodies()
  /** Admits a request and waits for its share of the event loop. */
  const start = async (
    route: ServiceRoute,
    request: FastifyRequest,
    reply: FastifyReply,
    body?: unknown,
  ) => {
    const isGone = () => isClientGone(request.raw.socket)
    if (isGone()) throw new ClientGone()
    const cost = route.cost?.(request.query, body) ?? 1
    const { meter = 'requests' } = route
    const terms = { origin: ownOrigin(request), cost, meter, allows_demo: hasDemo }
    const { owner, key, isDemo } = await admit(accounts, request, reply, terms)
    request.isDemo = isDemo
    if (isDemo) {
      reply.header(DEMO_HEADER, '1')
      if (!route.isInDemo) throw notInDemo()
    }
    const started = await work.start({ owner, key, isBulky: route.isBulky ?? false, isGone })
    // An answer that the client does not read stays in memory until the connection is closed.
    reply.raw.once('close', () => started.end())
    return started
  }
  for (const route of routes.filter((each) => methodOf(each) === 'GET')) {
    app.get(PREFIX + route.path.replace(/{(\w+)}/g, ':$1'), async (request, reply) => {
      const isShared = route.isOpen || route.cacheControl === 'no-store'
      reply.header('cache-control', isShared ? route.cacheControl : PRIVATE)
      if (route.isOpen) return await answer(route, request, reply, new LoopSlice(), coded)
      const started = await start(route, request, reply)
      const sent = await answer(route, request, reply, started, coded)
      started.made()
      return sent
    })
  }
  app.register(async (scope) => {
    acceptRawBodies(scope)
    for (const route of routes) {
      const { path, body: about, cacheControl } = route
      if (!about) continue
      scope.post(PREFIX + path, { bodyLimit: about.bytesMax }, async (request, reply) => {
        reply.header('cache-control', cacheControl)
        const [body, problem] = bodyOrProblem(request)
        // A problem of the body is reported to those who may send requests.
        const started = await start(route, request, reply, body)
        if (problem !== null) throw problem
        request.body = body
        const sent = await answer(route, request, reply, started, coded)
        started.made()
        return sent
      })
    }
  })
  const { pageFolder = null, queue, sibling } = options
  const pagePaths = new Set(mountPage(app, mapPage(backgroundOrigins(backgrounds)), pageFolder))
  for (const [from, to] of Object.entries(redirects))
    app.get(from, async (_request, reply) => reply.redirect(to, 302))
  mountAccounts(app, accounts, { origin: ownOrigin, address: clientAddressOf })
  if (hasDemo) mountDemo(app, { builds, accounts, originOf: ownOrigin })
  for (const path of queue ? mountQueue(app, accounts, queue, ownOrigin) : []) pagePaths.add(path)
  if (sibling) mountSibling(app, sibling, ownOrigin)
  app.server.off('request', app.routing).on('request', orderedRouting(app))
  app.server.maxConnections = options.connectionsMax ?? CONNECTIONS_MAX
  answerRawRequests(app.server, orderedRouting(app))
  await app.ready()
  return app
}

async function answer(
  route: ServiceRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  slice: TimeSlice,
  coded: CodedBodies,
): Promise<unknown> {
  const body = await route.handle(request, reply, slice)
  if (!isCoded(route.answer) || body === reply) return body
  return await sendAnswer(route, body, request, reply, slice, coded)
}

/** The JSON of a request's body, or else the error to report. */
function bodyOrProblem(request: FastifyRequest): [body: unknown, problem: Error | null] {
  try {
    return [parseJsonBody(request), null]
  } catch (error) {
    return [undefined, error as Error]
  }
}

function logRequest(
  { log, method, url }: FastifyRequest,
  reply: FastifyReply,
  status: number,
  message: string,
): void {
  const ms = Number(reply.elapsedTime.toFixed(2))
  // The query is not logged: it holds somebody's address.
  log.info({ method, path: loggedPath(url), status, ms }, message)
}

function wrongMethod({ method }: FastifyRequest, allowed: readonly string[]): ApiError {
  const allow = allowed.join(', ')
  const hint = allowed.includes('HEAD') ? 'This path is read with GET.' : `Use one of ${allow}.`
  return new ApiError(405, `The method ${method} is not allowed here.`, {
    hint,
    headers: { allow },
  })
}

function unknownPath(): ApiError {
  return new ApiError(404, 'There is no such path.', { hint: `See ${PREFIX}/openapi.json.` })
}

/** `siblingAt` is the origin for errors of the sibling's paths; undefined without a sibling. */
function sendErrorAt(
  siblingAt: string | null | undefined,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof ClientGone) return reply.hijack()
  const answer = asApiError(error)
  if (answer.status === 500) request.log.error({ err: error }, 'a request failed')
  else if (answer !== error && answer.status === 503)
    request.log.warn({ err: error }, 'a file of the build cannot be read')
  if (siblingAt !== undefined && isOfProjects(pathOf(request.raw.url!))) {
    const { status, message, param, headers } = answer
    const about = { id: request.id, origin: siblingAt }
    return sendProjectsError(reply, { status, message, param, headers }, about)
  }
  return reply
    .code(answer.status)
    .headers({ 'x-request-id': request.id, 'cache-control': 'no-store', ...answer.headers })
    .type(JSON_TYPE)
    .send(errorBody(answer, request.id))
}

/** Errors of the framework have their own status; anything else is an internal error. */
function asApiError(error: unknown, param?: string): ApiError {
  if (error instanceof ApiError) return error
  const unavailable = toUnavailableFileError(error)
  if (unavailable) return unavailable
  const status = (error as FastifyError).statusCode as ErrorStatus | undefined
  if (status && ERROR_STATUSES.includes(status) && codeOf(status) === 'invalid_request') {
    const message = status === 400 ? 'The path is not valid.' : STATUS_MEANINGS[status]
    return new ApiError(status, message, { param, hint: `See ${PREFIX}/docs.` })
  }
  return new ApiError(500, 'The service failed to answer.', {
    hint: 'Report it with the request id.',
  })
}
