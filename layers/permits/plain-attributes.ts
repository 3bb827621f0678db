import type { AttributeValue } from '../../values/published-row.ts'
import { nameKey } from './permit-values.ts'

/** A row of JSON as attributes under `nameKey`. */
export function plainAttributes(
  row: Record<string, unknown> | null | undefined,
): Record<string, AttributeValue> {
  return Object.fromEntries(
    Object.entries(row ?? {}).map(([name, value]) => [nameKey(name), plainValue(value)]),
  )
}

/** Socrata's links and points are objects: a link's address, else the object as JSON. */
function plainValue(value: unknown): AttributeValue {
  if (value === null || typeof value !== 'object') return value as AttributeValue
  const { url } = value as { url?: unknown }
  return typeof url === 'string' ? url : JSON.stringify(value)
}
