import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './error-codes.ts'

/** Leaves bodies of any type unparsed, as a `Buffer`, for `bodyText` and `parseJsonBody`. */
export function acceptRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
}

/**
 * The body of a request of `acceptRawBodies` as text; null without one. Throws `ApiError` 415 for a
 * compressed body and 400 for one that is not UTF-8.
 */
export function bodyText({ body, headers }: FastifyRequest): string | null {
  if (!(body instanceof Buffer)) return null
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding !== 'identity')
    throw new ApiError(415, 'Compressed request bodies are not supported.', {
      param: 'Content-Encoding',
      hint: 'Send the body uncompressed, as JSON.',
    })
  if (!isUtf8(body))
    throw new ApiError(400, 'The body is not UTF-8.', { hint: 'Send JSON in UTF-8.' })
  return body.toString().replace(BYTE_ORDER_MARK, '')
}

/** Programs of Windows begin text files with it. */
const BYTE_ORDER_MARK = /^\uFEFF/
const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/**
 * Parses the body of a request of `acceptRawBodies` as JSON. Throws `ApiError` 415 for another
 * media type, 400 without a body and for one that is not JSON.
 */
export function parseJsonBody(request: FastifyRequest): unknown {
  const type = request.headers['content-type'] ?? ''
  const text = bodyText(request)
  const hint = 'Send JSON, with `Content-Type: application/json`.'
  if (text === null || text === '') throw new ApiError(400, 'The body is missing.', { hint })
  if (!JSON_TYPE.test(type))
    throw new ApiError(415, 'The body is not declared as JSON.', { param: 'Content-Type', hint })
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(400, 'The body is not valid JSON.', { hint })
  }
}
