import { basename } from 'node:path'
import { UsageError } from '../../terminal/command.ts'
import { nearestWord } from '../../terminal/nearest-word.ts'

/** Formats of rows for GIS programs, which are the endings of their files too. */
const EXPORT_FORMATS = ['gpkg', 'fgb', 'csv', 'parquet', 'geojson'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The file that rows are written to. */
export interface ExportFile {
  path: string
  format: ExportFormat
  /** Replace a file that is there. */
  force: boolean
}

/** Reads `--out` and `--force`. Throws `UsageError` for an ending that names no format. */
export function readExportFile(path: string, force: boolean): ExportFile {
  const ending = /\.([^.]*)$/.exec(basename(path))?.[1].toLowerCase() ?? ''
  const format = EXPORT_FORMATS.find((each) => each === ending)
  if (format) return { path, format, force }
  const near = nearestWord(ending, [...EXPORT_FORMATS])
  const guess = near === null ? '' : ` Did you mean .${near}?`
  const all = `${EXPORT_FORMATS.slice(0, -1)
    .map((each) => `.${each}`)
    .join(', ')} or .${EXPORT_FORMATS.at(-1)}`
  throw new UsageError(`--out must end in ${all}, got ${JSON.stringify(path)}.${guess}`)
}

/** Prefixes that GeoPackage and SQLite reserve for tables of their own. */
const RESERVED = /^(gpkg|rtree|sqlite)_/i

/** Name of a layer of rows that have none: that of their file without its ending. */
export function layerNameOf(path: string): string {
  const name = basename(path).replace(/\.[^.]*$/, '') || 'rows'
  return RESERVED.test(name) ? `layer_${name}` : name
}

/** Path of the text with the credits, for the format that has no place for them. */
export function creditsFile({ path, format }: ExportFile): string | null {
  return format === 'csv' ? `${path}.txt` : null
}
