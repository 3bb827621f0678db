import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

/** Bytes of the events of one session; the oldest go first. A picture has some 300 KB. */
export const EVENTS_BYTES_MAX = 4_000_000
/** Memory that an event takes beside its id and its message. */
const EVENT_BYTES = 300

/** This process among all that ever had the session. */
const PROCESS = randomBytes(4).toString('hex')

/** The id of a request of the protocol, as a client has chosen it. */
export type RequestId = string | number

/** The value where it is an id of a request; else null. */
export const asRequestId = (value: unknown): RequestId | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null

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
  /** By stream its request, if any, and how many of its events are stored. */
  private readonly streams = new Map<string, { request?: RequestId; count: number }>()
  /** Memory that the events take. */
  bytes = 0
  private count = 0

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    const stream = this.streams.get(streamId) ?? { request: opening.getStore(), count: 0 }
    stream.count += 1
    this.streams.set(streamId, stream)
    const { request } = stream
    const named = request === undefined ? '' : Buffer.from(JSON.stringify(request))
    const id = `${PROCESS}.${++this.count}.${named.toString('base64url')}`
    const bytes = JSON.stringify(message).length + id.length + EVENT_BYTES
    this.events.push({ id, streamId, message, bytes })
    this.bytes += bytes
    // One that is larger than all of them goes too: to resume its stream is answered as a loss.
    while (this.bytes > EVENTS_BYTES_MAX) this.drop()
    return id
  }

  /** Forgets all: streams that are resumed later are lost. */
  clear(): void {
    this.events = []
    this.streams.clear()
    this.bytes = 0
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
    const stream = this.streams.get(streamId)!
    stream.count -= 1
    if (stream.count === 0) this.streams.delete(streamId)
  }
}

/** The request that an event was about, also of another process; null for one about none. */
export function requestOfEvent(eventId: string): RequestId | null {
  const named = eventId.split('.')[2] ?? ''
  try {
    return asRequestId(JSON.parse(Buffer.from(named, 'base64url').toString()))
  } catch {
    return null
  }
}
