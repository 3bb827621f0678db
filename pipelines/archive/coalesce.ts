import { dissolve } from './dissolve.ts'
import type { Fabric } from './fabric.ts'
import { ANCHOR_X, ANCHOR_Y, AREA, MERGED, propertiesAt, SHARED } from './fabric.ts'
import { FabricBuilder } from './fabric-builder.ts'
import type { ZoomRule } from './zoom-rule.ts'

/**
 * Merges the features below the threshold, cell by cell and by their shared properties. Large
 * features stay as they are; the small ones of each cell become one feature that covers exactly the
 * same ground. The result for a feature depends on the feature and the rule alone, so two slices
 * that both hold it agree.
 */
export function coalesce(fabric: Fabric, rule: ZoomRule): Fabric {
  const { cellShift } = rule
  if (fabric.starts.every((start) => isLarge(fabric, start, rule))) return fabric
  const builder = new FabricBuilder()
  const groups = new Groups()
  const { words } = fabric
  for (const start of fabric.starts) {
    if (isLarge(fabric, start, rule)) {
      builder.copy(fabric, start)
      continue
    }
    const x = words[start + ANCHOR_X] >> cellShift
    const y = words[start + ANCHOR_Y] >> cellShift
    groups.of(sharedText(fabric, start), x, y).push(start)
  }
  const half = 2 ** (cellShift - 1)
  for (const { x, y, members } of groups.all) {
    if (members.length === 1 && words[members[0] + MERGED] > 0) {
      builder.copy(fabric, members[0])
      continue
    }
    const corner = 2 ** cellShift
    dissolve(fabric, members, [x * corner + half, y * corner + half], builder)
  }
  return builder.fabric()
}

/** True for a feature that `coalesce` leaves as it is. */
export function isLarge({ words, floats }: Fabric, start: number, { threshold }: ZoomRule) {
  return words[start + MERGED] === 0 && floats[start / 2 + AREA] >= threshold
}

/** The packed properties that survive a merge, as a text for comparisons. */
export function sharedText(fabric: Fabric, start: number): string {
  const length = fabric.words[start + SHARED]
  if (length === 0) return ''
  const at = propertiesAt(fabric, start)
  return Buffer.from(fabric.bytes.buffer, at, length).toString('latin1')
}

/** Members by shared properties and cell, in the order in which they were first met. */
class Groups {
  readonly all: { x: number; y: number; members: number[] }[] = []
  private byShared = new Map<string, Map<number, number[]>>()

  of(shared: string, x: number, y: number): number[] {
    let cells = this.byShared.get(shared)
    if (cells === undefined) {
      cells = new Map()
      this.byShared.set(shared, cells)
    }
    const cell = x * 2 ** 26 + y // a cell is 32 units or more, so both are below 2^26
    let members = cells.get(cell)
    if (members === undefined) {
      members = []
      cells.set(cell, members)
      this.all.push({ x, y, members })
    }
    return members
  }
}
