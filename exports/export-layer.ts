/** Type of a column in files for GIS programs. `json` is a text of JSON: a list or a structure. */
export type ExportType =
  | 'boolean'
  | 'integer'
  | 'real'
  | 'date'
  | 'datetime'
  | 'text'
  | 'json'
  | 'blob'

/**
 * A value of its column's type: dates are ISO texts, instants ISO texts in UTC. Null is absent, as
 * in a database.
 */
export type ExportValue = string | number | bigint | boolean | Uint8Array | null

export interface ExportColumn {
  name: string
  type: ExportType
  /** The column's meaning, with its unit; null where nothing states it. */
  comment: string | null
}

/** Rows of one kind in a file, as GIS programs list them. */
export interface ExportLayer {
  name: string
  /** One sentence about a row; null where nothing states it. */
  about: string | null
  /** Name of the column of shapes; null for rows without shapes. */
  geometry: string | null
  /** All columns but the one of shapes, in order. Their names differ in more than case. */
  columns: readonly ExportColumn[]
}

export interface ExportRow {
  /** WKB in lon/lat; null for a row without a shape. */
  shape: Uint8Array | null
  /** Values by column, in order. */
  values: readonly ExportValue[]
}
