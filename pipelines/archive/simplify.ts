import type { Fabric } from './fabric.ts'
import {
  ANCHOR_X,
  ANCHOR_Y,
  AREA,
  firstPolygon,
  firstRing,
  HEADER,
  ID,
  MERGED,
  POINTS,
  POLYGONS,
  PROPERTIES,
  propertiesAt,
  SHARED,
} from './fabric.ts'
import { FabricBuilder } from './fabric-builder.ts'

/**
 * Keeps the vertices that rank above `tolerance` (world units). A ring that falls below three
 * points has closed in on a border that its neighbour closes in on as well, so no gap opens.
 */
export function simplify(fabric: Fabric, ranks: Float32Array, tolerance: number): Fabric {
  const square = tolerance * tolerance
  if (!dropsAny(fabric, ranks, square)) return fabric
  const builder = new FabricBuilder()
  for (const start of fabric.starts) copySimplified(fabric, start, ranks, square, builder)
  return builder.fabric()
}

function dropsAny({ words, starts }: Fabric, ranks: Float32Array, square: number): boolean {
  for (const start of starts) {
    const first = (start + HEADER) >> 1
    for (let i = first; i < first + words[start + POINTS]; i++) if (ranks[i] <= square) return true
  }
  return false
}

function copySimplified(
  fabric: Fabric,
  start: number,
  ranks: Float32Array,
  square: number,
  builder: FabricBuilder,
): void {
  const { words } = fabric
  const rings = firstRing(fabric, start)
  const polygons = firstPolygon(fabric, start)
  builder.open(words[start + POINTS])
  let point = start + HEADER
  let ring = 0
  for (let p = 0; p < words[start + POLYGONS]; p++) {
    const shell = ring
    let hasShell = true
    for (; ring < words[polygons + p]; ring++) {
      const end = start + HEADER + 2 * words[rings + ring]
      for (; point < end; point += 2) {
        if (ranks[point >> 1] > square) builder.point(words[point], words[point + 1])
      }
      const stays = builder.endRing()
      if (ring === shell) hasShell = stays
      else if (stays && !hasShell) builder.dropRing()
    }
    builder.endPolygon()
  }
  const properties = propertiesAt(fabric, start)
  builder.close(
    {
      id: fabric.floats[start / 2 + ID],
      area: fabric.floats[start / 2 + AREA],
      merged: words[start + MERGED],
      shared: words[start + SHARED],
      anchor: [words[start + ANCHOR_X], words[start + ANCHOR_Y]],
    },
    fabric.bytes.subarray(properties, properties + words[start + PROPERTIES]),
  )
}
