import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { parse } from 'csv-parse'
import { StepError } from '../../terminal/step-error.ts'
import { LINE_BYTES_MAX, readLines } from '../../values/text-lines.ts'
import { type InputPoint, parsePoint } from './input-point.ts'
import { parquetPoints } from './parquet-points.ts'
import { findColumns, type PointColumns } from './point-columns.ts'

/** Longest record of a CSV file. */
const RECORD_BYTES_MAX = 1_000_000
/** A GeoJSON file is read whole; larger inputs must be CSV, Parquet or one feature a line. */
const GEOJSON_BYTES_MAX = 200_000_000

const READERS: Record<string, (file: string, columns: PointColumns) => AsyncIterable<InputPoint>> =
  {
    '.csv': (file, columns) => csvPoints(file, columns, ','),
    '.tsv': (file, columns) => csvPoints(file, columns, '\t'),
    '.ndjson': jsonLinePoints,
    '.jsonl': jsonLinePoints,
    '.geojson': geojsonPoints,
    '.json': geojsonPoints,
    '.parquet': parquetPoints,
  }

const STEP = 'read the points'

/**
 * Reads the points of a file in its order, one by one: CSV or TSV with a header, newline-delimited
 * JSON objects or GeoJSON features, a GeoJSON FeatureCollection, Parquet. An invalid point comes
 * with its problem; a file that cannot be read throws `StepError`.
 */
export async function* readPoints(file: string, columns: PointColumns): AsyncGenerator<InputPoint> {
  const suffix = /\.[^.\\/]+$/.exec(file.toLowerCase())?.[0] ?? ''
  const reader = READERS[suffix]
  if (!reader) {
    const known = Object.keys(READERS).join(', ')
    throw new StepError(
      STEP,
      file,
      `the suffix ${suffix || '(none)'} is not known`,
      `Known: ${known}.`,
    )
  }
  try {
    yield* reader(file, columns)
  } catch (cause) {
    if (cause instanceof StepError || !(cause instanceof Error)) throw cause
    const remedy = 'Correct the file, or give another.'
    throw new StepError(STEP, file, cause.message, remedy, { cause })
  }
}

async function* csvPoints(
  file: string,
  columns: PointColumns,
  delimiter: string,
): AsyncGenerator<InputPoint> {
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_BYTES_MAX,
  })
  const input = createReadStream(file)
  input.on('error', (error) => parser.destroy(error))
  input.pipe(parser)
  let indexes: { lat: number; lng: number; id: number } | null = null
  let line = 0
  for await (const cells of parser as AsyncIterable<string[]>) {
    if (!indexes) {
      const header = cells.map((cell) => cell.trim())
      const { lat, lng, id } = findColumns(header, columns, file)
      // Without an id column the index -1 selects no cell.
      const indexOf = (name: string | null) => (name === null ? -1 : header.indexOf(name))
      indexes = { lat: indexOf(lat), lng: indexOf(lng), id: indexOf(id) }
      continue
    }
    const { lat, lng, id } = indexes
    yield parsePoint(++line, { lat: cells[lat], lng: cells[lng], id: cells[id] })
  }
  if (!indexes) throw new Error('it is empty')
}

async function* jsonLinePoints(file: string, columns: PointColumns): AsyncGenerator<InputPoint> {
  let line = 0
  // Split at line feeds only: node:readline also splits at U+2028, which JSON allows in texts.
  for await (const lines of readLines(file)) {
    for (const { bytes } of lines) {
      // `trim` removes a byte order mark too.
      const text = bytes?.toString('utf8').trim()
      if (text === '') continue
      line++
      yield text === undefined
        ? parsePoint(line, `is longer than ${LINE_BYTES_MAX} bytes`)
        : objectPoint(line, parsed(text), columns)
    }
  }
}

async function* geojsonPoints(file: string, columns: PointColumns): AsyncGenerator<InputPoint> {
  const { size } = await stat(file)
  if (size > GEOJSON_BYTES_MAX)
    throw new StepError(
      STEP,
      file,
      `it has ${size} bytes, a GeoJSON file may have ${GEOJSON_BYTES_MAX}`,
      'Give a feature a line (.ndjson), CSV or Parquet.',
    )
  const value = jsonOf((await readFile(file, 'utf8')).replace(/^\uFEFF/, '')) as {
    features?: unknown
  } | null
  const features = Array.isArray(value) ? value : value?.features
  if (!Array.isArray(features)) throw new Error('it is not a FeatureCollection or a list')
  for (const [index, feature] of features.entries()) yield objectPoint(index + 1, feature, columns)
}

function parsed(text: string): unknown {
  try {
    return jsonOf(text)
  } catch {
    return undefined
  }
}

/** A number with this many digits may exceed a double: an id would change. */
const LONG_NUMBER = /\d{16}/

function jsonOf(text: string): unknown {
  // A reviver is three times slower: it is used only where a number may need it.
  return LONG_NUMBER.test(text)
    ? JSON.parse(text, exactNumber as (key: string, value: unknown) => unknown)
    : JSON.parse(text)
}

function exactNumber(_key: string, value: unknown, { source }: { source?: string }): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value)
  return isInexact && source !== undefined && /^-?\d+$/.test(source) ? source : value
}

/** Parses a GeoJSON point feature, or an object with the two coordinates as members. */
function objectPoint(line: number, value: unknown, columns: PointColumns): InputPoint {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return parsePoint(line, 'is not a JSON object')
  const object = value as Record<string, unknown>
  if (object.type !== 'Feature') {
    const found = findColumns(Object.keys(object), columns, null)
    const at = (name: string | null) => (name === null ? undefined : object[name])
    return parsePoint(line, { lat: at(found.lat), lng: at(found.lng), id: at(found.id) })
  }
  const geometry = object.geometry as { type?: unknown; coordinates?: unknown } | null
  const properties = (object.properties ?? {}) as Record<string, unknown>
  const id = columns.id === undefined ? (object.id ?? properties.id) : properties[columns.id]
  if (geometry?.type !== 'Point' || !Array.isArray(geometry.coordinates))
    return parsePoint(line, 'is a feature without a point', id)
  const [lng, lat] = geometry.coordinates
  return parsePoint(line, { lat, lng, id })
}
