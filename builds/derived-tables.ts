import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Audit } from '../catalog/manifest.ts'
import { closePacks, openPacks, sharePacks } from '../lookup/open-packs.ts'
import type { Pack } from '../packs/pack-reader.ts'
import { columnsOf, type Table } from '../packs/table.ts'
import { StagingTable } from '../pipelines/stages/load.ts'
import { writeOrdered } from '../pipelines/stages/order.ts'
import { type StagingDatabase, withStagingDatabase } from '../pipelines/stages/staging-database.ts'
import { OpenRasters } from '../rasters/open-rasters.ts'
import type { Progress } from '../terminal/progress.ts'
import { ThreadPool } from '../threads/thread-pool.ts'
import { tableFile } from './build-file.ts'
import { auditDerived, FAILURES_MAX } from './derived-audit.ts'
import { type DerivedJob, type DerivedRows, deriveRows, type Failure } from './derived-rows.ts'
import type { Traces } from './derived-sources.ts'
import type { DerivedSetup } from './derived-worker.ts'
import { type EarlierFiles, holdingRows, listDerivedAnew, takeEarlier } from './earlier-rows.ts'
import { FOOTPRINT_OVERLAPS, type OverlapDefinition, PARCEL_OVERLAPS } from './overlaps.ts'
import type { MadePack } from './pack-parts.ts'
import { parcelFactsTable } from './parcel-facts.ts'
import { joinTraces, tracedPacks } from './traced-pack.ts'

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

/** A range of rows of a table that rows are derived for: those of one partition. */
export interface DerivedSubject {
  subject: string
  /** The derived rows have files of its name. */
  partition: string
  /** From the first row to before the last. */
  from: number
  to: number
}

export interface Derived {
  /** Rows of each table by its name. */
  rows: Record<string, number>
  /** Where the tables of the build were searched. */
  traces: Traces
  audits: Audit[]
}

/** What an earlier build has derived for the rows of a partition. */
export interface EarlierRows extends EarlierFiles {
  traces: Traces
  /** Numbers of the rows that are derived anew, ascending. */
  anew: readonly number[]
  /** Keys of rows that the partition had, if none has it now. */
  removed: readonly string[]
}

/**
 * The analysts' tables that can be made in a build with these tables, by the table whose rows they
 * are about: one row a parcel with the facts of all sections, and overlaps with parcels and
 * buildings.
 */
export function derivedTables(built: readonly string[]): Map<string, Table[]> {
  const isPossible = ({ against }: OverlapDefinition) =>
    against.some((name) => built.includes(name))
  const found = new Map<string, Table[]>()
  if (built.includes(PARCEL_OVERLAPS.subject))
    found.set(PARCEL_OVERLAPS.subject, [
      parcelFactsTable,
      ...(isPossible(PARCEL_OVERLAPS) ? [PARCEL_OVERLAPS.table] : []),
    ])
  if (built.includes(FOOTPRINT_OVERLAPS.subject) && isPossible(FOOTPRINT_OVERLAPS))
    found.set(FOOTPRINT_OVERLAPS.subject, [FOOTPRINT_OVERLAPS.table])
  return found
}

/** Derives rows out of the packs of a build, which it opens when it is first needed. */
export class Deriver {
  private readonly packs: MadePack[]
  private readonly folder: string
  private readonly options: DeriveOptions
  private opened: Map<string, Pack> | null = null
  private rasters: OpenRasters | null = null
  private pool: ThreadPool<DerivedJob, DerivedRows> | null = null

  /** `folder` has the packs and the rasters. */
  constructor(packs: readonly MadePack[], folder: string, options: DeriveOptions) {
    this.packs = [...packs]
    this.folder = folder
    this.options = options
  }

  async close(): Promise<void> {
    await this.pool?.close()
    await this.rasters?.close()
    if (this.opened) closePacks(this.opened)
  }

  /**
   * Derives the rows of one partition, and writes a file a table into a folder. With `earlier` only
   * some of them: the others are copied, or its file is taken where these too are as they were.
   */
  async derive(
    subject: DerivedSubject,
    tables: readonly Table[],
    into: string,
    earlier: EarlierRows | null = null,
  ): Promise<Derived> {
    const spill = join(this.options.work, 'derived-spill')
    return await withStagingDatabase({ spill, memoryBytes: STAGING_BYTES }, (database) =>
      this.deriveStaged(database, subject, tables, into, earlier),
    )
  }

  private async deriveStaged(
    database: StagingDatabase,
    subject: DerivedSubject,
    tables: readonly Table[],
    into: string,
    earlier: EarlierRows | null,
  ): Promise<Derived> {
    const connection = database.staging
    const staged = new Map<string, StagingTable>()
    for (const table of tables)
      staged.set(table.name, await StagingTable.create(connection, table.name, columnsOf(table)))
    const derived = await this.stageRows(subject, staged, earlier)
    if (earlier) {
      const pack = await this.pack(subject.subject)
      const keys = earlier.anew.map((row) => pack.value(row, tables[0].key) as string)
      await listDerivedAnew(connection, [...keys, ...earlier.removed])
    }
    const written: { table: Table; rows: number }[] = []
    for (const table of tables) {
      const staging = staged.get(table.name)!
      staging.finish()
      const file = tableFile(table.name, subject.partition)
      let rows = earlier && (await takeEarlier(connection, table, earlier, file, into))
      if (rows === null) {
        if (earlier) await staging.addFrom(connection, holdingRows(table, earlier, file))
        await mkdir(dirname(join(into, file)), { recursive: true })
        await writeOrdered(database, table, table.name, join(into, file))
        rows = staging.rows
      }
      written.push({ table, rows })
    }
    const parcels = subject.subject === PARCEL_OVERLAPS.subject ? subject.to - subject.from : null
    const { failures } = derived
    const audits = await auditDerived(connection, written, parcels, failures, subject.partition)
    const rows = Object.fromEntries(written.map(({ table, rows }) => [table.name, rows]))
    return { rows, traces: derived.traces, audits }
  }

  /** The pack of a table, which is not traced. */
  async pack(table: string): Promise<Pack> {
    return (await this.openedPacks()).get(table)!
  }

  /** Derives all rows, or those anew, and stages them as they come; `writeOrdered` sorts them. */
  private async stageRows(
    { subject, partition, from, to }: DerivedSubject,
    staged: ReadonlyMap<string, StagingTable>,
    earlier: EarlierRows | null,
  ): Promise<{ traces: Traces; failures: Failure[] }> {
    const anew = earlier?.anew ?? Array.from({ length: to - from }, (_, i) => from + i)
    const name = `derive rows of ${subject}/${partition}`
    const step = this.options.progress.step(name, { total: anew.length, unit: 'rows' })
    const traces = { ...earlier?.traces }
    const failures: Failure[] = []
    await this.runJobs([...jobsOver(subject, anew)], anew.length, (derived, job) => {
      for (const [table, each] of Object.entries(derived.rows))
        staged.get(table)?.add(each.map((values) => ({ values, polygons: null })))
      failures.push(...derived.failures.slice(0, FAILURES_MAX - failures.length))
      for (const [table, trace] of Object.entries(derived.traces))
        traces[table] = joinTraces(traces[table], trace)
      step.advance(job.rows.length)
    })
    const unchanged = to - from - anew.length
    step.done(unchanged > 0 ? `${unchanged} more as they were` : undefined)
    return { traces, failures }
  }

  private async runJobs(jobs: readonly DerivedJob[], rows: number, take: Take): Promise<void> {
    if (jobs.length === 0) return
    const { folder } = this
    const { workers } = this.options
    const shared = sharePacks(await this.openedPacks())
    if (workers > 1 && rows >= THREAD_ROWS_MIN) {
      const script = new URL('./derived-worker.ts', import.meta.url)
      const workerData: DerivedSetup = { shared, folder }
      this.pool ??= new ThreadPool<DerivedJob, DerivedRows>(script, { size: workers, workerData })
      await this.pool.runAll(jobs, take)
      return
    }
    this.rasters ??= new OpenRasters(folder)
    const traced = tracedPacks(shared)
    for (const job of jobs) {
      take(await deriveRows(traced, this.rasters, job), job)
      await setImmediate()
    }
  }

  private async openedPacks(): Promise<Map<string, Pack>> {
    const { packs, folder } = this
    const { memoryBytes } = this.options
    this.opened ??= await openPacks({ paths: { folder }, manifest: { packs } }, memoryBytes)
    return this.opened
  }
}

type Take = (answer: DerivedRows, job: DerivedJob) => void

function* jobsOver(subject: string, rows: readonly number[]): Generator<DerivedJob> {
  for (let at = 0; at < rows.length; at += JOB_ROWS)
    yield { subject, rows: rows.slice(at, at + JOB_ROWS) }
}
