/** True for an address that a page may link to. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || text.length > 2_000) return false
  return URL.canParse(text)
}
