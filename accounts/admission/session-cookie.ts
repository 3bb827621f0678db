import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Cookies of better-auth 1.7.5 with `cookiePrefix: 'plat'`: the session, and the mark that it ends
 * with the browser.
 */
const SESSION = 'session_token'
const ENDS_WITH_BROWSER = 'dont_remember'
/** RFC 6265, section 4.1.1: no control character, space, quote, comma or backslash. */
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/

/** The session of a `Cookie` header. */
export interface SessionCookie {
  token: string
  /** A header with the session's cookies only, for better-auth, which parses by other rules. */
  header: string
}

/**
 * Reads the session of a `Cookie` header and checks its signature by `secret`. Returns `missing`
 * without a session cookie, and `unknown` for a cookie that this service did not set: a wrong
 * signature, a wrong spelling, or two different values, one of which a page of a sibling host may
 * have planted. Under https, cookies have other names, which a page under http cannot set.
 */
export function readSessionCookie(
  header: string,
  secret: string,
  isSecure: boolean,
): SessionCookie | 'missing' | 'unknown' {
  const prefix = isSecure ? '__Secure-plat.' : 'plat.'
  const value = cookieValue(header, prefix + SESSION)
  if (typeof value !== 'object') return value
  const dot = value.text.lastIndexOf('.')
  const token = value.text.slice(0, Math.max(0, dot))
  if (token === '' || !isSigned(token, value.text.slice(dot + 1), secret)) return 'unknown'
  const pairs = [`${prefix}${SESSION}=${encodeURIComponent(value.text)}`]
  const ends = cookieValue(header, prefix + ENDS_WITH_BROWSER)
  if (typeof ends === 'object')
    pairs.push(`${prefix}${ENDS_WITH_BROWSER}=${encodeURIComponent(ends.text)}`)
  return { token, header: pairs.join('; ') }
}

/** True where the signature is that of the text by the secret; compared in constant time. */
export function isSigned(text: string, signature: string, secret: string): boolean {
  const wanted = Buffer.from(signatureOf(text, secret))
  const sent = Buffer.from(signature)
  return sent.length === wanted.length && timingSafeEqual(sent, wanted)
}

/** HMAC-SHA256 of a text, in base64. */
export function signatureOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64')
}

/**
 * Value of a cookie in a `Cookie` header, decoded. `unknown` for a wrong spelling, and for two
 * different values.
 */
export function cookieValue(
  header: string,
  name: string,
): { text: string } | 'missing' | 'unknown' {
  const values = new Set<string>()
  for (const pair of header.split(';')) {
    const [, key, value] = /^[ \t]*([^=]*)=(.*)$/s.exec(pair) ?? []
    if (key === name) values.add(value.replace(/[ \t]+$/, ''))
  }
  const [value] = values
  if (value === undefined) return 'missing'
  if (values.size > 1 || !VALUE.test(value)) return 'unknown'
  try {
    return { text: decodeURIComponent(value) }
  } catch {
    return 'unknown'
  }
}
