/** Each value once, in the order they come: those that read the same as JSON are one. */
export function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
