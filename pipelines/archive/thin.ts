import type { Fabric } from './fabric.ts'
import { AREA, ID } from './fabric.ts'
import { FabricBuilder } from './fabric-builder.ts'
import type { ZoomRule } from './zoom-rule.ts'

/**
 * Thins small features of a discontinuous layer: one of half the threshold stays with a probability
 * of one half, so a district of small buildings grows lighter and does not vanish. A hash of the id
 * decides: the result is the same at any number of workers, and a feature that stays at a zoom
 * stays at the higher ones.
 */
export function thin(fabric: Fabric, rule: ZoomRule): Fabric {
  if (fabric.starts.every((start) => isLeft(fabric, start, rule))) return fabric
  const builder = new FabricBuilder()
  for (const start of fabric.starts) if (isLeft(fabric, start, rule)) builder.copy(fabric, start)
  return builder.fabric()
}

/** True for a feature that `thin` leaves. */
export function isLeft({ floats }: Fabric, start: number, { threshold }: ZoomRule): boolean {
  const area = floats[start / 2 + AREA]
  return area >= threshold || area > threshold * drawOf(floats[start / 2 + ID])
}

/** A number from 0 to 1 that depends on the id alone. */
function drawOf(id: number): number {
  let h = Math.imul(id % 2 ** 32, 0x9e3779b1) ^ Math.imul(Math.floor(id / 2 ** 32), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32
}
