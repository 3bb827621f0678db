import type { Server } from '@modelcontextprotocol/server'
import type { Viewer } from '../../store/access.ts'
import type { Sessions as SessionRows } from '../../store/store-port.ts'
import type { ToolSession } from '../../store/tool-sessions.ts'
import type { LoadedProject, ToolClient } from '../tool-client.ts'
import { lostCall, requestIdInUse } from './lost-session.ts'
import { SessionTransport } from './session-transport.ts'
import {
  asRequestId,
  openingStreamOf,
  type RequestId,
  requestOfEvent,
  StreamEvents,
} from './stream-events.ts'

/** What clients wait before they connect again to a stream. */
const RECONNECT_MS = 1_000

/** The loaded project of a session, in its row. */
class SessionProject implements LoadedProject {
  id: string | null
  private readonly store: SessionRows
  private readonly sessionId: string

  constructor(store: SessionRows, { id, projectId }: ToolSession) {
    this.store = store
    this.sessionId = id
    this.id = projectId
  }

  async stored(viewer: NonNullable<Viewer>): Promise<string | null> {
    const row = await this.store.find(viewer, this.sessionId)
    this.id = typeof row === 'string' ? null : row.projectId
    return this.id
  }

  async load(id: string): Promise<void> {
    await this.store.use(this.sessionId, id)
    this.id = id
  }
}

/** A session in this process: a server of the protocol on its transport. */
export class LiveSession {
  readonly id: string
  /** The client as of its last request: its plan and scopes may change. */
  readonly client: ToolClient
  /** When its row was last read, and when its use was last recorded. */
  readAt = Number.NEGATIVE_INFINITY
  usedAt = Number.NEGATIVE_INFINITY
  /** When the last request came. */
  lastAt = performance.now()
  private readonly project: SessionProject
  private readonly events = new StreamEvents()
  private readonly transport: SessionTransport
  private connections = 0

  private constructor(row: ToolSession, store: SessionRows, client: Omit<ToolClient, 'loaded'>) {
    this.id = row.id
    this.project = new SessionProject(store, row)
    this.client = { ...client, loaded: this.project }
    this.transport = new SessionTransport({
      sessionIdGenerator: () => row.id,
      eventStore: this.events,
      retryInterval: RECONNECT_MS,
    })
  }

  /** Opens a session in this process; `open` makes its server. It has had no request yet. */
  static async open(
    row: ToolSession,
    store: SessionRows,
    client: Omit<ToolClient, 'loaded'>,
    open: (client: ToolClient) => Server,
  ): Promise<LiveSession> {
    const live = new LiveSession(row, store, client)
    await open(live.client).connect(live.transport)
    return live
  }

  /**
   * Opens a session that another process, or an earlier one, has opened: its `initialize` is
   * handled again, whose answer the client has had.
   */
  static async restore(...[row, store, client, open]: Parameters<typeof LiveSession.open>) {
    const live = await LiveSession.open(row, store, client, open)
    const request = new Request(client.origin, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
    })
    const parsedBody = {
      jsonrpc: '2.0',
      id: 'restored',
      method: 'initialize',
      params: JSON.parse(row.opening),
    }
    const answer = await live.transport.handleRequest(request, { parsedBody })
    await answer.text()
    return live
  }

  /** Answers a request of the session; `gone` resolves when its connection has ended. */
  async handle(request: Request, body: unknown, gone: Promise<unknown>): Promise<Response> {
    this.lastAt = performance.now()
    this.connections += 1
    gone.then(() => {
      this.connections -= 1
      this.lastAt = performance.now()
    })
    const lastEventId = request.headers.get('last-event-id')
    if (request.method === 'GET' && lastEventId !== null && !this.events.has(lastEventId)) {
      const lost = requestOfEvent(lastEventId)
      if (lost !== null) return lostCall(this.id, lost)
      // Notifications of another process are gone, and the stream goes on.
      request.headers.delete('last-event-id')
    }
    const id = requestIdOf(body)
    if (id !== null && this.transport.isRunning(id)) return requestIdInUse(id)
    const handled = () => this.transport.handle(request, body, id)
    return id === null ? await handled() : await openingStreamOf(id, handled)
  }

  /** Takes over what its row states, and who sends the request. */
  update(viewer: NonNullable<Viewer>, { projectId }: Pick<ToolSession, 'projectId'>): void {
    this.client.viewer = viewer
    this.project.id = projectId
    this.readAt = performance.now()
  }

  /** Bytes of the events that are stored for lost connections. */
  get eventBytes(): number {
    return this.events.bytes
  }

  /** Frees the memory of the events; the session goes on. */
  clearEvents(): void {
    this.events.clear()
  }

  /** Whether no request runs and no stream is open. */
  get isQuiet(): boolean {
    return this.connections === 0
  }

  async close(): Promise<void> {
    await this.transport.close()
  }
}

/** The id that a message expects an answer with; null for a notification and an answer. */
function requestIdOf(body: unknown): RequestId | null {
  const { id, method } = (body ?? {}) as { id?: unknown; method?: unknown }
  return typeof method === 'string' ? asRequestId(id) : null
}
