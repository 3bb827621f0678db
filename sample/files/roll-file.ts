import type { County } from '../county.ts'
import { writeCsv } from './csv.ts'
import { NAL_COLUMNS, NAL_NUMBERS } from './roll-columns.ts'
import type { ArchiveEntry } from './stored-zip.ts'

/** Columns of the roll that are texts, in quotes. */
export const NAL_TEXTS = new Set(NAL_COLUMNS.filter((column) => !NAL_NUMBERS.has(column)))

/**
 * The roll as Florida's counties send it: every column of the NAL layout, text in quotes, numbers
 * bare, empty columns without quotes, lines ended by CR LF.
 */
export function writeRoll({ roll }: County): ArchiveEntry[] {
  const content = writeCsv(NAL_COLUMNS, roll, { quoted: NAL_TEXTS, lineEnd: '\r\n' })
  return [{ name: 'NAL99F202501.csv', content }]
}
