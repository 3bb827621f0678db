/** Order of texts by their UTF-16 code units: the same on every machine, which a locale's is not. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
