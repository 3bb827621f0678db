import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBValue,
} from '@duckdb/node-api'
import PQueue from 'p-queue'
import type { GuardedFile } from '../../catalog/guarded-file.ts'
import { UnavailableFile } from '../../catalog/unavailable-file.ts'
import type { ServedBuild } from './build-source.ts'

/** Memory of DuckDB per build and thread: cached pages of the file, and what a query sorts. */
const MEMORY_LIMIT = '128MB'
/** Queries that may wait in one thread; more are refused. */
const QUERIES_WAITING_MAX = 32
/** Longest time for a query, measured from the call: the wait in the queue counts. */
const QUERY_DEADLINE_MS = 2_000
/** DuckDB ignores an interruption that comes before the query has started, so it is repeated. */
const INTERRUPT_EVERY_MS = 50

/**
 * Descriptors that must be free before DuckDB opens a file: with none it ends the process instead
 * of throwing, with one it fails on the second file.
 */
const FREE_DESCRIPTORS = 8

const MONOTONIC = () => performance.now()

export interface BuildDatabaseOptions {
  /** Longest time for a query. */
  deadline_ms?: number
  guard?: GuardedFile | null
  /** A monotonic clock in ms. */
  now?: () => number
}

/**
 * The query has no answer now: the queue is full, the answer was late, or the file could not be
 * opened.
 */
export class DatabaseBusy extends Error {
  constructor(problem: string, options?: ErrorOptions) {
    super(problem, options)
    this.name = 'DatabaseBusy'
  }
}

/**
 * The DuckDB file of a build, for the few queries that its packs cannot answer. Read-only; runs one
 * query at a time on a thread of its own, outside the event loop.
 */
export class BuildDatabase {
  private readonly instance: DuckDBInstance
  private readonly connection: DuckDBConnection
  private readonly queue = new PQueue({ concurrency: 1 })
  private readonly deadline_ms: number
  /**
   * Prepared statements by their SQL: callers have a handful of them, and values are always bound.
   */
  private readonly prepared = new Map<string, DuckDBPreparedStatement>()
  private readonly now: () => number
  private readonly guard: GuardedFile | null
  private readonly generation: number | undefined
  private isBroken = false
  private isClosed = false

  private constructor(
    instance: DuckDBInstance,
    connection: DuckDBConnection,
    { deadline_ms = QUERY_DEADLINE_MS, guard = null, now = MONOTONIC }: BuildDatabaseOptions,
  ) {
    this.instance = instance
    this.connection = connection
    this.deadline_ms = deadline_ms
    this.now = now
    this.guard = guard
    this.generation = guard?.generation
  }

  /**
   * Opens the database. With `guard`, which watches the same file, no query is answered from a file
   * that changed.
   */
  static async open(file: string, options: BuildDatabaseOptions = {}): Promise<BuildDatabase> {
    assertDescriptors()
    const instance = await DuckDBInstance.create(file, {
      access_mode: 'READ_ONLY',
      threads: '1',
      memory_limit: MEMORY_LIMIT,
      // DuckDB may read the build and nothing else of this machine, and may write nothing.
      enable_external_access: 'false',
      max_temp_directory_size: '0KB',
      lock_configuration: 'true',
    })
    const connection = await instance.connect()
    const database = new BuildDatabase(instance, connection, options)
    try {
      options.guard?.expectWholeAtPath()
    } catch (error) {
      database.close()
      throw error
    }
    return database
  }

  /** True when DuckDB may have cached blocks of a damaged file: the database must be reopened. */
  get isStale(): boolean {
    return this.isBroken || this.generation !== this.guard?.generation
  }

  /** Rows of a statement with its values bound. Throws `DatabaseBusy` where none come in time. */
  async query(sql: string, values: readonly DuckDBValue[]): Promise<DuckDBValue[][]> {
    if (this.queue.size >= QUERIES_WAITING_MAX) throw new DatabaseBusy('too many queries wait')
    const until = this.now() + this.deadline_ms
    return await this.queue.add(() => this.run(sql, values, until))
  }

  /** Closes the database. No query may be running or be sent afterwards. */
  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.connection.closeSync()
    this.instance.closeSync()
  }

  /** Closes the database when all queries are answered. */
  async closeLater(): Promise<void> {
    await this.queue.onIdle()
    this.close()
  }

  private async run(sql: string, values: readonly DuckDBValue[], until: number) {
    const late = () => this.now() >= until
    if (late()) throw new DatabaseBusy('the query waited too long')
    const watch = setInterval(() => late() && this.connection.interrupt(), INTERRUPT_EVERY_MS)
    try {
      const statement = this.prepared.get(sql) ?? (await this.connection.prepare(sql))
      this.prepared.set(sql, statement)
      statement.bind([...values])
      const rows = (await statement.runAndReadAll()).getRows()
      this.guard?.expectWhole()
      return rows
    } catch (cause) {
      // DuckDB verifies a checksum of each block, so it finds damage that the guard cannot see.
      this.isBroken ||= /^(?:IO|FATAL|INTERNAL|Serialization) Error/i.test((cause as Error).message)
      this.guard?.expectWhole()
      if (this.isBroken) throw new DatabaseBusy('its file cannot be read', { cause })
      if (late()) throw new DatabaseBusy('the query took too long', { cause })
      throw cause
    } finally {
      clearInterval(watch)
    }
  }
}

/** One open database per build and thread. */
const opened = new WeakMap<ServedBuild, Promise<BuildDatabase>>()

/**
 * The database of a leased build: opened by the first call, reopened when its file was damaged
 * meanwhile, and closed with the build. Throws `UnavailableFile` while its file is damaged, and
 * `DatabaseBusy` when it cannot be opened; the next call tries again.
 */
export async function databaseOf(build: ServedBuild): Promise<BuildDatabase> {
  const known = opened.get(build)
  if (known) {
    const database = await known
    if (!database.isStale) return database
    // The first of several calls that find it stale replaces it.
    if (opened.get(build) !== known) return await databaseOf(build)
    void database.closeLater()
  }
  const opening = openFor(build)
  opened.set(build, opening)
  opening.catch(() => opened.delete(build))
  return await opening
}

async function openFor(build: ServedBuild): Promise<BuildDatabase> {
  const file = build.files.localFile(build.manifest.database.file)
  file.expectWhole()
  try {
    const database = await BuildDatabase.open(file.path, { guard: file })
    build.atClose.push(() => database.close())
    return database
  } catch (cause) {
    if (cause instanceof UnavailableFile) throw cause
    throw new DatabaseBusy('the database of the build cannot be opened', { cause })
  }
}

/** Throws the system's error where fewer than `FREE_DESCRIPTORS` descriptors are free. */
function assertDescriptors(): void {
  const taken: number[] = []
  try {
    while (taken.length < FREE_DESCRIPTORS) taken.push(openSync(devNull, 'r'))
  } finally {
    for (const descriptor of taken) closeSync(descriptor)
  }
}
