import {
  type JSONRPCMessage,
  type TransportSendOptions,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { asRequestId, type RequestId } from './stream-events.ts'

/**
 * The transport of a session, which knows the requests that have no answer yet: of two with one id
 * the answers would go to one stream, and the other one would never end.
 */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  private readonly running = new Set<RequestId>()

  isRunning(id: RequestId): boolean {
    return this.running.has(id)
  }

  /** Handles a message whose body was parsed; `id` is null where it expects no answer. */
  async handle(request: Request, body: unknown, id: RequestId | null): Promise<Response> {
    if (id !== null) this.running.add(id)
    const answer = await this.handleRequest(request, { parsedBody: body })
    // Refused before it was a request of the session: nothing else answers it.
    if (id !== null && !answer.ok) this.running.delete(id)
    const cancelled = cancelledBy(body)
    if (cancelled !== null) this.running.delete(cancelled)
    return answer
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('id' in message && !('method' in message)) this.running.delete(message.id as RequestId)
    await super.send(message, options)
  }
}

/** The request that a notification cancels: it is not answered. Null for other messages. */
function cancelledBy(body: unknown): RequestId | null {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { requestId?: unknown } }
  return method === 'notifications/cancelled' ? asRequestId(params?.requestId) : null
}
