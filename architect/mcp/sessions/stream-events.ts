import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

/** Bytes of the events of one session; the oldest go first. A picture has some 300 KB. */
export const EVENTS_BYTES_MAX = 4_000_000

/** This process among all that ever had the session. */
const PROCESS = randomBytes(4).toString('hex')

/** The id of a request of the protocol, as a client has chosen it. */
export type RequestId = string | number

/** The request whose stream is being opened. */
const opening = new AsyncLocalStorage<RequestId>()

/** Opens the stream of a request, so that its events can name the request. */
export const openingStreamOf = <T>(request: RequestId, open: () => T): T =>
  opening.run(request, open)

interface StoredEvent {
  id: string
  streamId: string
  message: JSONRPCMessage
  bytes: number
}

/**
 * The last events of the streams of one session, for clients that lost their connection. The id of
 * an event names the process and the request, so that any process knows which request is lost.
 */
export class StreamEvents implements EventStore {
  private events: StoredEvent[] = []
  private readonly requests = new Map<string, RequestId>()
  private bytes = 0
  private count = 0

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    const request = this.requests.get(streamId) ?? opening.getStore()
    if (request !== undefined) this.requests.set(streamId, request)
    const named = request === undefined ? '' : Buffer.from(JSON.stringify(request))
    const id = `${PROCESS}.${++this.count}.${named.toString('base64url')}`
    const bytes = JSON.stringify(message).length
    this.events.push({ id, streamId, message, bytes })
    this.bytes += bytes
    while (this.bytes > EVENTS_BYTES_MAX && this.events.length > 1) this.drop()
    return id
  }

  /** Whether the events after this one are here. */
  has(eventId: string): boolean {
    return this.events.some(({ id }) => id === eventId)
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const from = this.events.findIndex(({ id }) => id === lastEventId)
    const { streamId } = this.events[from]
    for (const event of this.events.slice(from + 1))
      if (event.streamId === streamId && 'jsonrpc' in event.message)
        await send(event.id, event.message)
    return streamId
  }

  private drop(): void {
    const { streamId, bytes } = this.events.shift()!
    this.bytes -= bytes
    if (!this.events.some((event) => event.streamId === streamId)) this.requests.delete(streamId)
  }
}

/** The request that an event was about, also of another process; null for one about none. */
export function requestOfEvent(eventId: string): RequestId | null {
  const named = eventId.split('.')[2] ?? ''
  try {
    const value: unknown = JSON.parse(Buffer.from(named, 'base64url').toString())
    return typeof value === 'string' || typeof value === 'number' ? value : null
  } catch {
    return null
  }
}
