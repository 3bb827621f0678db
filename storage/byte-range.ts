/** First and last byte of a part, both inclusive; a last one past the end is the end. */
export interface ByteRange {
  first: number
  last: number
}

/** Throws `RangeError` unless the range is one of whole numbers, the first not past the last. */
export function assertRange({ first, last }: ByteRange): void {
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || first < 0 || last < first)
    throw new RangeError(
      `The range of bytes must be whole numbers from 0 on, first to last, got ${first} to ${last}.`,
    )
}

/** The range cut at the end of the bytes. Throws `RangeError` when it begins past the end. */
export function rangeWithin(range: ByteRange, bytes: number): ByteRange {
  if (range.first >= bytes)
    throw new RangeError(
      `The range of bytes begins at ${range.first}, but there are ${bytes} bytes.`,
    )
  return { first: range.first, last: Math.min(range.last, bytes - 1) }
}
