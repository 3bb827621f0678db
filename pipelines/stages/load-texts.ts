import { BIGINT, type DuckDBConnection, VARCHAR } from '@duckdb/node-api'
import { identifier } from '../../values/sql-text.ts'
import { ChunkAppender } from './chunk-appender.ts'
import { BytesBuffer, IntegerBuffer } from './column-buffer.ts'
import { type ConvertedRow, convertSlice, isPlain } from './convert.ts'
import type { MeasuredSlice } from './measured-slice.ts'
import type { TextColumn } from './measured-texts.ts'
import { type FeatureReader, featuresIn } from './read.ts'
import { featureOf } from './read-features.ts'
import { SHAPE_COLUMNS, ShapeBuffers } from './shape-buffers.ts'
import type { Tally } from './tally.ts'

/**
 * Loads a layer into the table `name` as it is: `feature_number`, the reader's columns as texts,
 * and the shapes as `StagingTable` has them. Features are refused and repaired as `convertFeatures`
 * does it; but bytes go from the slice to DuckDB without becoming values of JavaScript, which a
 * roll of a million rows feels. Returns the columns in which `cleanText` would leave every text as
 * it is.
 */
export async function loadTexts(
  connection: DuckDBConnection,
  name: string,
  reader: FeatureReader,
  tally: Tally,
): Promise<Set<string>> {
  const names = [...reader.names.values()].map((column) => `${identifier(column)} VARCHAR`)
  const columns = ['feature_number BIGINT', ...names, ...SHAPE_COLUMNS]
  await connection.run(`CREATE OR REPLACE TABLE ${name} (${columns.join(', ')})`)
  const numbers = new IntegerBuffer()
  const texts = names.map(() => new BytesBuffer())
  const shapes = new ShapeBuffers()
  const appender = await ChunkAppender.create(connection, name, [
    { type: BIGINT, buffer: numbers },
    ...texts.map((buffer) => ({ type: VARCHAR, buffer })),
    ...shapes.columns,
  ])
  const clean = new Set(reader.names.values())
  for await (const stretch of reader.stretches(true)) {
    if ('missing' in stretch) {
      convertSlice(featuresIn(stretch, reader.names), noValues, tally) // for the tally's sake
      continue
    }
    const { first, features } = stretch
    const { loadable, changed } = loadableFeatures(features, first, tally)
    const columnOf = new Map(features.texts.map((column) => [column.name, column]))
    const sources = [...reader.names.keys()].map((own) => columnOf.get(own))
    for (const { name: own, isClean } of features.texts)
      if (!isClean) clean.delete(reader.names.get(own) ?? own)
    for (let from = 0; from < loadable.length; ) {
      const part = loadable.slice(from, from + appender.room)
      const at = appender.filled
      for (let i = 0; i < part.length; i++) numbers.put(at + i, first + part[i])
      texts.forEach((buffer, column) => {
        putTexts(buffer, at, sources[column], part)
      })
      for (let i = 0; i < part.length; i++) {
        const row = changed.get(part[i])
        if (row) shapes.put(at + i, row)
        else shapes.putMeasured(at + i, features, part[i])
      }
      appender.added(part.length)
      if (shapes.isFull) appender.flush()
      from += part.length
    }
  }
  appender.finish()
  return clean
}

const noValues = () => ({})

/** The features that are not rejected, and the rows of those whose shape was repaired. */
function loadableFeatures(features: MeasuredSlice, first: number, tally: Tally) {
  const loadable: number[] = []
  const changed = new Map<number, ConvertedRow<Record<string, never>>>()
  for (let i = 0; i < features.kinds.length; i++) {
    if (!isPlain(features, i)) {
      const [row] = convertSlice([featureOf(features, i, first + i, {})], noValues, tally)
      if (!row) continue
      changed.set(i, row)
    }
    loadable.push(i)
  }
  return { loadable, changed }
}

function putTexts(
  buffer: BytesBuffer,
  at: number,
  source: TextColumn | undefined,
  features: readonly number[],
): void {
  for (let row = 0; row < features.length; row++) {
    const i = features[row]
    if (!source || source.nulls[i] === 1) buffer.putNull(at + row)
    else buffer.putRange(at + row, source.bytes, i === 0 ? 0 : source.ends[i - 1], source.ends[i])
  }
}
