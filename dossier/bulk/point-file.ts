import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { parse } from 'csv-parse'
import { StepError } from '../../terminal/step-error.ts'
import { LINE_BYTES_MAX, readLines } from '../../values/text-lines.ts'
import { type InputPoint, readPoint } from './input-point.ts'
import { parquetPoints } from './parquet-points.ts'
import { findColumns, type PointColumns } from './point-columns.ts'

/** A record of a CSV file may be this long. */
const RECORD_BYTES_MAX = 1_000_000
/** A GeoJSON file is read whole; larger inputs come as CSV, Parquet or a feature a line. */
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
 * The points of a file in its order, one by one: CSV or TSV with a header, newline-delimited JSON
 * objects or GeoJSON features, a GeoJSON FeatureCollection, Parquet. A point that cannot be asked
 * about comes with its problem; a file that cannot be read throws `StepError`.
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
  let places: { lat: number; lng: number; id: number } | null = null
  let line = 0
  for await (const cells of parser as AsyncIterable<string[]>) {
    if (!places) {
      const header = cells.map((cell) => cell.trim())
      const { lat, lng, id } = findColumns(header, columns, file)
      // -1, where there is no id, is the place of no cell.
      const place = (name: string | null) => (name === null ? -1 : header.indexOf(name))
      places = { lat: place(lat), lng: place(lng), id: place(id) }
      continue
    }
    const { lat, lng, id } = places
    yield readPoint(++line, { lat: cells[lat], lng: cells[lng], id: cells[id] })
  }
  if (!places) throw new Error('it is empty')
}

async function* jsonLinePoints(file: string, columns: PointColumns): AsyncGenerator<InputPoint> {
  let line = 0
  // By line feeds alone: node:readline also ends a line at U+2028, which JSON has inside of texts.
  for await (const lines of readLines(file)) {
    for (const { bytes } of lines) {
      // A byte order mark is white space to `trim`.
      const text = bytes?.toString('utf8').trim()
      if (text === '') continue
      line++
      yield text === undefined
        ? readPoint(line, `is longer than ${LINE_BYTES_MAX} bytes`)
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
  if (!Array.isArray(features)) throw new Error('it is no FeatureCollection and no list')
  for (const [index, feature] of features.entries()) yield objectPoint(index + 1, feature, columns)
}

function parsed(text: string): unknown {
  try {
    return jsonOf(text)
  } catch {
    return undefined
  }
}

/** So many digits may be more than a double holds: an id would come out as another one. */
const LONG_NUMBER = /\d{16}/

function jsonOf(text: string): unknown {
  // Three times slower than without it: only where a number may need it.
  return LONG_NUMBER.test(text)
    ? JSON.parse(text, exactNumber as (key: string, value: unknown) => unknown)
    : JSON.parse(text)
}

function exactNumber(_key: string, value: unknown, { source }: { source?: string }): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value)
  return isInexact && source !== undefined && /^-?\d+$/.test(source) ? source : value
}

/** A GeoJSON point feature, or an object with the two coordinates as members. */
function objectPoint(line: number, value: unknown, columns: PointColumns): InputPoint {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return readPoint(line, 'is no JSON object')
  const object = value as Record<string, unknown>
  if (object.type !== 'Feature') {
    const found = findColumns(Object.keys(object), columns, null)
    const at = (name: string | null) => (name === null ? undefined : object[name])
    return readPoint(line, { lat: at(found.lat), lng: at(found.lng), id: at(found.id) })
  }
  const geometry = object.geometry as { type?: unknown; coordinates?: unknown } | null
  const properties = (object.properties ?? {}) as Record<string, unknown>
  const id = columns.id === undefined ? (object.id ?? properties.id) : properties[columns.id]
  if (geometry?.type !== 'Point' || !Array.isArray(geometry.coordinates))
    return readPoint(line, 'is a feature without a point', id)
  const [lng, lat] = geometry.coordinates
  return readPoint(line, { lat, lng, id })
}
