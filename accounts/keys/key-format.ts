import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { BASE62, randomText } from '../random-text.ts'

/** 5.95 bits each: 238 random bits in all. */
const RANDOM_LENGTH = 40
const CHECKSUM_LENGTH = 6
const KEY = /^(sk_[a-z]+_)[0-9A-Za-z]{46}$/
/** Characters of a key after its prefix that may be shown. */
const SHOWN_LENGTH = 4

/** A new key: the prefix, 40 random characters of base 62, and a checksum of both. */
export function makeKey(prefix: string): string {
  const body = prefix + randomText(RANDOM_LENGTH)
  return body + checksum(body)
}

/**
 * The prefix of a key whose checksum is right, else null: a key that was mistyped, truncated or
 * made up is recognized without a query. It depends on no secret, so it need not take constant
 * time.
 */
export function prefixOf(key: string): string | null {
  const prefix = KEY.exec(key)?.[1]
  if (prefix === undefined) return null
  const body = key.slice(0, -CHECKSUM_LENGTH)
  return key.slice(-CHECKSUM_LENGTH) === checksum(body) ? prefix : null
}

/**
 * Hash that is stored and looked up instead of the key: base64url of its SHA-256, as better-auth's
 * api-key plugin stores it. A key has 238 random bits, so a slow hash would add nothing.
 */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/** The first characters of a key, by which its owner recognizes it. */
export function startOf(key: string, prefix: string): string {
  return key.slice(0, prefix.length + SHOWN_LENGTH)
}

/** CRC-32 of ASCII, as six digits of base 62. */
function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
