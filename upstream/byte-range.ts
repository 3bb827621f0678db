import type { HttpResponse } from './attempt.ts'
import { AttemptFailed } from './attempt-failed.ts'

/** Bytes of a file, the last one included. */
export interface ByteRange {
  from: number
  to: number
}

const CONTENT_RANGE = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/

/**
 * The part of a file that was asked for, as 206, whether the server knows ranges or sent the whole
 * (RFC 9110, section 14.2, lets it). Throws `AttemptFailed` for another part than the asked one:
 * bytes of the wrong place would be read as heights.
 */
export function requireRange(answer: HttpResponse, range: ByteRange | undefined): HttpResponse {
  const { status, headers, bytes } = answer
  if (!range) {
    if (status !== 206) return answer
    throw new AttemptFailed('unreadable', 'answered with a part where the whole was asked for')
  }
  if (status === 200) return partOf(answer, range)
  if (status !== 206) return answer
  const told = CONTENT_RANGE.exec(headers.get('content-range')?.trim() ?? '')
  const [from, to] = [Number(told?.[1]), Number(told?.[2])]
  const end = told?.[3] === '*' ? range.to : Math.min(range.to, Number(told?.[3]) - 1)
  if (told && from === range.from && to === end && bytes.length === to - from + 1) return answer
  throw new AttemptFailed('unreadable', 'answered with another part of the file than the asked one')
}

function partOf({ headers, bytes }: HttpResponse, { from, to }: ByteRange): HttpResponse {
  const part = bytes.subarray(from, to + 1)
  const told = new Headers(headers)
  told.set('content-range', `bytes ${from}-${from + part.length - 1}/${bytes.length}`)
  if (part.length > 0) return { status: 206, headers: told, bytes: part }
  throw new AttemptFailed('unreadable', 'has no such part of the file')
}
