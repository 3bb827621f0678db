import type { FastifyReply, FastifyRequest } from 'fastify'
import { ArchitectError } from '../projects/architect-error.ts'
import { BODY_BYTES_MAX } from './service-limits.ts'

const RETRY_AFTER_S = 5

/** Bounds the memory of large bodies, or of large answers, that are held for slow clients. */
export class LargeTransfers {
  private readonly max: number
  private readonly what: string
  private open = 0

  /** `what` names them in the refusal: `large files are being received`. */
  constructor(max: number, what: string) {
    this.max = max
    this.what = what
  }

  /** Counts one until the answer has ended. Throws `ArchitectError` 503 for too many. */
  admit({ raw }: Pick<FastifyReply, 'raw'>): void {
    // Of a client that has left by now no further `close` comes.
    if (raw.closed) return
    if (this.open >= this.max)
      throw new ArchitectError(
        'service_unavailable',
        `${this.max} ${this.what}. Nothing ran; try again after ${RETRY_AFTER_S} s.`,
        { headers: { 'retry-after': `${RETRY_AFTER_S}` } },
      )
    this.open += 1
    raw.once('close', () => {
      this.open -= 1
    })
  }
}

/**
 * Whether a body may become large: one in chunks, whose length is not known, counts as large, but
 * not where the route's own bound ends it before.
 */
export function isLargeBody({ headers }: FastifyRequest, routeBytesMax: number): boolean {
  if (routeBytesMax < BODY_BYTES_MAX) return false
  const bytes = headers['content-length']
  if (bytes === undefined) return headers['transfer-encoding'] !== undefined
  return Number(bytes) > BODY_BYTES_MAX
}

/** Whether an answer is held in memory as a whole, and is large. Streams are not held. */
export function isLargeAnswer(payload: unknown): boolean {
  return (
    (typeof payload === 'string' || payload instanceof Uint8Array) &&
    payload.length > BODY_BYTES_MAX
  )
}
