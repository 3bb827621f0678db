import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CodedBodies } from '../../http/coded-bodies.ts'
import { codedTag, isUnchanged, tagOf, weakened } from '../../http/conditional.ts'
import { jsonMembers } from '../../http/json-pieces.ts'
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
  const { bytes, lasting } = Buffer.isBuffer(body)
    ? { bytes: body, lasting: [body] }
    : await runInSlices(bytesOf(body as object, route.ofMoment), slice)
  const weak = route.entityTag === 'weak' ? weakened(tagOf(...lasting)) : null
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

/**
 * The JSON of a body as bytes, and the parts of it without the members of the moment, which are
 * what its weak tag names. Bytes, since Node would encode a text of 20 KB into a buffer of three
 * times its size.
 */
function* bytesOf(
  body: object,
  ofMoment: readonly string[] = [],
): Generator<void, { bytes: Buffer; lasting: Buffer[] }> {
  const all: Buffer[] = []
  const lasting: Buffer[] = []
  for (const { text, member } of jsonMembers(body)) {
    const bytes = Buffer.from(text)
    all.push(bytes)
    if (member === null || !ofMoment.includes(member)) lasting.push(bytes)
    yield
  }
  return { bytes: Buffer.concat(all), lasting }
}
