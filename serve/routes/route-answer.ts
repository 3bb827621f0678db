import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CodedBodies } from '../../http/coded-bodies.ts'
import { codedTag, isUnchanged, tagOf, weakened } from '../../http/conditional.ts'
import { jsonPieces } from '../../http/json-pieces.ts'
import { runInSlices, type TimeSlice } from '../../http/time-slice.ts'
import type { RouteAnswer, ServiceRoute } from './route.ts'

/**
 * Sends the body of a route in the coding that the client prefers, or 304 to a client that has it.
 */
export async function sendAnswer(
  route: ServiceRoute,
  body: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  slice: TimeSlice,
  coded: CodedBodies,
): Promise<FastifyReply> {
  const bytes = Buffer.isBuffer(body) ? body : await runInSlices(bytesOf(body), slice)
  const weak = route.entityTag === 'weak' ? await weakTagOf(route, body, slice) : null
  const strong = route.entityTag === 'strong' ? tagOf(bytes) : null
  const coding = coded.choose(request.headers['accept-encoding'], bytes, strong)
  const tag = strong === null ? weak : codedTag(strong, coding)
  const isKnown = tag !== null && isUnchanged(request.headers, tag)
  // Set after the last possible error, since errors have no tag and no coding.
  reply.header('vary', 'Accept-Encoding')
  if (tag !== null) reply.header('etag', tag)
  if (isKnown) return reply.code(304).send()
  if (!reply.hasHeader('content-type')) reply.type(typeOf(route.answer))
  if (coding === null) return reply.send(bytes)
  return reply.header('content-encoding', coding).send(await coded.encode(coding, bytes, strong))
}

function typeOf(answer: RouteAnswer): string {
  if ('page' in answer) return `${answer.page}; charset=utf-8`
  return ('mediaType' in answer && answer.mediaType) || 'application/json; charset=utf-8'
}

/** The tag of an answer without its members that differ each time. */
async function weakTagOf({ ofMoment = [] }: ServiceRoute, body: unknown, slice: TimeSlice) {
  const members = Object.entries(body as object).filter(([name]) => !ofMoment.includes(name))
  return weakened(tagOf(await runInSlices(bytesOf(Object.fromEntries(members)), slice)))
}

/** The body as bytes: Node would encode a text of 20 KB into a buffer of three times its size. */
function* bytesOf(body: unknown): Generator<void, Buffer> {
  const pieces: Buffer[] = []
  for (const piece of jsonPieces(body)) {
    pieces.push(Buffer.from(piece))
    yield
  }
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)
}
