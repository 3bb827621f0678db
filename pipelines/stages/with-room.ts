/** The bytes, or a copy of the used ones in a larger buffer, with room for so many more. */
export function withRoom(
  bytes: Buffer<ArrayBuffer>,
  used: number,
  more: number,
): Buffer<ArrayBuffer> {
  const least = used + more
  if (least <= bytes.length) return bytes
  const larger = Buffer.allocUnsafeSlow(Math.max(least, bytes.length * 2))
  bytes.copy(larger, 0, 0, used)
  return larger
}
