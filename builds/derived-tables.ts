import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { Audit } from '../catalog/manifest.ts'
import { closePacks, openPacks, sharePacks } from '../lookup/open-packs.ts'
import type { Pack } from '../packs/pack-reader.ts'
import { columnsOf, type Table } from '../packs/table.ts'
import { StagingTable } from '../pipelines/stages/load.ts'
import { stagingThreads, writeOrdered } from '../pipelines/stages/order.ts'
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
import { joinTraces, type PartitionStarts, tracedPacks } from './traced-pack.ts'

/** Rows of a job: about a quarter of a second of work, so that threads finish together. */
const JOB_ROWS = 256
/**
 * Rows whose searches are compared by themselves when a build changes, a multiple of those of a
 * job. Rows are in Hilbert order, so of a county next to a changed one only the blocks along the
 * border are derived anew. Their traces take about 2 KB each.
 */
const BLOCK_ROWS = 1024
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
  /** Rows of a block; tests set another number. */
  blockRows?: number
}

/** A range of rows of a table that rows are derived for: those of one partition. */
export interface DerivedSubject extends DerivedJob {
  /** The derived rows have files of its name. */
  partition: string
}

/** A range of rows of a subject, in a form that is JSON. */
export interface DerivedBlock {
  /** Where the tables of the build were searched. */
  traces: Traces
  /** True where a section threw on one of the rows. */
  hasFailed: boolean
}

export interface Derived {
  /** Rows of each table by its name. */
  rows: Record<string, number>
  /** All blocks, in the order of their rows. */
  blocks: DerivedBlock[]
  audits: Audit[]
}

/** What an earlier build has derived for the same rows. */
export interface EarlierBlocks extends EarlierFiles {
  /** Its blocks whose derived rows still hold, and null for the others. */
  blocks: readonly (DerivedBlock | null)[]
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
  private readonly starts: PartitionStarts
  private readonly folder: string
  private readonly options: DeriveOptions
  private readonly blockRows: number
  private opened: Map<string, Pack> | null = null
  private rasters: OpenRasters | null = null
  private pool: ThreadPool<DerivedJob, DerivedRows> | null = null

  /** `folder` has the packs and the rasters. */
  constructor(packs: readonly MadePack[], folder: string, options: DeriveOptions) {
    this.packs = [...packs]
    this.starts = startsOf(packs)
    this.folder = folder
    this.options = options
    this.blockRows = options.blockRows ?? BLOCK_ROWS
  }

  async close(): Promise<void> {
    await this.pool?.close()
    await this.rasters?.close()
    if (this.opened) closePacks(this.opened)
  }

  /**
   * Derives the rows of one partition, and writes a file a table into a folder. Those of `earlier`
   * that still hold are copied; its file is taken as it is where the others are as they were.
   */
  async derive(
    subject: DerivedSubject,
    tables: readonly Table[],
    into: string,
    earlier: EarlierBlocks | null = null,
  ): Promise<Derived> {
    const instance = await DuckDBInstance.create(':memory:', {
      temp_directory: join(this.options.work, 'derived-spill'),
      memory_limit: `${STAGING_BYTES / 1e6}MB`,
      threads: stagingThreads(),
      preserve_insertion_order: 'true',
    })
    const connection = await instance.connect()
    try {
      return await this.deriveStaged(connection, subject, tables, into, earlier)
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  }

  private async deriveStaged(
    connection: DuckDBConnection,
    subject: DerivedSubject,
    tables: readonly Table[],
    into: string,
    earlier: EarlierBlocks | null,
  ): Promise<Derived> {
    const staged = new Map<string, StagingTable>()
    for (const table of tables)
      staged.set(table.name, await StagingTable.create(connection, table.name, columnsOf(table)))
    const blocks = this.blocksOf(subject, earlier)
    const derived = await this.stageRows(subject, staged, blocks)
    const holding = earlier !== null && blocks.some((block) => block.holding) ? earlier : null
    if (holding) {
      const keys = await this.keysAnew(subject.subject, tables[0].key, blocks)
      await listDerivedAnew(connection, keys)
    }
    const written: { table: Table; rows: number }[] = []
    for (const table of tables) {
      const staging = staged.get(table.name)!
      staging.finish()
      const file = tableFile(table.name, subject.partition)
      let rows = holding && (await takeEarlier(connection, table, holding, file, into))
      if (rows === null) {
        if (holding) await staging.addFrom(connection, holdingRows(table, holding, file))
        await mkdir(dirname(join(into, file)), { recursive: true })
        await writeOrdered(connection, table, table.name, join(into, file))
        rows = staging.rows
      }
      written.push({ table, rows })
    }
    const parcels = subject.subject === PARCEL_OVERLAPS.subject ? subject.to - subject.from : null
    const { failures } = derived
    const audits = await auditDerived(connection, written, parcels, failures, subject.partition)
    const rows = Object.fromEntries(written.map(({ table, rows }) => [table.name, rows]))
    return { rows, blocks: derived.blocks, audits }
  }

  private blocksOf({ from, to }: DerivedSubject, earlier: EarlierBlocks | null): Block[] {
    const blocks: Block[] = []
    for (let first = from; first < to; first += this.blockRows) {
      const holding = earlier?.blocks[blocks.length] ?? null
      blocks.push({ from: first, to: Math.min(to, first + this.blockRows), holding })
    }
    return blocks
  }

  /** The keys of the rows of the blocks that are derived anew. */
  private async keysAnew(
    subject: string,
    key: string,
    blocks: readonly Block[],
  ): Promise<string[]> {
    const anew = blocks.filter(({ holding }) => !holding)
    if (anew.length === 0) return []
    const pack = (await this.openedPacks()).get(subject)!
    return anew.flatMap(({ from, to }) =>
      Array.from({ length: to - from }, (_, i) => pack.value(from + i, key) as string),
    )
  }

  /** Derives all rows of the new blocks and stages them as they come; `writeOrdered` sorts them. */
  private async stageRows(
    { subject, partition, from, to }: DerivedSubject,
    staged: ReadonlyMap<string, StagingTable>,
    blocks: readonly Block[],
  ): Promise<{ blocks: DerivedBlock[]; failures: Failure[] }> {
    const made = blocks.map(
      ({ holding }): DerivedBlock => holding ?? { traces: {}, hasFailed: false },
    )
    const anew = blocks.filter(({ holding }) => !holding)
    const rows = anew.reduce((sum, block) => sum + block.to - block.from, 0)
    const name = `derive rows of ${subject}/${partition}`
    const step = this.options.progress.step(name, { total: rows, unit: 'rows' })
    const failures: Failure[] = []
    const jobs = anew.flatMap((block) => [...jobsOver(subject, block.from, block.to)])
    await this.runJobs(jobs, rows, (derived, job) => {
      for (const [table, each] of Object.entries(derived.rows))
        staged.get(table)?.add(each.map((values) => ({ values, polygons: null })))
      failures.push(...derived.failures.slice(0, FAILURES_MAX - failures.length))
      const block = made[Math.floor((job.from - from) / this.blockRows)]
      block.hasFailed ||= derived.failures.length > 0
      for (const [table, trace] of Object.entries(derived.traces))
        block.traces[table] = joinTraces(block.traces[table], trace)
      step.advance(job.to - job.from)
    })
    const unchanged = to - from - rows
    step.done(unchanged > 0 ? `${unchanged} more as they were` : undefined)
    return { blocks: made, failures }
  }

  private async runJobs(jobs: readonly DerivedJob[], rows: number, take: Take): Promise<void> {
    if (jobs.length === 0) return
    const { starts, folder } = this
    const { workers } = this.options
    const shared = sharePacks(await this.openedPacks())
    if (workers > 1 && rows >= THREAD_ROWS_MIN) {
      const script = new URL('./derived-worker.ts', import.meta.url)
      const workerData: DerivedSetup = { shared, starts, folder }
      this.pool ??= new ThreadPool<DerivedJob, DerivedRows>(script, { size: workers, workerData })
      await this.pool.runAll(jobs, take)
      return
    }
    this.rasters ??= new OpenRasters(folder)
    const traced = tracedPacks(shared, starts)
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

/** Rows of a block; `holding` is what an earlier build has of it, while its rows still hold. */
interface Block {
  from: number
  to: number
  holding: DerivedBlock | null
}

type Take = (answer: DerivedRows, job: DerivedJob) => void

function startsOf(packs: readonly MadePack[]): PartitionStarts {
  const starts: PartitionStarts = {}
  const ends = new Map<string, number>()
  for (const { table, partitions } of packs)
    for (const { rows } of partitions) {
      const start = ends.get(table) ?? 0
      starts[table] ??= []
      starts[table].push(start)
      ends.set(table, start + rows)
    }
  return starts
}

function* jobsOver(subject: string, first: number, end: number): Generator<DerivedJob> {
  for (let from = first; from < end; from += JOB_ROWS)
    yield { subject, from, to: Math.min(end, from + JOB_ROWS) }
}
