import { randomBytes } from 'node:crypto'

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Bytes from here on are dropped: they would make the first characters of base 62 more likely. */
const FAIR_BYTES = 62 * 4

/** Random characters of base 62, uniformly distributed. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length * 2))
      if (byte < FAIR_BYTES && text.length < length) text += BASE62[byte % 62]
  return text
}
