/** A dBASE III column: text, number or date. */
export interface DbfField {
  /** At most 10 ASCII characters. */
  name: string
  type: 'C' | 'N' | 'F' | 'D'
  length: number
  decimals?: number
}

/** A date is YYYYMMDD; null is blank in every type. */
export type DbfValue = string | number | null

export type DbfRow = Readonly<Record<string, DbfValue>>

export const text = (name: string, length: number): DbfField => ({ name, type: 'C', length })
export const date = (name: string): DbfField => ({ name, type: 'D', length: 8 })
export const number = (name: string, length: number, decimals = 0): DbfField => ({
  name,
  type: 'N',
  length,
  decimals,
})
export const float = (name: string, length: number, decimals: number): DbfField => ({
  name,
  type: 'F',
  length,
  decimals,
})

// The header has the date of the last update; a clock would change the bytes.
const UPDATED = [2025 - 1900, 7, 1]

/** Writes a dBASE III table (the .dbf of a shapefile). Throws when a value does not fit. */
export function writeDbf(fields: readonly DbfField[], rows: readonly DbfRow[]): Buffer {
  const headerLength = 32 + fields.length * 32 + 1
  const rowLength = 1 + fields.reduce((sum, field) => sum + field.length, 0)
  const file = Buffer.alloc(headerLength + rows.length * rowLength + 1, 0)
  file[0] = 3
  file.set(UPDATED, 1)
  file.writeUInt32LE(rows.length, 4)
  file.writeUInt16LE(headerLength, 8)
  file.writeUInt16LE(rowLength, 10)
  for (const [i, field] of fields.entries()) {
    const at = 32 + i * 32
    if (field.name.length > 10) throw new Error(`DBF column name too long: ${field.name}`)
    file.write(field.name, at, 'latin1')
    file.write(field.type, at + 11, 'latin1')
    file[at + 16] = field.length
    file[at + 17] = field.decimals ?? 0
  }
  file[headerLength - 1] = 0x0d
  let at = headerLength
  for (const row of rows) {
    file[at++] = 0x20
    for (const field of fields) {
      file.write(formatDbfValue(field, row[field.name] ?? null), at, 'latin1')
      at += field.length
    }
  }
  file[at] = 0x1a
  return file
}

/** A value as wide as its column. Throws `Error` when it does not fit. */
export function formatDbfValue(field: DbfField, value: DbfValue): string {
  const { name, type, length, decimals = 0 } = field
  if (value === null) return ' '.repeat(length)
  const isNumber = type === 'N' || type === 'F'
  const formatted = isNumber ? Number(value).toFixed(decimals) : String(value)
  if (formatted.length > length || !/^[\x20-\x7e]*$/.test(formatted)) {
    throw new Error(`DBF column ${name} cannot hold ${JSON.stringify(value)}`)
  }
  return isNumber ? formatted.padStart(length) : formatted.padEnd(length)
}
