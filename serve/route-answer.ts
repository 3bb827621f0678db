import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnchanged, tagOf } from './conditional.ts'
import type { ServiceRoute } from './route.ts'

/** Sends the body that a route of a schema answered with, or 304 to a client that has it. */
export function sendAnswer(
  { answer, hasTag }: ServiceRoute,
  body: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // As bytes: a text of 20 KB would be encoded into a buffer of three times its size.
  const bytes = Buffer.from(JSON.stringify(body))
  if (hasTag) {
    const tag = tagOf(bytes)
    const isKnown = isUnchanged(request.headers, tag)
    reply.header('etag', tag)
    if (isKnown) return reply.code(304).send()
  }
  const type = ('mediaType' in answer && answer.mediaType) || 'application/json; charset=utf-8'
  return reply.type(type).send(bytes)
}
