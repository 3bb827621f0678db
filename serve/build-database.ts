import { join } from 'node:path'
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBValue,
} from '@duckdb/node-api'
import PQueue from 'p-queue'
import type { ServedBuild } from './build-source.ts'

/** Memory of the engine, a build and thread: its pages of the file, and what a question sorts. */
const MEMORY_LIMIT = '128MB'
/** Questions that wait for their turn in one thread; more are refused. */
const QUESTIONS_WAITING_MAX = 32
/** From the asking on, the wait for a turn included. */
const QUESTION_DEADLINE_MS = 2_000
/** An interruption that comes before the engine has begun is forgotten: it is said again. */
const INTERRUPT_EVERY_MS = 50

/** No answer now: the queue is full, the answer was late, or the file could not be opened. */
export class DatabaseBusy extends Error {
  constructor(problem: string, options?: ErrorOptions) {
    super(problem, options)
    this.name = 'DatabaseBusy'
  }
}

/**
 * The DuckDB file of a build, for the few questions that its packs do not answer. Read-only, on
 * one thread of its own beside the event loop, one question at a time.
 */
export class BuildDatabase {
  private readonly instance: DuckDBInstance
  private readonly connection: DuckDBConnection
  private readonly queue = new PQueue({ concurrency: 1 })
  private readonly deadline_ms: number
  /** By their SQL: callers have a handful of texts, and values are always bound. */
  private readonly prepared = new Map<string, DuckDBPreparedStatement>()

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection, deadline_ms: number) {
    this.instance = instance
    this.connection = connection
    this.deadline_ms = deadline_ms
  }

  static async open(file: string, deadline_ms = QUESTION_DEADLINE_MS): Promise<BuildDatabase> {
    const instance = await DuckDBInstance.create(file, {
      access_mode: 'READ_ONLY',
      threads: '1',
      memory_limit: MEMORY_LIMIT,
      // It reads the build and nothing else of this machine, and writes nowhere.
      enable_external_access: 'false',
      max_temp_directory_size: '0KB',
      lock_configuration: 'true',
    })
    return new BuildDatabase(instance, await instance.connect(), deadline_ms)
  }

  /** Rows of a statement with its values bound. Throws `DatabaseBusy` where none come in time. */
  async ask(sql: string, values: readonly DuckDBValue[]): Promise<DuckDBValue[][]> {
    if (this.queue.size >= QUESTIONS_WAITING_MAX) throw new DatabaseBusy('too many questions wait')
    const until = performance.now() + this.deadline_ms
    return await this.queue.add(() => this.answer(sql, values, until))
  }

  /** Nothing may be asked any more, or still be asked. */
  close(): void {
    this.connection.closeSync()
    this.instance.closeSync()
  }

  private async answer(sql: string, values: readonly DuckDBValue[], until: number) {
    const late = () => performance.now() >= until
    if (late()) throw new DatabaseBusy('the question waited too long')
    const statement = this.prepared.get(sql) ?? (await this.connection.prepare(sql))
    this.prepared.set(sql, statement)
    const watch = setInterval(() => late() && this.connection.interrupt(), INTERRUPT_EVERY_MS)
    try {
      statement.bind([...values])
      return (await statement.runAndReadAll()).getRows()
    } catch (cause) {
      if (late()) throw new DatabaseBusy('the question took too long', { cause })
      throw cause
    } finally {
      clearInterval(watch)
    }
  }
}

const opened = new WeakMap<ServedBuild, Promise<BuildDatabase>>()

/**
 * The database of a build that is leased, opened by its first question and closed with the build.
 * Throws `DatabaseBusy` when it cannot be opened; the next question tries again.
 */
export async function databaseOf(build: ServedBuild): Promise<BuildDatabase> {
  const known = opened.get(build)
  if (known) return await known
  const opening = openFor(build)
  opened.set(build, opening)
  opening.catch(() => opened.delete(build))
  return await opening
}

async function openFor(build: ServedBuild): Promise<BuildDatabase> {
  try {
    const database = await BuildDatabase.open(join(build.folder, build.manifest.database.file))
    build.atClose.push(() => database.close())
    return database
  } catch (cause) {
    throw new DatabaseBusy('the database of the build cannot be opened', { cause })
  }
}
