/** Calls `make` once for each object and caches the result. */
export function cachedByObject<From extends object, Value>(
  make: (from: From) => Value,
): (from: From) => Value {
  const values = new WeakMap<From, Value>()
  return (from) => {
    const known = values.get(from)
    if (known !== undefined) return known
    const made = make(from)
    values.set(from, made)
    return made
  }
}
