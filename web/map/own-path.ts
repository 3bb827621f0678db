/**
 * The path of one of our addresses, relative to `/api`: `/v1/tiles/...`. Addresses in a catalog name
 * the host under which the service is known; the page asks the one that it came from. Null for an
 * address of anybody else, which the page never asks.
 */
export function ownPath(address: string): string | null {
  const start = address.indexOf('/v1/')
  const before = address.slice(0, start)
  return start >= 0 && /^(?:https?:\/\/[^/?#]+)?(?:\/[^?#]*)?$/.test(before)
    ? address.slice(start)
    : null
}
