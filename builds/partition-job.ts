import { rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { oldestCopy } from '../catalog/clocks.ts'
import type { Asset } from '../catalog/lock.ts'
import { assetsFolder } from '../catalog/plat-home.ts'
import { areaM2 } from '../geometry/geodesic-area.ts'
import { polygonsToWkb } from '../geometry/wkb.ts'
import { areaNameOf, type ReportedLand } from '../pipelines/partition.ts'
import type { PartitionTable } from '../pipelines/pipeline.ts'
import { fetchAsset } from '../pipelines/stages/fetch.ts'
import { heldAssetResolver, sampleWriter } from '../pipelines/stages/fetch-sample.ts'
import { withStagingDatabase } from '../pipelines/stages/staging-database.ts'
import { unpackAsset } from '../pipelines/stages/unpack.ts'
import { checkWhole } from '../pipelines/stages/whole-file.ts'
import type { Progress } from '../terminal/progress.ts'
import { StepError } from '../terminal/step-error.ts'
import { joinNotes } from '../values/joined-notes.ts'
import { vintageOf } from './content-vintage.ts'
import { keySecret } from './key-secret.ts'
import { INPUTS_FILE } from './partition-inputs.ts'
import type { PartitionJob } from './plan.ts'
import type { ResultStore, StoredResult } from './result-store.ts'

/** Description of a finished partition, in `done.json` next to its Parquet files. */
export interface FinishedPartition {
  layer: string
  partition: string
  county: { fips: string; name: string } | null
  area_name: string
  tables: FinishedTable[]
}

export interface FinishedTable {
  table: string
  file: string
  rows: number
  /** Area of all rows, stacked ones once. */
  area_km2: number
  rejects: Record<string, { count: number; example: string }>
  repairs: Record<string, { count: number; area_change_m2: number }>
  cases: Record<string, number>
  /** Raster files next to the Parquet files, whose rows name them as `rasters/<file>`. */
  rasters: { file: string; width: number; height: number; cells_with_value: number }[]
  coverage: {
    /** WKB in hex: a coverage is small, and one file is simpler than two. Null: not declared. */
    wkb: string | null
    area_km2: number
    from: string
    outside: 'unmapped' | 'minimal' | 'nothing'
    evidence: string | null
    note: string
    has_roll: boolean | null
    feeds_unavailable: string[]
    reported_land: ReportedLand | null
  }
  source: {
    id: string
    title: string
    vintage: string
    attribution: string
    retrieved_at: string
    is_fictional: boolean
  }
}

export interface JobOptions {
  home: string
  /** Folder for staging databases and unpacked assets; removed afterwards. */
  work: string
  /** Bytes of memory that DuckDB may take for this partition. */
  memoryBytes: number
  progress: Progress
}

/** Makes one partition, or finds the stored one that the same code made from the same bytes. */
export async function runPartition(
  job: PartitionJob,
  store: ResultStore,
  options: JobOptions,
): Promise<StoredResult<FinishedPartition>> {
  const result = await store.find(`${job.pipeline.id}-${job.fingerprint}`, async (folder) => {
    const tables = await runPipeline(job, folder, options)
    const finished = describe(job, tables)
    checkRows(finished)
    await writeFile(join(folder, INPUTS_FILE), JSON.stringify(job.inputs))
    await rm(workFolder(job, options.work), { recursive: true, force: true })
    return finished
  })
  if (!result.isNew)
    options.progress.note(`${job.pipeline.id}/${job.partition}: unchanged, taken from the store`)
  return result
}

/**
 * Throws for a table without rows, which is a wrong input, before packs and tiles are made of it.
 */
function checkRows({ layer, partition, tables }: FinishedPartition): void {
  const empty = tables.find(({ rows }) => rows === 0)
  if (!empty) return
  const refused = Object.entries(empty.rejects).map(([stat, { count }]) => `${count} ${stat}`)
  throw new StepError(
    'make the table',
    `${layer}/${partition}`,
    `no row of ${empty.table} is left: ${refused.join(', ')}`,
    'Check that the partition file names the layer or the file that holds its rows.',
  )
}

/** A folder of the job for spilled rows and unpacked assets. */
function workFolder({ pipeline, fingerprint }: PartitionJob, work: string): string {
  return join(work, `assets-${pipeline.id}-${fingerprint}`)
}

async function runPipeline(job: PartitionJob, folder: string, options: JobOptions) {
  const { work, home, memoryBytes, progress } = options
  const spill = join(workFolder(job, work), 'spill')
  return await withStagingDatabase({ spill, memoryBytes }, (database) =>
    job.pipeline.run(job.definition, {
      ...database,
      partition: job.partition,
      folder,
      asset: assetFolders(job, home, work, progress),
      checkWhole: wholeChecks(job),
      secret: keySecret(),
      progress: named(progress, `${job.pipeline.id}/${job.partition}`),
    }),
  )
}

/** Fetches and unpacks an asset once, however many layers of it are read. */
function assetFolders(job: PartitionJob, home: string, work: string, progress: Progress) {
  const folders = new Map<string, Promise<string>>()
  const resolve = heldAssetResolver(sampleWriter(progress, home))
  const prepare = async (name: string): Promise<string> => {
    const asset = assetOf(job, name)
    const fetched = await fetchAsset(asset, { into: assetsFolder(home), resolve, progress })
    const into = join(workFolder(job, work), asset.sha256)
    const { folder } = await unpackAsset(fetched.file, { into, name: asset.name, progress })
    return folder
  }
  return (name: string) => {
    const known = folders.get(name) ?? prepare(name)
    folders.set(name, known)
    return known
  }
}

/** Checks a file once, however many layers of it are read. */
function wholeChecks(job: PartitionJob) {
  const checks = new Map<string, Promise<void>>()
  return (asset: string, file: string) => {
    const check = checks.get(file) ?? checkWhole(file, assetOf(job, asset))
    checks.set(file, check)
    return check
  }
}

/** The asset `<asset>` of the partition's lock, or `<lock>/<asset>` of another that it names. */
function assetOf({ pipeline, partition, lock, otherLocks }: PartitionJob, name: string): Asset {
  const fail = (problem: string, remedy: string) =>
    new StepError('find the asset', `${pipeline.id}/${partition}`, problem, remedy)
  const slash = name.indexOf('/')
  const lockId = slash < 0 ? lock.id : name.slice(0, slash)
  const found = [lock, ...otherLocks].find(({ id }) => id === lockId)
  if (!found) throw fail(`it names no lock ${lockId}`, `Add it to "other_locks".`)
  const asset = found.assets.find((candidate) => candidate.name === name.slice(slash + 1))
  if (asset) return asset
  const has = found.assets.map((each) => each.name).join(', ')
  throw fail(`the lock ${lockId} has no asset ${name.slice(slash + 1)}`, `It has ${has}.`)
}

function describe(job: PartitionJob, tables: PartitionTable[]): FinishedPartition {
  const { lock, source, definition } = job
  const content = vintageOf(definition, lock)
  return {
    layer: job.pipeline.id,
    partition: job.partition,
    county: definition.county ?? null,
    area_name: areaNameOf(definition, `${job.pipeline.id}/${job.partition}`),
    tables: tables.map(({ table, file, rows, area_km2, tally, coverage, rasters = [] }) => ({
      table: table.name,
      file: basename(file),
      rows,
      area_km2,
      rejects: tally.rejects,
      repairs: tally.repairs,
      cases: tally.cases,
      rasters: rasters.map((raster) => ({ ...raster, file: basename(raster.file) })),
      coverage: {
        wkb: coverage.polygons && Buffer.from(polygonsToWkb(coverage.polygons)).toString('hex'),
        area_km2: coverage.polygons ? areaM2(coverage.polygons) / 1e6 : 0,
        from: coverage.from,
        outside: coverage.outside,
        evidence: coverage.evidence,
        note: joinNotes(coverage.note, content.note),
        has_roll: coverage.has_roll ?? null,
        feeds_unavailable: [...(coverage.feeds_unavailable ?? [])],
        reported_land: coverage.reported_land ?? null,
      },
      source: {
        id: source.id,
        title: source.title,
        vintage: content.vintage,
        attribution: source.attribution,
        retrieved_at: oldestCopy(lock),
        is_fictional: source.fictional,
      },
    })),
  }
}

/** Names the partition in every line, because several run at once. */
function named(progress: Progress, name: string): Progress {
  return {
    step: (step, options) => progress.step(`${name}: ${step}`, options),
    note: (text) => progress.note(`${name}: ${text}`),
  }
}
