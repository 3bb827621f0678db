import type { Fabric } from './fabric.ts'
import { FabricBuilder } from './fabric-builder.ts'
import { eachSlice, type SliceGrid } from './slice-grid.ts'

/** Records for one slice, in memory of their own. */
export interface RecordPart {
  x: number
  y: number
  bytes: Uint8Array
}

/** Copies each record for every slice that it or its drawing buffer touches. */
export function partsOf(fabric: Fabric, grid: SliceGrid): RecordPart[] {
  const parts = new Map<number, { x: number; y: number; builder: FabricBuilder }>()
  for (const start of fabric.starts)
    eachSlice(fabric, start, grid, (x, y) => {
      const key = y * 2 ** grid.zoom + x
      let part = parts.get(key)
      if (part === undefined) {
        part = { x, y, builder: new FabricBuilder() }
        parts.set(key, part)
      }
      part.builder.copy(fabric, start)
    })
  return [...parts.values()].map(({ x, y, builder }) => {
    const { bytes, length } = builder
    return { x, y, bytes: bytes.slice(0, 4 * length) }
  })
}
