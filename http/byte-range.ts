/** A range of bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** One range of bytes: `0-99`, `100-`, `-100` (RFC 9110, section 14.1.2). */
const ONE_RANGE = /^bytes=[\t ]*(?:(\d+)-(\d*)|-(\d+))[\t ]*$/i

/**
 * Parses a `Range` header for a file of `length` bytes. Returns `whole` where there is no header,
 * or where it has another unit, is malformed or names several ranges: a server may ignore ranges.
 * Returns `outside` where the file has none of the bytes, which is 416.
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
  // RFC 9110: a last byte before the first is malformed and ignored; a start past the end is 416.
  if (last !== '' && Number(last) < start) return 'whole'
  return start < length ? { start, end } : 'outside'
}
