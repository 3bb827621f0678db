import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { z } from 'zod'
import { SAFETY_HEADERS } from '../../http/answer-headers.ts'
import { answerClientError, answerRawRequests } from '../../http/client-errors.ts'
import { orderedRouting } from '../../http/connection-order.ts'
import { mountPage, PROJECTS_PAGE } from '../../http/page-assets.ts'
import { originOf, proxyTest, type Reach } from '../../http/reach.ts'
import { mountDescribedPages } from '../../http/reference/described-pages.ts'
import { requestIdOf } from '../../http/request-id.ts'
import {
  KEEP_ALIVE_TIMEOUT_MS,
  MAX_HEAD_BYTES,
  REQUEST_CHECK_MS,
  STALLED_MS,
  UPLOAD_TIMEOUT_MS,
} from '../../http/request-limits.ts'
import {
  ArchitectError,
  asArchitectError,
  errorBody,
  invalidInput,
} from '../projects/architect-error.ts'
import { PROJECT_ID, parse } from '../projects/input.ts'
import type { Viewer } from '../store/access.ts'
import { projectNotFound } from '../store/store-refusal.ts'
import { mountAddon } from './blender-addon.ts'
import { describedProjects } from './described-routes.ts'
import { SceneGate } from './gate.ts'
import { isLargeAnswer, isLargeBody, LargeTransfers } from './large-transfers.ts'
import { refusePackedBody } from './packed-body.ts'
import { type ArchitectParts, type Call, type Method, pathOf, type SceneRoute } from './route.ts'
import { SCENE_ROUTES } from './routes/index.ts'
import { requireForm } from './sent-form.ts'
import {
  BODY_BYTES_MAX,
  LARGE_ANSWERS_MAX,
  LARGE_BODIES_MAX,
  PARAM_CHARACTERS_MAX,
} from './service-limits.ts'
import { mountToolServer, TOOL_SERVER_PATH } from './tool-server-route.ts'

export interface ArchitectAppOptions {
  parts: ArchitectParts
  reach: Reach
  /** True where only threads of this process send requests, on behalf of clients. */
  isForwarded?: boolean
  /** True where no other part of the service serves the reference. */
  hasReference?: boolean
  /** The folder of the built page of projects; without one `/projects` explains how to build it. */
  pageFolder?: string | null
  /** Receives the failure behind an answer of 500, 503 or 507. */
  onFailure?(error: unknown): void
  /** Receives pino's JSON log lines. Without it nothing is logged. */
  logger?: { level: string; stream: { write(line: string): void } }
}

const NO_QUERY = z.strictObject({})
/** Browsers may read these headers of an answer. */
const EXPOSED =
  'ETag, Content-Length, Content-Range, Accept-Ranges, Content-Disposition, Location, Request-Id, x-request-id, x-should-retry, Retry-After, RateLimit-Limit, RateLimit-Remaining, WWW-Authenticate, X-Svc-Version, X-Svc-Draft-Version, openai-poll-after-ms'
/** Pages of any origin may read these answers with a key; browsers send no cookies then. */
const SHARED = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
  'cross-origin-resource-policy': 'cross-origin',
}
const OWN = { 'cross-origin-resource-policy': 'same-origin' }
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  // The official client sends a dozen headers of its own; `*` does not include `authorization`.
  'access-control-allow-headers':
    'authorization, x-api-key, content-type, if-match, if-none-match, range, if-range, x-request-id, idempotency-key, x-svc-project, *',
  'access-control-max-age': '7200',
}

/** The service of projects without a socket: tests call `inject`. */
export async function createArchitectApp(options: ArchitectAppOptions): Promise<FastifyInstance> {
  const { parts, reach, isForwarded = false, pageFolder = null, onFailure = () => {} } = options
  const gate = new SceneGate(parts.accounts)
  const bodies = new LargeTransfers(LARGE_BODIES_MAX, 'large files are being received')
  const answers = new LargeTransfers(LARGE_ANSWERS_MAX, 'large answers are being sent')
  const app = Fastify({
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: (request) => requestIdOf(request.headers),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionTimeout: STALLED_MS,
    // The threads that forward have answered all clients before this app closes.
    forceCloseConnections: isForwarded,
    trustProxy: isForwarded || proxyTest(reach),
    routerOptions: { maxParamLength: PARAM_CHARACTERS_MAX },
    clientErrorHandler: answerClientError,
    http: {
      requireHostHeader: false,
      maxHeaderSize: MAX_HEAD_BYTES,
      connectionsCheckingInterval: REQUEST_CHECK_MS,
    },
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply)
      sendError(error, request, reply)
    },
  })
  const originFor = (request: FastifyRequest): string => {
    const origin = originOf(reach, request)
    if (origin === null)
      throw invalidInput('Host', 'The Host header is missing or invalid: send a host name.')
    return origin
  }

  /** The error of an answer, with its status and headers set; a failure is logged. */
  function prepareError(
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): ArchitectError {
    const known = asArchitectError(error)
    // Refusals of this service itself are no failures, nor are clients that leave as they send.
    const hasFailed = !known || (known.status >= 500 && !(error instanceof ArchitectError))
    const hasLeft = request.raw.destroyed && !request.raw.complete
    if (hasFailed && !hasLeft) {
      request.log.error({ err: error }, 'a request failed')
      onFailure(error)
    }
    const answer =
      known ??
      new ArchitectError('internal_error', 'The service failed to answer: report the request id.')
    if (isForwarded && !request.raw.complete) {
      // The rest of the body is read and dropped: the thread that forwards it would fail otherwise.
      reply.removeHeader('connection')
      request.raw.resume()
    }
    // The error is neither the file nor a part of it.
    for (const name of ['content-disposition', 'content-range', 'content-length', 'accept-ranges'])
      reply.removeHeader(name)
    if (answer.status !== 412 && answer.status !== 416) reply.removeHeader('etag')
    reply.code(answer.status).headers({
      'cache-control': 'no-store',
      'x-should-retry': answer.status === 429 ? 'true' : 'false',
      ...answer.headers,
    })
    return answer
  }

  function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const answer = prepareError(error, request, reply)
    const docs = `${originOf(reach, request) ?? ''}/docs`
    return reply.type('application/json; charset=utf-8').send(errorBody(answer, request.id, docs))
  }

  app.addHook('onRequest', async (request, reply) => setHeaders(request, reply))
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isLargeAnswer(payload)) answers.admit(reply)
    return payload
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, log, routeOptions } = request
    const ms = Number(reply.elapsedTime.toFixed(2))
    // Ids of projects are no secrets; queries may be: signatures of addresses.
    const path = routeOptions.url ? request.url.split('?', 1)[0] : 'unknown'
    log.info({ method, path, status: reply.statusCode, ms }, 'answered')
  })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request) => {
    throw missing(request)
  })
  app.removeContentTypeParser('text/plain')
  // A POST without a body is one with all of its usual values.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined)
    try {
      done(null, JSON.parse(`${text}`))
    } catch (error) {
      done(invalidInput('body', `The body is not JSON: ${(error as Error).message}.`))
    }
  })
  if (options.hasReference) mountDescribedPages(app, describedProjects(), originFor)
  const mounted = { parts, gate, bodies, originFor }
  for (const route of SCENE_ROUTES) if (!route.form) mount(app, route, mounted)
  // Apart from the others, whose bodies are JSON: these would accept forms too.
  await app.register(async (forms) => {
    await forms.register(multipart, { throwFileSizeLimit: false })
    for (const route of SCENE_ROUTES) if (route.form) mount(forms, route, mounted)
  })
  mountToolServer(app, { tools: parts.tools, gate, reach, originFor, prepareError })
  for (const path of new Set(SCENE_ROUTES.map(pathOf)))
    app.options(pattern(path), async (_request, reply) =>
      reply
        .code(204)
        .headers({ allow: allowed(path), ...PREFLIGHT })
        .send(),
    )
  mountPage(app, PROJECTS_PAGE, pageFolder)
  mountAddon(app, reach.url ?? null)
  app.server.off('request', app.routing).on('request', orderedRouting(app))
  answerRawRequests(app.server, orderedRouting(app), 'projects')
  await app.ready()
  return app
}

interface Mounted {
  parts: ArchitectParts
  gate: SceneGate
  bodies: LargeTransfers
  originFor(request: FastifyRequest): string
}

function mount(app: FastifyInstance, route: SceneRoute, mounted: Mounted): void {
  const { parts, gate, bodies, originFor } = mounted
  const { method, scope, isOpen, isSigned = false, hidesScope, body, query = NO_QUERY } = route
  const { bodyBytesMax: bodyLimit = BODY_BYTES_MAX } = route
  const admitted = new WeakMap<FastifyRequest, { viewer: Viewer; origin: string }>()
  app.route({
    method,
    url: pattern(pathOf(route)),
    bodyLimit,
    // Before the body is read: nobody without a key may fill the memory.
    async onRequest(request, reply) {
      const origin = originFor(request)
      const needed = { scope, isOpen, hidesScope, origin }
      const viewer = isSigned ? null : await gate.admit(request, reply, needed)
      refusePackedBody(request)
      if (route.form) requireForm(request)
      if (isLargeBody(request, bodyLimit)) bodies.admit(reply)
      admitted.set(request, { viewer, origin })
    },
    async handler(request, reply) {
      reply.header('cache-control', 'no-cache')
      const params = request.params as Record<string, string>
      const projectId = params.id ?? ''
      if (!isSigned && params.id !== undefined && !PROJECT_ID.test(projectId))
        throw projectNotFound()
      const call: Call = {
        ...admitted.get(request)!,
        projectId,
        params,
        query: parse(query, request.query, 'query'),
        body: body ? parse(body, request.body, 'body') : undefined,
        request,
        reply,
      }
      return await route.handle(parts, call)
    },
  })
}

const pattern = (path: string): string => path.replace(/{(\w+)}/g, ':$1')

const methodsOf = (path: string): Method[] =>
  SCENE_ROUTES.filter((route) => pathOf(route) === path).map(({ method }) => method)

function allowed(path: string): string {
  const methods = methodsOf(path)
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}

function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const { isOwn } = request.routeOptions.config ?? {}
  reply.headers({
    'request-id': request.id,
    'x-request-id': request.id,
    ...SAFETY_HEADERS,
    ...(isOwn ? OWN : SHARED),
  })
}

/** 405 for a path that has other methods, 404 for others. */
function missing({ method, url }: FastifyRequest): ArchitectError {
  const segments = url.split('?', 1)[0].split('/')
  if (segments.join('/') === TOOL_SERVER_PATH) throw methodNotAllowed(method, 'GET, POST, DELETE')
  const path = SCENE_ROUTES.map(pathOf).find((each) => {
    const wanted = each.split('/')
    return (
      wanted.length === segments.length &&
      wanted.every((part, at) => part.startsWith('{') || part === segments[at])
    )
  })
  if (path === undefined)
    return new ArchitectError('not_found', 'There is no such path: see /docs.')
  return methodNotAllowed(method, allowed(path))
}

const methodNotAllowed = (method: string, allow: string): ArchitectError =>
  new ArchitectError('method_not_allowed', `${method} is not one of ${allow}.`, {
    headers: { allow },
  })
