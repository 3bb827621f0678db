import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Pipeline } from '../../pipelines/pipeline.ts'
import { convertFeatures } from '../../pipelines/stages/convert.ts'
import { gdal } from '../../pipelines/stages/gdal.ts'
import { StagingTable } from '../../pipelines/stages/load.ts'
import { loadTexts } from '../../pipelines/stages/load-texts.ts'
import { openFeatures } from '../../pipelines/stages/read.ts'
import {
  type StagingOptions,
  withStagingDatabase,
} from '../../pipelines/stages/staging-database.ts'
import { Tally } from '../../pipelines/stages/tally.ts'
import { type Progress, SILENT } from '../../terminal/progress.ts'
import { rounded, seconds } from './results.ts'

/** One layer to ingest: the pipeline with a partition, and the file that both sides read. */
export interface IngestCase {
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: each pipeline reads its own kind of partition file
  pipeline: Pipeline<any>
  partition: string
  definition: object
  /** Folder of the unpacked asset, by name. */
  asset(name: string): string
  file: string
  /** In metres: then both sides turn it to lon/lat. */
  isProjected: boolean
  /** Rows that must come out; 0 where only the pipeline knows. */
  rows: number
  /** Columns of the file that the pipeline reads. */
  columns: string[]
}

const MEMORY_BYTES = 4e9

function stagingIn(folder: string): StagingOptions {
  return { spill: join(folder, 'spill'), memoryBytes: MEMORY_BYTES }
}

/**
 * Runs the pipeline as a build does: file to ordered Parquet. Seconds in all and by its steps, and
 * those of all processors together, which other work on the machine changes least.
 */
export async function runPipeline(each: IngestCase, folder: string) {
  const out = join(folder, 'out')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const steps: Record<string, number> = {}
  let parquetBytes = 0
  const before = process.cpuUsage()
  const total = await withStagingDatabase(stagingIn(folder), (database) =>
    seconds(async () => {
      const tables = await each.pipeline.run(each.definition, {
        ...database,
        partition: each.partition,
        folder: out,
        asset: async (name) => each.asset(name),
        checkWhole: async () => {},
        secret: Buffer.from('bench county: a public secret'),
        progress: timingSteps(steps),
      })
      // A pipeline that loses rows fails, however fast it is. Synthetic rows are all valid and
      // different.
      const rows = tables[0].rows
      if (each.rows > 0 && rows !== each.rows)
        throw new Error(`${each.name}: ${rows} of ${each.rows} rows came out`)
      parquetBytes = tables.reduce((sum, { file }) => sum + statSync(file).size, 0)
    }),
  )
  const { user, system } = process.cpuUsage(before)
  const cpu_s = rounded((user + system) / 1e6, 2)
  return { total_s: rounded(total, 2), cpu_s, steps, parquet_mb: rounded(parquetBytes / 1e6, 1) }
}

/** Takes the seconds between the start and the end of every step. */
function timingSteps(into: Record<string, number>): Progress {
  return {
    note() {},
    step(name) {
      const began = performance.now()
      return {
        advance() {},
        done() {
          into[name] = rounded((into[name] ?? 0) + (performance.now() - began) / 1000, 2)
        },
      }
    },
  }
}

/**
 * The steps up to the staging table in ever longer stretches, each from the start. Threads work
 * at the same time, so a longer stretch may take no longer than a shorter one.
 */
export async function timeStretches(each: IngestCase, folder: string) {
  const open = () =>
    openFeatures({ file: each.file, columns: each.columns, progress: SILENT }).slices()
  const numbered = () =>
    convertFeatures(
      open(),
      (feature) => ({ ...feature.attributes, feature_number: feature.number }),
      new Tally(),
    )
  const drain = async (batches: AsyncIterable<unknown[]>) => {
    for await (const _ of batches);
  }
  const translating = timeTranslation()
  const read_s = await seconds(() => drain(open()))
  const translate_s = translating.stop()
  const convert_s = await seconds(() => drain(numbered()))
  const texts_s = await withStagingDatabase(stagingIn(folder), ({ staging }) =>
    seconds(() => {
      const reader = openFeatures({ file: each.file, columns: each.columns, progress: SILENT })
      return loadTexts(staging, 'fabric', reader, new Tally())
    }),
  )
  const columns = each.columns.map((name) => ({
    name,
    type: 'text' as const,
    nullable: true,
    comment: '',
  }))
  const number = { name: 'feature_number', type: 'integer', nullable: false, comment: '' } as const
  const load_s = await withStagingDatabase(stagingIn(folder), ({ staging }) =>
    seconds(async () => {
      const table = await StagingTable.create(staging, 'fabric', [number, ...columns])
      for await (const rows of numbered()) table.add(rows)
      table.finish()
    }),
  )
  return {
    translate_in_thread: rounded(translate_s, 2),
    through_read: rounded(read_s, 2),
    through_convert: rounded(convert_s, 2),
    through_load: rounded(load_s, 2),
    /** Replaces the last step for a fabric of parcels. */
    through_load_as_texts: rounded(texts_s, 2),
  }
}

/** Sums the wall time of GDAL's translations, which run in a thread of their own. */
function timeTranslation() {
  const original = gdal.vectorTranslateAsync
  let sum = 0
  gdal.vectorTranslateAsync = (async (...parameters: Parameters<typeof original>) => {
    const began = performance.now()
    const result = await original(...parameters)
    sum += (performance.now() - began) / 1000
    return result
  }) as typeof original
  return {
    stop(): number {
      gdal.vectorTranslateAsync = original
      return sum
    },
  }
}
