import { createHmac, timingSafeEqual } from 'node:crypto'

/** Time for which an address of a file works. */
export const LINK_MINUTES = 5

/** An address that opens one file for some minutes, without a key. */
export interface SignedLink {
  /** The path with its query: until when it works, in seconds since 1970, and the signature. */
  url: string
  expiresAt: Date
}

/** Signs the path of a file, which names all that it opens. */
export function signLink(key: Uint8Array, path: string, now_ms: number): SignedLink {
  const expires = Math.floor(now_ms / 1000) + LINK_MINUTES * 60
  const signature = signatureOf(key, path, expires)
  return {
    url: `${path}?expires=${expires}&signature=${signature}`,
    expiresAt: new Date(expires * 1000),
  }
}

/** Whether a signed address opens its file now. */
export function checkLink(
  key: Uint8Array,
  path: string,
  { expires, signature }: { expires: string; signature: string },
  now_ms: number,
): 'valid' | 'expired' | 'invalid' {
  if (!/^\d{1,12}$/.test(expires)) return 'invalid'
  const wanted = Buffer.from(signatureOf(key, path, Number(expires)))
  const given = Buffer.from(signature)
  if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return 'invalid'
  return Number(expires) * 1000 >= now_ms ? 'valid' : 'expired'
}

function signatureOf(key: Uint8Array, path: string, expires: number): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([path, expires]))
    .digest('base64url')
}
