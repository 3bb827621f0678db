import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOwnHost } from '../../http/own-hosts.ts'
import type { Reach } from '../../http/reach.ts'
import type { ToolRequest, ToolServer } from '../mcp/tool-server.ts'
import { ArchitectError } from '../projects/architect-error.ts'
import type { SceneGate } from './gate.ts'
import { refusePackedBody } from './packed-body.ts'
import { quickBody } from './quick-body.ts'

export const TOOL_SERVER_PATH = '/mcp'
/** Bytes of the body of one call: a thousand corners of polygons have 20 KB. */
export const CALL_BODY_BYTES_MAX = 1_000_000
/** Codes of JSON-RPC for statuses that a request is refused with before it is a call. */
const PARSE_ERROR = -32700
const REFUSED = -32000

/** Why a call is cancelled: an error of its own would be made for each request. */
const GONE = 'the client has gone'

type Admitted = Omit<ToolRequest, 'body'>

export interface ToolServerMount {
  tools: ToolServer
  gate: Pick<SceneGate, 'admit'>
  reach: Reach
  originFor(request: FastifyRequest): string
  /** Sets status and headers of an error, and logs it where it is a failure. */
  prepareError(error: unknown, request: FastifyRequest, reply: FastifyReply): ArchitectError
}

/** Mounts the tool server: requests are admitted here, and answered by it. */
export function mountToolServer(app: FastifyInstance, mount: ToolServerMount): void {
  const { tools, gate, reach, originFor, prepareError } = mount
  const admitted = new WeakMap<FastifyRequest, Admitted>()
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: TOOL_SERVER_PATH,
    exposeHeadRoute: false,
    bodyLimit: CALL_BODY_BYTES_MAX,
    // Pages of other origins read nothing here.
    config: { isOwn: true },
    // Before the body is read, and before anything is stated of a session.
    async onRequest(request, reply) {
      const origin = originFor(request)
      requireOwnPlace(request, reach, origin)
      const viewer = await gate.admit(request, reply, { scope: 'projects:edit', origin })
      if (viewer === null) throw new Error('a request without a credential was admitted')
      refusePackedBody(request)
      const ended = new AbortController()
      const gone = new Promise((resolve) => reply.raw.once('close', resolve))
      gone.then(() => ended.abort(GONE))
      const sent = { request: asWeb(request, origin, ended.signal), viewer, origin, gone }
      admitted.set(request, sent)
      const refused = await tools.refuseSession(sent)
      if (refused) return reply.send(refused)
    },
    async handler(request, reply) {
      const sent = { ...admitted.get(request)!, body: request.body }
      const { status, headers, body } = await tools.answer(sent)
      reply.code(status).headers(Object.fromEntries(headers))
      return reply.send(body === null ? undefined : await quickBody(body))
    },
    errorHandler(error, request, reply) {
      const { code, message, param, fields } = prepareError(error, request, reply)
      const isUnreadable = param === 'body' && code === 'invalid_input'
      const data = { ...fields, code, ...(param && { param }), request_id: request.id }
      reply.type('application/json; charset=utf-8').send({
        jsonrpc: '2.0',
        id: null,
        error: { code: isUnreadable ? PARSE_ERROR : REFUSED, message, data },
      })
    },
  })
}

/** Throws 403 for a host that is none of the service’s, and for a page of another origin. */
function requireOwnPlace({ headers }: FastifyRequest, { url }: Reach, own: string): void {
  if (!isOwnHost(headers.host, url))
    throw new ArchitectError(
      'forbidden',
      `The host ${headers.host} is not one of this service: set PLAT_PUBLIC_URL to the address that clients use.`,
    )
  if (headers.origin !== undefined && headers.origin !== own)
    throw new ArchitectError(
      'forbidden',
      `A page of ${headers.origin} may not use the tool server: only pages of ${own} may.`,
    )
}

function asWeb({ method, url, headers }: FastifyRequest, origin: string, signal: AbortSignal) {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return new Request(new URL(url, origin), { method, headers: entries, signal })
}
