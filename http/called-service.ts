/** Characters of a header: others would make a client fail with the key in its message. */
const KEY = /^[\x21-\x7e]+$/

/** Whether a text can be sent as the key of a service. */
export const isServiceKey = (text: string): boolean => KEY.test(text)

/**
 * The address of a service, without a slash at its end; null for another text than an address of
 * http or https without credentials and query.
 */
export function serviceAddress(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash
  return isPlain && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, '') : null
}
