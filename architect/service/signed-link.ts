import { createHmac, timingSafeEqual } from 'node:crypto'

/** Time for which an address of a file works. */
export const LINK_MINUTES = 5

/** What an address is for: it opens nothing else. */
export interface LinkedFile {
  projectId: string
  version: number
  /** SHA-256 of the file. */
  hash: string
}

/** Query of a signed address: until when it works, in seconds since 1970, and the signature. */
export function signLink(key: Uint8Array, file: LinkedFile, now_ms: number): string {
  const expires = Math.floor(now_ms / 1000) + LINK_MINUTES * 60
  return `expires=${expires}&signature=${signatureOf(key, file, expires)}`
}

/** Whether an address opens the file now. */
export function checkLink(
  key: Uint8Array,
  file: LinkedFile,
  { expires, signature }: { expires: string; signature: string },
  now_ms: number,
): 'valid' | 'expired' | 'invalid' {
  if (!/^\d{1,12}$/.test(expires)) return 'invalid'
  const wanted = Buffer.from(signatureOf(key, file, Number(expires)))
  const given = Buffer.from(signature)
  if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return 'invalid'
  return Number(expires) * 1000 >= now_ms ? 'valid' : 'expired'
}

function signatureOf(key: Uint8Array, { projectId, version, hash }: LinkedFile, expires: number) {
  const signed = JSON.stringify([projectId, version, hash, expires])
  return createHmac('sha256', key).update(signed).digest('base64url')
}
