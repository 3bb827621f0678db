/** The part of a file that a request asks for: bytes `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** One range of bytes: `0-99`, `100-`, `-100` (RFC 9110, section 14.1.2). */
const ONE_RANGE = /^bytes=[\t ]*(?:(\d+)-(\d*)|-(\d+))[\t ]*$/i

/**
 * Reads a `Range` header against a file of `length` bytes. `whole` where there is none, and where it
 * is of another unit, malformed or of several ranges: a server may ignore a range, and the whole is
 * never wrong. `outside` where no byte of it is there: 416.
 */
export function parseRange(
  header: string | undefined,
  length: number,
): ByteRange | 'whole' | 'outside' {
  const parts = header === undefined ? null : ONE_RANGE.exec(header)
  if (!parts) return 'whole'
  const [, first, last, suffix] = parts
  if (suffix !== undefined) {
    const wanted = Number(suffix)
    if (wanted === 0 || length === 0) return 'outside'
    return { start: Math.max(0, length - wanted), end: length - 1 }
  }
  const start = Number(first)
  const end = last === '' ? length - 1 : Math.min(Number(last), length - 1)
  // The last before the first is malformed; past the end it is a range that is not there.
  if (last !== '' && Number(last) < start) return 'whole'
  return start < length ? { start, end } : 'outside'
}
