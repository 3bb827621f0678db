import type { Fabric } from './fabric.ts'
import { firstRing, HEADER, POINTS, RINGS } from './fabric.ts'

/**
 * Finds the junctions of a fabric: the vertices with three or more different neighbours over all
 * rings, where borders meet or part. Two rings along the same border pass a vertex between the
 * same two neighbours, so only real forks count.
 *
 * Returns one byte a point, at half the word index of its x.
 */
export function junctionsOf(fabric: Fabric): Uint8Array {
  const slotOf = new Int32Array(fabric.words.length >> 1)
  const slots = assignSlots(fabric, slotOf)
  const one = new Int32Array(slots).fill(-1)
  const two = new Int32Array(slots).fill(-1)
  const forks = new Uint8Array(slots)
  const note = (slot: number, neighbour: number): void => {
    if (one[slot] === -1 || one[slot] === neighbour) one[slot] = neighbour
    else if (two[slot] === -1 || two[slot] === neighbour) two[slot] = neighbour
    else forks[slot] = 1
  }
  eachRing(fabric, (first, end) => {
    let before = slotOf[end - 1]
    for (let i = first; i < end; i++) {
      const here = slotOf[i]
      note(here, before)
      note(before, here)
      before = here
    }
  })
  const junctions = new Uint8Array(slotOf.length)
  eachRing(fabric, (first, end) => {
    for (let i = first; i < end; i++) junctions[i] = forks[slotOf[i]]
  })
  return junctions
}

/** Calls back for each ring with its first and end point, as half word indexes. */
export function eachRing(fabric: Fabric, visit: (first: number, end: number) => void): void {
  const { words, starts } = fabric
  for (const start of starts) {
    const origin = (start + HEADER) >> 1
    const rings = firstRing(fabric, start)
    let first = 0
    for (let r = 0; r < words[start + RINGS]; r++) {
      const end = words[rings + r]
      visit(origin + first, origin + end)
      first = end
    }
  }
}

/** Gives equal points equal numbers, by open addressing at a load of at most one half. */
function assignSlots(fabric: Fabric, slotOf: Int32Array): number {
  const { words, starts } = fabric
  let points = 0
  for (const start of starts) points += words[start + POINTS]
  const capacity = 2 ** Math.ceil(Math.log2(2 * points + 2))
  const table = new Int32Array(capacity).fill(-1)
  const mask = capacity - 1
  const at = new Int32Array(points) // word of the first point of each slot
  let slots = 0
  eachRing(fabric, (first, end) => {
    for (let i = first; i < end; i++) {
      const x = words[2 * i]
      const y = words[2 * i + 1]
      let h = hashPoint(x, y) & mask
      let slot = table[h]
      while (slot !== -1 && (words[at[slot]] !== x || words[at[slot] + 1] !== y)) {
        h = (h + 1) & mask
        slot = table[h]
      }
      if (slot === -1) {
        slot = slots++
        table[h] = slot
        at[slot] = 2 * i
      }
      slotOf[i] = slot
    }
  })
  return slots
}

/** Mixes two words into one (the finaliser of MurmurHash3). */
export function hashPoint(x: number, y: number): number {
  let h = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b)
  h ^= h >>> 16
  h = Math.imul(h, 0x7feb352d)
  h ^= h >>> 15
  return h
}
