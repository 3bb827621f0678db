/** Each value once, in the order of first appearance. Values with the same JSON are equal. */
export function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
