import type { HttpResponse } from './attempt.ts'
import { AttemptFailed } from './attempt-failed.ts'

/** Bytes of a file, the last one included. */
export interface ByteRange {
  from: number
  to: number
}

const CONTENT_RANGE = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/

/**
 * The requested part of a file, as a 206, whether the server supports ranges or sent the whole file
 * (RFC 9110, section 14.2, lets it). Throws `AttemptFailed` for another part than the requested
 * one: bytes of the wrong place would be read as heights.
 */
export function requireRange(response: HttpResponse, range: ByteRange | undefined): HttpResponse {
  const { status, headers, bytes } = response
  if (!range) {
    if (status !== 206) return response
    throw new AttemptFailed('unreadable', 'answered with a part where the whole was requested')
  }
  if (status === 200) return partOf(response, range)
  if (status !== 206) return response
  const stated = CONTENT_RANGE.exec(headers.get('content-range')?.trim() ?? '')
  const [from, to] = [Number(stated?.[1]), Number(stated?.[2])]
  const end = stated?.[3] === '*' ? range.to : Math.min(range.to, Number(stated?.[3]) - 1)
  const isRequested = from === range.from && to === end && bytes.length === to - from + 1
  if (stated && isRequested) return response
  throw new AttemptFailed(
    'unreadable',
    'answered with another part of the file than the requested one',
  )
}

function partOf({ headers, bytes }: HttpResponse, { from, to }: ByteRange): HttpResponse {
  const part = bytes.subarray(from, to + 1)
  const partHeaders = new Headers(headers)
  partHeaders.set('content-range', `bytes ${from}-${from + part.length - 1}/${bytes.length}`)
  if (part.length > 0) return { status: 206, headers: partHeaders, bytes: part }
  throw new AttemptFailed('unreadable', 'has no such part of the file')
}
