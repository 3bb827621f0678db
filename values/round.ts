/** A number with so many decimals at most, as answers show it. */
export function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
