import type { PackBlock, PackBlocks } from './pack-blocks.ts'
import {
  type ColumnType,
  NULL_BOOLEAN,
  NULL_TEXT,
  type PackHeader,
  type PackValue,
} from './pack-format.ts'
import { PackTexts } from './pack-texts.ts'

type Column = PackHeader['columns'][number]

/** The values of a pack: one record a row, read whole if the pack is on disk. */
export class PackRows {
  private readonly blocks: PackBlocks
  private readonly texts: PackTexts
  private readonly start: number
  private readonly recordBytes: number
  private readonly columns: readonly Column[]
  private readonly byName = new Map<string, Column>()
  private readonly PackRow: new (
    block: PackBlock,
    at: number,
  ) => object

  constructor({ sections, columns, record_bytes }: PackHeader, blocks: PackBlocks) {
    this.blocks = blocks
    this.texts = new PackTexts(blocks, sections.text!)
    this.start = sections.records!.offset
    this.recordBytes = record_bytes
    this.columns = columns
    for (const column of columns) this.byName.set(column.name, column)
    this.PackRow = rowClass(columns, this.texts)
  }

  /** The row; its values are decoded when they are read, so `...` does not copy it. */
  row(row: number): Record<string, PackValue> {
    const at = this.start + row * this.recordBytes
    const block = this.blocks.block(at, this.recordBytes)
    return new this.PackRow(block, at - block.start) as Record<string, PackValue>
  }

  /** All values of a row by column name. */
  values(row: number): Record<string, PackValue> {
    const record = this.row(row)
    return Object.fromEntries(this.columns.map(({ name }) => [name, record[name]]))
  }

  /** One value; undefined for an unknown column. */
  value(row: number, name: string): PackValue | undefined {
    const column = this.byName.get(name)
    if (!column) return undefined
    const at = this.start + row * this.recordBytes
    const block = this.blocks.block(at, this.recordBytes)
    return READERS[column.type](block.view, at - block.start + column.at, this.texts)
  }
}

const READERS: Record<ColumnType, (view: DataView, at: number, texts: PackTexts) => PackValue> = {
  text(view, at, texts) {
    const code = view.getUint32(at, true)
    return code === NULL_TEXT ? null : texts.of(code)
  },
  boolean(view, at) {
    const value = view.getUint8(at)
    return value === NULL_BOOLEAN ? null : value === 1
  },
  real: readNumber,
  integer: readNumber,
}

function readNumber(view: DataView, at: number): number | null {
  const value = view.getFloat64(at, true)
  return Number.isNaN(value) ? null : value
}

/** A class whose objects have the columns as getters over their record. */
function rowClass(columns: readonly Column[], texts: PackTexts) {
  class PackRow {
    readonly #view: DataView
    readonly #at: number

    constructor(block: PackBlock, at: number) {
      this.#view = block.view
      this.#at = at
    }

    static {
      for (const { name, type, at } of columns) {
        const read = READERS[type]
        Object.defineProperty(PackRow.prototype, name, {
          enumerable: true,
          get(this: PackRow) {
            return read(this.#view, this.#at + at, texts)
          },
        })
      }
    }
  }
  return PackRow
}
