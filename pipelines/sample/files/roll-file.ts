import type { County } from '../county.ts'
import { NAL_COLUMNS, NAL_NUMBERS } from './roll-columns.ts'
import type { ArchiveEntry } from './stored-zip.ts'

/**
 * The roll as Florida's counties send it: every column of the NAL layout, text in quotes, numbers
 * bare, empty columns without quotes, lines ended by CR LF.
 */
export function writeRoll({ roll }: County): ArchiveEntry[] {
  const lines = roll.map((row) =>
    NAL_COLUMNS.map((column) => {
      const value = row[column] ?? ''
      if (value === '' || NAL_NUMBERS.has(column)) return String(value)
      return `"${String(value).replaceAll('"', '""')}"`
    }).join(','),
  )
  const csv = [NAL_COLUMNS.join(','), ...lines, ''].join('\r\n')
  return [{ name: 'NAL99F202501.csv', content: Buffer.from(csv) }]
}
