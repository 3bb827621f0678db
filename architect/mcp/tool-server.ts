import {
  createMcpHandler,
  INVALID_REQUEST,
  isInitializeRequest,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
} from '@modelcontextprotocol/server'
import { hasLevels, TOO_DEEP } from '../scene/json-levels.ts'
import type { Viewer } from '../store/access.ts'
import type { Sessions as SessionRows } from '../store/store-port.ts'
import { TOOL_SETS, type ToolSet } from './catalog.ts'
import type { LiveSession } from './sessions/live-session.ts'
import { REFUSED, rpcError, sessionNotFound, sessionOfOther } from './sessions/lost-session.ts'
import { Sessions } from './sessions/sessions.ts'
import type { ToolClient } from './tool-client.ts'

/** Streams of one process on which clients of the 2026 era listen. */
const SUBSCRIPTIONS_MAX = 500
/** Characters of the parameters of `initialize`, which are stored with the session. */
export const OPENING_CHARACTERS_MAX = 20_000
const FIRST_MODERN_VERSION = '2026-07-28'
const SESSION_HEADER = 'mcp-session-id'

/** Makes the server of a client, which lists a set of tools. */
export type OpenServer = (client: ToolClient, tools: ToolSet) => Server

/** A request that was admitted. */
export interface ToolRequest {
  /** Without its body. */
  request: Request
  /** The parsed body of a POST. */
  body: unknown
  viewer: NonNullable<Viewer>
  origin: string
  /** Resolves when the connection of the client has ended. */
  gone: Promise<unknown>
}

/**
 * The tool server: one address for both eras of the protocol. Clients of 2025 have sessions, those
 * of 2026 name the project in each call.
 */
export class ToolServer {
  private readonly sessions: Sessions
  private readonly modern: McpHttpHandler
  private readonly openServer: OpenServer

  constructor(store: SessionRows, openServer: OpenServer) {
    this.openServer = openServer
    this.sessions = new Sessions(store)
    this.modern = createMcpHandler(
      ({ authInfo, requestInfo }) =>
        openServer(authInfo!.extra!.client as ToolClient, toolSetOf(requestInfo!)),
      { legacy: 'reject', maxSubscriptions: SUBSCRIPTIONS_MAX },
    )
  }

  /**
   * Checks the session that a request names, before its body is read: null where the request may
   * go on.
   */
  async refuseSession(sent: Omit<ToolRequest, 'body' | 'gone'>): Promise<Response | null> {
    const id = sent.request.headers.get(SESSION_HEADER)
    if (id === null) return null
    const found = await this.find(sent, id)
    return found instanceof Response ? found : null
  }

  async answer(sent: ToolRequest): Promise<Response> {
    const { request, body, viewer, origin } = sent
    if (Array.isArray(body))
      return rpcError(
        400,
        INVALID_REQUEST,
        'Batches are not supported: send one message a request.',
        { code: 'batch_not_supported' },
      )
    if (!hasLevels(body))
      return rpcError(400, INVALID_REQUEST, `The message ${TOO_DEEP}.`, { code: 'limit_exceeded' })
    const id = request.headers.get(SESSION_HEADER)
    if (id !== null) return await this.inSession(sent, id)
    if (request.method === 'POST' && body === undefined)
      return rpcError(
        400,
        INVALID_REQUEST,
        'The body is missing: send one JSON-RPC message, with Content-Type: application/json.',
        { code: 'invalid_input', param: 'body' },
      )
    if (request.method !== 'POST' && isModern(request)) return methodNotAllowed(request, 'POST')
    if (request.method === 'POST' && !(await isLegacyRequest(request, body))) {
      const client: ToolClient = { viewer, origin, loaded: null }
      const { scopes, credential_id: clientId } = viewer
      const authInfo = { token: '', clientId, scopes, extra: { client } }
      return await this.modern.fetch(request, { authInfo, parsedBody: body })
    }
    if (isInitializeRequest(body)) return await this.initialize(sent, body.params)
    if (request.method === 'POST' || request.method === 'GET' || request.method === 'DELETE')
      return rpcError(
        400,
        REFUSED,
        'The header Mcp-Session-Id is missing: send initialize first, or calls in the form of 2026-07-28.',
        { code: 'session_required' },
      )
    return methodNotAllowed(request, 'GET, POST, DELETE')
  }

  async close(): Promise<void> {
    await Promise.all([this.sessions.close(), this.modern.close()])
  }

  private async initialize(sent: ToolRequest, params: unknown): Promise<Response> {
    const opening = JSON.stringify(params)
    if (opening.length > OPENING_CHARACTERS_MAX)
      return rpcError(
        400,
        INVALID_REQUEST,
        `The parameters of initialize have ${opening.length} characters, and ${OPENING_CHARACTERS_MAX} are the most.`,
        { code: 'limit_exceeded' },
      )
    const session = await this.sessions.start(this.opened(sent), opening)
    const answer = await session.handle(sent.request, sent.body, sent.gone)
    // A request that was refused, such as for its headers, has opened nothing.
    if (!answer.headers.has(SESSION_HEADER)) await this.sessions.end(session.id)
    return answer
  }

  private async inSession(sent: ToolRequest, id: string): Promise<Response> {
    const found = await this.find(sent, id)
    if (found instanceof Response) return found
    if (sent.request.method !== 'DELETE')
      return await found.handle(sent.request, sent.body, sent.gone)
    await this.sessions.end(id)
    return new Response(null, { status: 200 })
  }

  private async find(
    sent: Omit<ToolRequest, 'body' | 'gone'> & { body?: unknown },
    id: string,
  ): Promise<LiveSession | Response> {
    const found = await this.sessions.find(this.opened(sent), id)
    const request = (sent.body as { id?: string | number } | undefined)?.id ?? null
    if (found === 'none') return sessionNotFound(request)
    return found === 'foreign' ? sessionOfOther(request) : found
  }

  private opened({ request, viewer, origin }: Omit<ToolRequest, 'body' | 'gone'>) {
    const tools = toolSetOf(request)
    return { viewer, origin, open: (client: ToolClient) => this.openServer(client, tools) }
  }
}

/** Whether a request states that it is of the 2026 era, which has no sessions. */
const isModern = ({ headers }: Request): boolean =>
  (headers.get('mcp-protocol-version') ?? '') >= FIRST_MODERN_VERSION

function methodNotAllowed({ method }: Request, allowed: string): Response {
  const message = `${method} is not one of ${allowed}.`
  const answer = rpcError(405, REFUSED, message, { code: 'method_not_allowed' })
  answer.headers.set('allow', allowed)
  return answer
}

/** The set of tools that an address names by `?tools=`; the usual one for any other name. */
function toolSetOf({ url }: Request): ToolSet {
  const name = new URL(url).searchParams.get('tools')
  return TOOL_SETS.find((set) => set === name) ?? 'usual'
}
