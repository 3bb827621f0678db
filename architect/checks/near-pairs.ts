import Flatbush from 'flatbush'
import type { Box } from '../geometry/polygon.ts'

/**
 * The pairs of boxes that are at most `reach` metres apart, each once, as positions in the list,
 * the lower first and in its order: all that a search for overlaps has to look at closely.
 */
export function* nearPairs(boxes: Box[], reach = 0): Generator<[number, number]> {
  if (boxes.length < 2) return
  const index = new Flatbush(boxes.length)
  for (const { minX, minZ, maxX, maxZ } of boxes) index.add(minX, minZ, maxX, maxZ)
  index.finish()
  for (const [at, { minX, minZ, maxX, maxZ }] of boxes.entries()) {
    const near = index.search(
      minX - reach,
      minZ - reach,
      maxX + reach,
      maxZ + reach,
      (other) => other > at,
    )
    for (const other of near.sort((a, b) => a - b)) yield [at, other]
  }
}
