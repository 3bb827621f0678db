import { readFileSync, statSync } from 'node:fs'
import { bytesAt } from './bytes-at.ts'
import type { GdalField } from './gdal-field.ts'

/** How GDAL understands the bytes of a column. */
export type DbfKind = 'text' | 'flag' | 'integer' | 'real' | 'date'

export interface DbfColumn {
  name: string
  kind: DbfKind
  /** Place in the row, and bytes. */
  start: number
  length: number
}

/**
 * The encoding of texts: `as_is` where GDAL passes bytes on, `other` where only GDAL knows bytes
 * that are not ASCII.
 */
export type TextEncoding = 'as_is' | 'latin1' | 'windows_1252' | 'other'

export interface DbfHead {
  rows: number
  /** Bytes before the first row, and those of a row. */
  headBytes: number
  rowBytes: number
  columns: DbfColumn[]
  encoding: TextEncoding
}

/** Bytes before the descriptions of columns, and those of one description. */
const HEAD_BYTES = 32
const FIELD_BYTES = 32
const ENCODING_AT = 29

/** Kinds by the type of the field, then by GDAL's type of the column. */
const KINDS: Record<string, Record<string, DbfKind>> = {
  C: { string: 'text' },
  L: { string: 'flag' },
  N: { integer: 'integer', integer64: 'integer', real: 'real' },
  F: { integer: 'integer', integer64: 'integer', real: 'real' },
  D: { date: 'date' },
}

/** Encodings that a .cpg names, as GDAL understands them. */
const CODE_PAGES: Record<string, TextEncoding> = {
  'UTF-8': 'as_is',
  'ISO-8859-1': 'latin1',
  '1252': 'windows_1252',
}
/** Encodings by the language driver in the head. */
const LANGUAGE_DRIVERS: Record<number, TextEncoding> = {
  0: 'as_is',
  3: 'windows_1252',
  87: 'latin1',
}

/**
 * Reads the head of a dBASE table. Null where it is not whole, or not as GDAL describes it: a
 * memo, columns that do not fill a row.
 */
export function readDbfHead(
  dbf: string,
  codePage: string | null,
  fields: readonly GdalField[],
): DbfHead | null {
  const head = bytesAt(dbf, 0, HEAD_BYTES)
  if (head === null) return null
  const rows = head.readUInt32LE(4)
  const headBytes = head.readUInt16LE(8)
  const rowBytes = head.readUInt16LE(10)
  const described = bytesAt(dbf, HEAD_BYTES, fields.length * FIELD_BYTES)
  if (described === null || headBytes < HEAD_BYTES + described.length) return null
  if (statSync(dbf).size < headBytes + rows * rowBytes) return null
  const columns: DbfColumn[] = []
  let start = 1
  for (const [i, { name, type }] of fields.entries()) {
    const at = i * FIELD_BYTES
    const kind = KINDS[String.fromCharCode(described[at + 11])]?.[type]
    const length = described[at + 16]
    if (kind === undefined || (kind === 'date' && length !== 8)) return null
    columns.push({ name, kind, start, length })
    start += length
  }
  if (start !== rowBytes) return null
  return { rows, headBytes, rowBytes, columns, encoding: encodingOf(head, codePage) }
}

function encodingOf(head: Buffer, codePage: string | null): TextEncoding {
  if (codePage === null) return LANGUAGE_DRIVERS[head[ENCODING_AT]] ?? 'other'
  return CODE_PAGES[readFileSync(codePage, 'latin1').trim().toUpperCase()] ?? 'other'
}
