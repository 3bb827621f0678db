import { rm, writeFile } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { textOf } from '../../builds/query-answer.ts'
import { attributionLine, type Credits, creditLines } from '../../exports/credits.ts'
import { csvLine } from '../../exports/csv-line.ts'
import type { ExportLayer, ExportRow, ExportValue } from '../../exports/export-layer.ts'
import { GeoPackage } from '../../exports/geo-package.ts'
import { geoJsonTexts } from '../../exports/geojson-text.ts'
import { GEOPARQUET_VERSION, ROW_GROUP_ROWS } from '../../pipelines/stages/order.ts'
import type { Progress } from '../../terminal/progress.ts'
import { StepError } from '../../terminal/step-error.ts'
import { literal } from '../../values/sql-text.ts'

type Rows = AsyncIterable<readonly ExportRow[]>

/** Writes a GeoPackage of one layer. */
export async function writeGeoPackage(
  file: string,
  layer: ExportLayer,
  rows: Rows,
  credits: Credits,
): Promise<void> {
  const written = new GeoPackage(file, credits.created_at)
  try {
    const added = written.addLayer({ ...layer, about: describe(layer, credits) })
    for await (const some of rows) for (const { shape, values } of some) added.add(shape, values)
    written.describe({
      ATTRIBUTION: attributionLine(credits),
      BUILD: credits.build,
      ...(credits.fictional !== null && { FICTIONAL: credits.fictional }),
      SOURCES: JSON.stringify(credits.sources),
    })
    written.finish()
  } finally {
    written.close()
  }
}

/**
 * Writes a FlatGeobuf, by way of a GeoPackage next to it that is removed. Throws `StepError` for a
 * row without a shape, which FlatGeobuf leaves out.
 */
export async function writeFlatGeobufOf(
  file: string,
  layer: ExportLayer,
  rows: Rows,
  credits: Credits,
  progress: Progress,
): Promise<void> {
  const { writeFlatGeobuf } = await import('../../pipelines/stages/flat-geobuf-file.ts')
  const middle = `${file}.gpkg`
  let count = 0
  async function* counted() {
    for await (const some of rows) {
      count += some.length
      if (some.some(({ shape }) => shape === null)) throw shapeless(layer)
      yield some
    }
  }
  try {
    await writeGeoPackage(middle, layer, counted(), credits)
    const comments = layer.columns.flatMap(({ name, comment }) =>
      comment === null ? [] : [[name, comment] as const],
    )
    const step = progress.step('sort and index its features')
    const written = await writeFlatGeobuf(middle, file, {
      title: layer.name,
      description: describe(layer, credits),
      metadata: JSON.stringify({ attribution: attributionLine(credits), credits }),
      comments: new Map(comments),
    })
    step.done()
    if (written !== count) throw shapeless(layer)
  } finally {
    await rm(middle, { force: true })
  }
}

function shapeless({ name, geometry }: ExportLayer): StepError {
  return new StepError(
    'write the layer',
    name,
    'some of its rows have no shape or an empty one, and FlatGeobuf leaves those out',
    `Select rows with \`WHERE ${geometry} IS NOT NULL\`, or write .gpkg, .geojson, .parquet or .csv.`,
  )
}

/** Writes a FeatureCollection. */
export async function writeGeoJson(
  file: string,
  layer: ExportLayer,
  rows: Rows,
  credits: Credits,
): Promise<void> {
  await writeFile(file, geoJsonTexts(layer, rows, credits), { flag: 'wx' })
}

/** Writes a CSV with a line of names. The columns hold shapes as WKT already. */
export async function writeCsv(file: string, layer: ExportLayer, rows: Rows): Promise<void> {
  async function* lines() {
    yield `${csvLine(layer.columns.map(({ name }) => name))}\n`
    for await (const some of rows)
      yield some.map(({ values }) => `${csvLine(values.map(cellOf))}\n`).join('')
  }
  await writeFile(file, lines(), { flag: 'wx' })
}

function cellOf(value: ExportValue): string | null {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'bigint' ? `${value}` : textOf(value)
}

/** Writes (Geo)Parquet as the tables of a build have it, and returns the number of rows. */
export async function writeParquet(
  connection: DuckDBConnection,
  from: string,
  file: string,
  credits: Credits,
): Promise<number> {
  const notes = literal(JSON.stringify({ attribution: attributionLine(credits), credits }))
  // DuckDB would write to another name first, which it may not open.
  const copied = await connection.runAndReadAll(`
    COPY (FROM ${from}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd,
      GEOPARQUET_VERSION '${GEOPARQUET_VERSION}', ROW_GROUP_SIZE ${ROW_GROUP_ROWS}, KV_METADATA {plat: ${notes}},
      USE_TMP_FILE false)`)
  return Number(copied.getRows()[0][0])
}

function describe({ about }: ExportLayer, credits: Credits): string {
  return [...(about === null ? [] : [about]), ...creditLines(credits)].join(' ')
}
