import { GrowingArray } from './growing-array.ts'
import {
  type ColumnType,
  NULL_BOOLEAN,
  NULL_TEXT,
  type PackHeader,
  type PackValue,
  VALUE_BYTES,
} from './pack-format.ts'
import { TextWriter } from './text-writer.ts'

export interface PackColumn {
  name: string
  type: ColumnType
}

/** Writes the values of rows as records, and their texts as a separate section. */
export class RecordWriter {
  readonly columns: PackHeader['columns']
  readonly recordBytes: number
  readonly texts = new TextWriter()
  private readonly records = new GrowingArray(Uint8Array)
  private readonly record: Uint8Array
  private readonly view: DataView

  constructor(columns: readonly PackColumn[]) {
    let at = 0
    this.columns = columns.map(({ name, type }) => {
      at += VALUE_BYTES[type]
      return { name, type, at: at - VALUE_BYTES[type] }
    })
    this.recordBytes = at
    this.record = new Uint8Array(at)
    this.view = new DataView(this.record.buffer)
  }

  add(values: readonly PackValue[]): void {
    this.columns.forEach(({ type, at }, i) => {
      WRITERS[type](this.view, at, values[i], this.texts)
    })
    this.records.append(this.record)
  }

  /** Code of the text that the latest record has in a column; `NULL_TEXT` where it has none. */
  codeIn(column: number): number {
    return this.view.getUint32(this.columns[column].at, true)
  }

  bytes(): Uint8Array {
    return this.records.view()
  }
}

type WriteValue = (view: DataView, at: number, value: PackValue, texts: TextWriter) => void

const WRITERS: Record<ColumnType, WriteValue> = {
  text(view, at, value, texts) {
    view.setUint32(at, value === null ? NULL_TEXT : texts.code(`${value}`), true)
  },
  boolean(view, at, value) {
    view.setUint8(at, value === null ? NULL_BOOLEAN : +Boolean(value))
  },
  real: writeNumber,
  integer: writeNumber,
}

function writeNumber(view: DataView, at: number, value: PackValue): void {
  view.setFloat64(at, value === null ? Number.NaN : Number(value), true)
}
