/**
 * The path of an address of the service, relative to `/api`: `/v1/tiles/...`. The host in the
 * catalog may differ from the page's own, to which all requests go. Null for any other address: the
 * page sends no requests to other services.
 */
export function ownPath(address: string): string | null {
  const start = address.indexOf('/v1/')
  const before = address.slice(0, start)
  return start >= 0 && /^(?:https?:\/\/[^/?#]+)?(?:\/[^?#]*)?$/.test(before)
    ? address.slice(start)
    : null
}
