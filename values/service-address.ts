/**
 * The address of a service, without a slash at its end; null for another text than an address of
 * http or https without credentials and query.
 */
export function serviceAddress(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash
  return isPlain && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, '') : null
}
