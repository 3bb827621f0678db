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
  POLYGONS,
  PROPERTIES,
  propertiesAt,
  SHARED,
} from './fabric.ts'
import type { FabricBuilder } from './fabric-builder.ts'

/**
 * Appends a copy of a record with other points: `visit` receives the word index of each point and
 * adds the points that replace it to the builder, at most `most` in all. A polygon whose shell
 * falls below three points is dropped with its holes.
 */
export function copyRecord(
  fabric: Fabric,
  start: number,
  builder: FabricBuilder,
  most: number,
  visit: (at: number) => void,
): void {
  const { words } = fabric
  const rings = firstRing(fabric, start)
  const polygons = firstPolygon(fabric, start)
  builder.open(most)
  let point = start + HEADER
  let ring = 0
  for (let p = 0; p < words[start + POLYGONS]; p++) {
    const shell = ring
    let hasShell = true
    for (; ring < words[polygons + p]; ring++) {
      const end = start + HEADER + 2 * words[rings + ring]
      for (; point < end; point += 2) visit(point)
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
