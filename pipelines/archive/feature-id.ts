import { hash } from 'node:crypto'

/** Bytes of the hash that make an id. */
const ID_BYTES = 6

/**
 * The id of a feature by the key of its row: 1 to 2^48. Among 150 million features about 40 pairs
 * share one. Within a tile of 10,000 the chance is 1 in 5 million, and `plat verify` finds it.
 */
export function featureId(key: string): number {
  return 1 + hash('sha256', key, 'buffer').readUIntBE(0, ID_BYTES)
}
