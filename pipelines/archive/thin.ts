import type { Fabric } from './fabric.ts'
import { AREA, ID } from './fabric.ts'
import { FabricBuilder } from './fabric-builder.ts'
import type { ZoomRule } from './zoom-rule.ts'

/**
 * Thins small features of a discontinuous layer: one of half the threshold stays with one chance in
 * two, so a district of small buildings grows lighter and does not vanish. The draw is a hash of the
 * id: the same at every worker count, and what stays at a zoom stays at the next.
 */
export function thin(fabric: Fabric, { threshold }: ZoomRule): Fabric {
  const builder = new FabricBuilder()
  for (const start of fabric.starts) {
    const area = fabric.floats[start / 2 + AREA]
    if (area >= threshold || area > threshold * drawOf(fabric.floats[start / 2 + ID])) {
      builder.copy(fabric, start)
    }
  }
  return builder.fabric()
}

/** A number from 0 to 1 that only the id decides. */
export function drawOf(id: number): number {
  let h = Math.imul(id % 2 ** 32, 0x9e3779b1) ^ Math.imul(Math.floor(id / 2 ** 32), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32
}
