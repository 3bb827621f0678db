import { rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api'
import { z } from 'zod'
import type { ExportType } from '../../exports/export-layer.ts'
import { GeoPackage } from '../../exports/geo-package.ts'
import { StepError } from '../../terminal/step-error.ts'
import { identifier, literal } from '../../values/sql-text.ts'
import { gdal } from './gdal.ts'
import { parseJson } from './json-text.ts'

/** Metadata of GeoParquet 1.0 and 1.1: https://geoparquet.org/releases/v1.1.0/ */
const GeoMetadata = z.object({
  version: z.string(),
  primary_column: z.string(),
  columns: z.record(
    z.string(),
    z.object({
      encoding: z.string(),
      /** PROJJSON; null for an unknown frame; absent for OGC:CRS84. */
      crs: z.unknown().optional(),
      edges: z.string().optional(),
    }),
  ),
})
type GeoMetadata = z.infer<typeof GeoMetadata>

const VERSIONS = /^1\.[01]\.\d+/
const LON_LAT = 'OGC:CRS84'
/** Column types that GDAL reads; others, such as lists and structures, become texts. */
const TYPES: [type: RegExp, CarriedType][] = [
  [/^(TINYINT|SMALLINT|INTEGER|BIGINT|UTINYINT|USMALLINT|UINTEGER)$/, 'integer'],
  [/^BOOLEAN$/, 'boolean'],
  [/^(FLOAT|DOUBLE|DECIMAL\(.*\)|HUGEINT|UBIGINT|UHUGEINT)$/, 'real'],
  [/^DATE$/, 'date'],
]
const CASTS = {
  integer: 'BIGINT',
  boolean: 'INTEGER',
  real: 'DOUBLE',
  date: 'VARCHAR',
  text: 'VARCHAR',
} satisfies Partial<Record<ExportType, string>>
type CarriedType = keyof typeof CASTS

/** Layer of the GeoPackage, and its column of row numbers: a name that no publisher gives one. */
const LAYER = 'features'
const ROW_ID = 'plat_row_number'
/** The file is read and removed: when it was made is nobody's business. */
const NO_TIME = '1970-01-01T00:00:00.000Z'

/**
 * The file in a format that the other stages read, made next to it once: a GeoPackage of
 * GeoParquet, a CSV of Parquet without geometry. GDAL's prebuilt binding has no Arrow and so reads
 * no Parquet. Any other file is returned as it is. Throws `StepError` for Parquet that is not whole
 * or not understood.
 */
export async function readableFile(file: string): Promise<string> {
  if (!/\.(geo)?parquet$/i.test(file)) return file
  const fail = (problem: string, cause?: unknown) => parquetError(file, problem, cause)
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '1GB' })
  const connection = await instance.connect()
  try {
    // Geometries as raw bytes: DuckDB's own reader supports fewer kinds.
    await connection.run('SET enable_geoparquet_conversion = false')
    const geo = await geoMetadata(connection, file, fail)
    const to = `${file}${geo ? '.gpkg' : '.csv'}`
    if (await stat(to).catch(() => null)) return to
    try {
      if (geo) await writeGeoPackage(connection, file, geo, to, fail)
      else await connection.run(`COPY (FROM ${scan(file)}) TO ${literal(to)} (FORMAT csv, HEADER)`)
    } catch (error) {
      await rm(to, { force: true })
      throw error instanceof StepError ? error : fail('it cannot be read to its end', error)
    }
    return to
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

type Fail = (problem: string, cause?: unknown) => StepError

function parquetError(file: string, problem: string, cause?: unknown): StepError {
  const remedy =
    'Check that the download is whole; `ogr2ogr` or GeoPandas write GeoParquet 1.1 with WKB of other editions.'
  return new StepError('read Parquet', basename(file), problem, remedy, { cause })
}

const scan = (file: string) => `read_parquet(${literal(file)})`

/** Null for Parquet without geometry. */
async function geoMetadata(
  connection: DuckDBConnection,
  file: string,
  fail: Fail,
): Promise<GeoMetadata | null> {
  let text: unknown
  try {
    const found = await connection.runAndReadAll(`
      SELECT decode(value) FROM parquet_kv_metadata(${literal(file)}) WHERE decode(key) = 'geo'`)
    text = found.getRows()[0]?.[0]
  } catch (cause) {
    throw fail('it is not Parquet, or was cut short', cause)
  }
  if (text === undefined) return null
  const geo = GeoMetadata.safeParse(parseJson(`${text}`)).data
  const primary = geo?.columns[geo.primary_column]
  if (!geo || !primary) throw fail('its metadata "geo" names no geometry column')
  if (!VERSIONS.test(geo.version))
    throw fail(`it is GeoParquet ${geo.version}, and 1.0 and 1.1 are read`)
  if (primary.encoding !== 'WKB')
    throw fail(`its geometry is encoded as ${JSON.stringify(primary.encoding)}, and WKB is read`)
  if (primary.edges !== undefined && primary.edges !== 'planar')
    throw fail(`its edges are ${primary.edges}, and planar ones are read`)
  return geo
}

async function writeGeoPackage(
  connection: DuckDBConnection,
  file: string,
  geo: GeoMetadata,
  to: string,
  fail: Fail,
): Promise<void> {
  const described = await connection.runAndReadAll(`DESCRIBE FROM ${scan(file)}`)
  const own = described.getRowObjectsJS().map(({ column_name, column_type }) => {
    return { name: `${column_name}`, type: `${column_type}` }
  })
  const geometry = geo.primary_column
  if (!own.some(({ name, type }) => name === geometry && type === 'BLOB'))
    throw fail(`it has no column ${geometry} of WKB, which its metadata names`)
  const columns = own
    .filter(({ name, type }) => !(name in geo.columns) && type !== 'BLOB')
    .map(({ name, type }) => ({
      name,
      type: TYPES.find(([fits]) => fits.test(type))?.[1] ?? 'text',
      comment: null,
    }))
  const list = [
    identifier(geometry),
    ...columns.map(({ name, type }) => `${identifier(name)}::${CASTS[type]}`),
  ]
  const wkt = frameOf(geo, fail)
  const written = new GeoPackage(to, NO_TIME)
  try {
    const layer = written.addCarriedLayer(
      { name: LAYER, about: null, geometry, columns },
      { wkt, rowId: ROW_ID },
    )
    const result = await connection.stream(`SELECT ${list.join(', ')} FROM ${scan(file)}`)
    for (;;) {
      const chunk = await result.fetchChunk()
      if (!chunk || chunk.rowCount === 0) break
      const read = list.map((_, i) => chunk.getColumnValues(i))
      for (let row = 0; row < chunk.rowCount; row++)
        layer.add(
          bytesOf(read[0][row]),
          read.slice(1).map((values) => plain(values[row])),
        )
    }
    written.finish()
  } finally {
    written.close()
  }
}

/** Coordinate system of the geometry; null when the file states that it is unknown. */
function frameOf({ columns, primary_column }: GeoMetadata, fail: Fail): string | null {
  const { crs } = columns[primary_column]
  if (crs === null) return null
  const text = crs === undefined ? LON_LAT : typeof crs === 'string' ? crs : JSON.stringify(crs)
  try {
    return gdal.SpatialReference.fromUserInput(text).toWKT()
  } catch (cause) {
    throw fail('its coordinate system is not understood', cause)
  }
}

function bytesOf(value: DuckDBValue): Uint8Array | null {
  return value === null ? null : (value as { bytes: Uint8Array }).bytes
}

function plain(value: DuckDBValue): string | number | bigint | null {
  return value as string | number | bigint | null
}
