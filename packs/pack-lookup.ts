import type { PackBlocks } from './pack-blocks.ts'
import { type Extent, hashKey } from './pack-format.ts'

/** Finds rows by the value of one column, over the arrays that `key-slots.ts` makes. */
export class PackLookup {
  private readonly blocks: PackBlocks
  private readonly slot: Extent
  private readonly next: Extent | null
  private readonly valueIn: (row: number) => unknown

  constructor(
    blocks: PackBlocks,
    slot: Extent,
    next: Extent | null,
    valueIn: (row: number) => unknown,
  ) {
    this.blocks = blocks
    this.slot = slot
    this.next = next
    this.valueIn = valueIn
  }

  /** Rows with the value, ascending; the one row where values are unique. */
  rowsOf(value: string): number[] {
    const { offset, length } = this.slot
    const mask = length / 4 - 1
    for (let at = hashKey(value) & mask; ; at = (at + 1) & mask) {
      const first = this.number(offset, at)
      if (first === 0) return []
      if (this.valueIn(first - 1) === value) return this.chain(first)
    }
  }

  private chain(first: number): number[] {
    if (!this.next) return [first - 1]
    const rows: number[] = []
    for (let row = first; row !== 0; row = this.number(this.next.offset, row - 1))
      rows.push(row - 1)
    return rows
  }

  private number(offset: number, index: number): number {
    const at = offset + index * 4
    return this.blocks.block(at, 4).uint32(at)
  }
}
