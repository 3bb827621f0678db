import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Audit } from '../catalog/manifest.ts'
import type { Packs } from '../dossier/dossier.ts'
import { closePacks, openPacks, type PackedBuild, sharePacks } from '../lookup/open-packs.ts'
import { columnsOf, type Table } from '../packs/table.ts'
import { StagingTable } from '../pipelines/stages/load.ts'
import { writeOrdered } from '../pipelines/stages/order.ts'
import { OpenRasters } from '../rasters/open-rasters.ts'
import type { Progress } from '../terminal/progress.ts'
import { ThreadPool } from '../threads/thread-pool.ts'
import { tableFile } from './build-file.ts'
import { auditDerived, FAILURES_MAX } from './derived-audit.ts'
import { type DerivedJob, type DerivedRows, deriveRows, type Failure } from './derived-rows.ts'
import type { DerivedSetup } from './derived-worker.ts'
import type { MadeTable } from './made-table.ts'
import { FOOTPRINT_OVERLAPS, type OverlapDefinition, PARCEL_OVERLAPS } from './overlaps.ts'
import { parcelFactsTable } from './parcel-facts.ts'

/** Rows of a job: about a quarter of a second of work, so that threads finish together. */
const JOB_ROWS = 256
/** With fewer rows per thread, deriving them takes less time than starting the thread. */
const THREAD_ROWS_MIN = 1000
/** Memory of the database that sorts the rows; beyond it they are spilled to disk. */
const STAGING_BYTES = 1e9

export interface DeriveOptions {
  /** Threads that derive rows at the same time: the bytes are the same at any number. */
  workers: number
  /** Memory that the packs may take; the others are read by position. */
  memoryBytes: number
  /** Folder to spill into. */
  work: string
  progress: Progress
}

export interface Derived {
  tables: MadeTable[]
  audits: Audit[]
}

/**
 * Makes the analysts' tables of a build out of its packs: one row a parcel with the facts of all
 * sections, and overlaps with parcels and buildings. A build without parcels has none of these
 * tables.
 */
export async function deriveTables(
  made: readonly MadeTable[],
  packs: PackedBuild['manifest']['packs'],
  folder: string,
  options: DeriveOptions,
): Promise<Derived> {
  const wanted = tablesFor(made)
  if (wanted.length === 0) return { tables: [], audits: [] }
  const instance = await DuckDBInstance.create(':memory:', {
    temp_directory: join(options.work, 'derived-spill'),
    memory_limit: `${STAGING_BYTES / 1e6}MB`,
    preserve_insertion_order: 'true',
  })
  const connection = await instance.connect()
  try {
    const staged = new Map<string, StagingTable>()
    for (const table of wanted)
      staged.set(table.name, await StagingTable.create(connection, table.name, columnsOf(table)))
    const opened = await openPacks({ paths: { folder }, manifest: { packs } }, options.memoryBytes)
    const failures = await stageRows(staged, made, opened, folder, options).finally(() =>
      closePacks(opened),
    )
    const tables: MadeTable[] = []
    for (const table of wanted) {
      const staging = staged.get(table.name)!
      staging.finish()
      const file = tableFile(folder, table.name, 'all')
      await mkdir(dirname(file), { recursive: true })
      await writeOrdered(connection, table, table.name, file)
      tables.push({
        table,
        layer: 'platform',
        rows: staging.rows,
        partitions: [{ id: 'all', file }],
        madeFrom: 'the parcels, footprints and coverages of this build',
      })
    }
    return { tables, audits: await auditDerived(connection, tables, made, failures) }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** The derived tables that can be made from the tables of a build. */
function tablesFor(made: readonly MadeTable[]): Table[] {
  const has = (name: string) => made.some(({ table }) => table.name === name)
  const isPossible = ({ subject, against }: OverlapDefinition) => has(subject) && against.some(has)
  return [
    ...(has('parcels') ? [parcelFactsTable] : []),
    ...[PARCEL_OVERLAPS, FOOTPRINT_OVERLAPS].filter(isPossible).map(({ table }) => table),
  ]
}

/** Derives all rows and stages them as they come; `writeOrdered` sorts them. */
async function stageRows(
  staged: ReadonlyMap<string, StagingTable>,
  made: readonly MadeTable[],
  packs: Packs,
  folder: string,
  { workers, progress }: DeriveOptions,
): Promise<Failure[]> {
  const rowsOf = (name: string) => made.find(({ table }) => table.name === name)?.rows ?? 0
  const subjects = ['parcels']
  if (staged.has(FOOTPRINT_OVERLAPS.table.name)) subjects.push(FOOTPRINT_OVERLAPS.subject)
  const total = subjects.reduce((sum, name) => sum + rowsOf(name), 0)
  const step = progress.step('derive facts and overlaps', { total, unit: 'rows' })
  const failures: Failure[] = []
  const take = ({ rows, failures: failed }: DerivedRows, { from, to }: DerivedJob) => {
    for (const [name, each] of Object.entries(rows))
      staged.get(name)?.add(each.map((values) => ({ values, polygons: null })))
    failures.push(...failed.slice(0, FAILURES_MAX - failures.length))
    step.advance(to - from)
  }
  const jobs = jobsOver(subjects.map((subject) => [subject, rowsOf(subject)]))
  const threads = Math.max(1, Math.min(workers, Math.floor(total / THREAD_ROWS_MIN)))
  if (threads === 1) await runHere(jobs, packs, folder, take)
  else await runInThreads(jobs, packs, folder, threads, take)
  step.done()
  return failures
}

function* jobsOver(subjects: readonly (readonly [subject: string, rows: number])[]) {
  for (const [subject, rows] of subjects)
    for (let from = 0; from < rows; from += JOB_ROWS)
      yield { subject, from, to: Math.min(rows, from + JOB_ROWS) }
}

type Take = (answer: DerivedRows, job: DerivedJob) => void

async function runHere(jobs: Iterable<DerivedJob>, packs: Packs, folder: string, take: Take) {
  const rasters = new OpenRasters(folder)
  try {
    for (const job of jobs) {
      take(await deriveRows(packs, rasters, job), job)
      await setImmediate()
    }
  } finally {
    await rasters.close()
  }
}

async function runInThreads(
  jobs: Iterable<DerivedJob>,
  packs: Packs,
  folder: string,
  threads: number,
  take: Take,
) {
  const script = new URL('./derived-worker.ts', import.meta.url)
  const workerData: DerivedSetup = { shared: sharePacks(packs), folder }
  const pool = new ThreadPool<DerivedJob, DerivedRows>(script, { size: threads, workerData })
  try {
    await pool.runAll(jobs, take)
  } finally {
    await pool.close()
  }
}
