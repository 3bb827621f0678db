/** Rounds a number to at most the given decimals, as answers show it. */
export function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
