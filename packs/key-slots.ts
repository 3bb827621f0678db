import { hashKey } from './pack-format.ts'

/** Open-addressing table from the hash of a key to row + 1; at most half of it is filled. */
export function keySlots(keys: readonly string[]): Uint32Array {
  const slots = emptySlots(keys.length)
  keys.forEach((key, row) => {
    insert(slots, key, row)
  })
  return slots
}

/**
 * Builds a lookup of rows that may share a value: `slot` leads to the first row of a value, `next`
 * from each row to the one after it, both as row + 1. Rows without a value are in no chain.
 */
export function lookupOf(values: readonly (string | null)[]): {
  slot: Uint32Array
  next: Uint32Array
} {
  const next = new Uint32Array(values.length)
  const last = new Map<string, number>()
  const firsts: { value: string; row: number }[] = []
  values.forEach((value, row) => {
    if (value === null) return
    const before = last.get(value)
    if (before === undefined) firsts.push({ value, row })
    else next[before] = row + 1
    last.set(value, row)
  })
  const slot = emptySlots(firsts.length)
  for (const { value, row } of firsts) insert(slot, value, row)
  return { slot, next }
}

/** Puts row + 1 into the first free slot from that of the key's hash on. */
function insert(slots: Uint32Array, key: string, row: number): void {
  let at = hashKey(key) & (slots.length - 1)
  while (slots[at] !== 0) at = (at + 1) & (slots.length - 1)
  slots[at] = row + 1
}

function emptySlots(keys: number): Uint32Array {
  return new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(2, keys * 2))))
}
