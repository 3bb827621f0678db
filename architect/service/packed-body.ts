import type { FastifyRequest } from 'fastify'
import { ArchitectError, JSON_WANTED } from '../projects/architect-error.ts'

/** Throws `unsupported_media_type` for a body that is packed: it would be read as if it was not. */
export function refusePackedBody({ headers }: FastifyRequest): void {
  const coding = headers['content-encoding']
  if (coding === undefined || coding.toLowerCase() === 'identity') return
  throw new ArchitectError('unsupported_media_type', JSON_WANTED, { param: 'Content-Encoding' })
}
