import { DEMO_LIFE_S } from './admission-limits.ts'
import { cookieValue, isSigned, signatureOf } from './session-cookie.ts'

/** Visits have a secret of their own, so that no signature of one counts as a session's. */
const keyOf = (secret: string) => signatureOf('demo visits', secret)
/** Digits of the second at which a visit ends. */
const UNTIL = /^\d{10,11}$/

/**
 * Value of `Set-Cookie` for a demo visit that begins at `now`, in ms since 1970. The cookie is
 * `<second of its end>.<signature>` and has nothing of the person. Only requests to the API have
 * it.
 */
export function makeDemoCookie(secret: string, now: number, isSecure: boolean): string {
  const until = `${Math.floor(now / 1000) + DEMO_LIFE_S}`
  const value = encodeURIComponent(`${until}.${signatureOf(until, keyOf(secret))}`)
  const attributes = `Max-Age=${DEMO_LIFE_S}; Path=/api/v1; HttpOnly; SameSite=Strict`
  return `${nameOf(isSecure)}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`
}

/** True where a `Cookie` header has a demo visit that this service signed and has not ended. */
export function isDemoCookie(
  header: string,
  secret: string,
  now: number,
  isSecure: boolean,
): boolean {
  const value = cookieValue(header, nameOf(isSecure))
  if (typeof value !== 'object') return false
  const [until, signature, ...more] = value.text.split('.')
  if (!UNTIL.test(until) || signature === undefined || more.length > 0) return false
  return Number(until) * 1000 > now && isSigned(until, signature, keyOf(secret))
}

/** Under https the name has a prefix, which a page under http cannot set. */
function nameOf(isSecure: boolean): string {
  return isSecure ? '__Secure-plat.demo' : 'plat.demo'
}
