import type { Fabric } from './fabric.ts'
import { HEADER, POINTS } from './fabric.ts'
import { FabricBuilder } from './fabric-builder.ts'
import { copyRecord } from './record-copy.ts'

/**
 * Removes the vertices that do not rank above `tolerance` (world units). A ring that falls below
 * three points is dropped: its neighbour's border collapses onto the same line, so no gap opens.
 */
export function simplify(fabric: Fabric, ranks: Float32Array, tolerance: number): Fabric {
  const square = tolerance * tolerance
  const { words } = fabric
  if (!dropsAny(fabric, ranks, square)) return fabric
  const builder = new FabricBuilder()
  for (const start of fabric.starts) {
    copyRecord(fabric, start, builder, words[start + POINTS], (at) => {
      if (ranks[at >> 1] > square) builder.point(words[at], words[at + 1])
    })
  }
  return builder.fabric()
}

function dropsAny({ words, starts }: Fabric, ranks: Float32Array, square: number): boolean {
  for (const start of starts) {
    const first = (start + HEADER) >> 1
    for (let i = first; i < first + words[start + POINTS]; i++) if (ranks[i] <= square) return true
  }
  return false
}
