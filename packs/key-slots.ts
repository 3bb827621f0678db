import { GrowingArray } from './growing-array.ts'
import { NULL_TEXT } from './pack-format.ts'

/** Open-addressing table from the hash of a key to row + 1; at most half of it is filled. */
export function keySlots(hashes: Uint32Array): Uint32Array {
  const slots = emptySlots(hashes.length)
  for (let row = 0; row < hashes.length; row++) insert(slots, hashes[row], row)
  return slots
}

/** A column of texts, row by row: the codes of the texts, `NULL_TEXT` where there is none. */
export interface CodedColumn {
  codes: Uint32Array
  hashes: Uint32Array
}

/**
 * Builds a lookup of rows that may share a value: `slot` leads to the first row of a value, `next`
 * from each row to the one after it, both as row + 1. Rows without a value are in no chain.
 */
export function lookupOf({ codes, hashes }: CodedColumn): {
  slot: Uint32Array
  next: Uint32Array
} {
  const next = new Uint32Array(codes.length)
  /** The last row of each value so far. */
  const last = emptySlots(codes.length)
  const mask = last.length - 1
  const firsts = new GrowingArray(Uint32Array)
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] === NULL_TEXT) continue
    let at = hashes[row] & mask
    while (last[at] !== 0 && codes[last[at] - 1] !== codes[row]) at = (at + 1) & mask
    if (last[at] === 0) firsts.push(row)
    else next[last[at] - 1] = row + 1
    last[at] = row + 1
  }
  const slot = emptySlots(firsts.length)
  for (const row of firsts.view()) insert(slot, hashes[row], row)
  return { slot, next }
}

/** Puts row + 1 into the first free slot from that of the key's hash on. */
function insert(slots: Uint32Array, hash: number, row: number): void {
  const mask = slots.length - 1
  let at = hash & mask
  while (slots[at] !== 0) at = (at + 1) & mask
  slots[at] = row + 1
}

function emptySlots(keys: number): Uint32Array {
  return new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(2, keys * 2))))
}
