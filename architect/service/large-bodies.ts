import type { FastifyReply, FastifyRequest } from 'fastify'
import { ArchitectError } from './architect-error.ts'
import { BODY_BYTES_MAX, LARGE_BODIES_MAX } from './service-limits.ts'

const RETRY_AFTER_S = 5

/**
 * Bounds the memory of scene files that are received and read: the largest takes about 300 MB as
 * text and objects.
 */
export class LargeBodies {
  private open = 0

  /** Counts a large body until its answer has ended. Throws `ArchitectError` 503 for too many. */
  admit({ headers }: FastifyRequest, reply: FastifyReply): void {
    const bytes = headers['content-length']
    // Of a body in chunks the length is not known.
    const isLarge =
      bytes === undefined
        ? headers['transfer-encoding'] !== undefined
        : Number(bytes) > BODY_BYTES_MAX
    // Of a client that has left by now no further `close` comes.
    if (!isLarge || reply.raw.closed) return
    if (this.open >= LARGE_BODIES_MAX)
      throw new ArchitectError(
        'service_unavailable',
        `${LARGE_BODIES_MAX} large scene files are being received. Nothing ran; try again after ${RETRY_AFTER_S} s.`,
        { headers: { 'retry-after': `${RETRY_AFTER_S}` } },
      )
    this.open += 1
    reply.raw.once('close', () => {
      this.open -= 1
    })
  }
}
