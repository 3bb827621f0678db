import { GrowingArray } from './growing-array.ts'
import {
  type ColumnType,
  NULL_BOOLEAN,
  NULL_TEXT,
  type PackHeader,
  type PackValue,
  VALUE_BYTES,
} from './pack-format.ts'

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

/** Writes distinct texts once each. */
class TextWriter {
  private readonly codes = new Map<string, number>()
  private readonly text = new GrowingArray(Uint8Array)
  private readonly encoder = new TextEncoder()

  /** Offset of the text in words. */
  code(text: string): number {
    let code = this.codes.get(text)
    if (code === undefined) {
      code = this.text.length / 4
      if (code >= NULL_TEXT) throw new Error('a pack holds at most 16 GiB of texts')
      this.codes.set(text, code)
      const bytes = this.encoder.encode(text)
      this.text.append(new Uint8Array(Uint32Array.of(bytes.length).buffer))
      this.text.append(bytes)
      this.text.append(new Uint8Array((4 - (bytes.length % 4)) % 4))
    }
    return code
  }

  bytes(): Uint8Array {
    return this.text.view()
  }
}
