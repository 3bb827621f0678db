import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

/** A database of staging tables. */
export interface StagingDatabase {
  /** The connection of the stages, which run one statement at a time. */
  staging: DuckDBConnection
  /** Another connection, for a statement beside theirs; the caller closes it. */
  connect(): Promise<DuckDBConnection>
}

export interface StagingOptions {
  /** Folder to spill into; removed afterwards. */
  spill: string
  /** Memory beyond which it spills. */
  memoryBytes: number
}

/** Threads of such a database: at most four. */
export function stagingThreads(cores = availableParallelism()): number {
  return Math.min(4, cores)
}

/** Opens a staging database for `work`, and drops it. */
export async function withStagingDatabase<T>(
  { spill, memoryBytes }: StagingOptions,
  work: (database: StagingDatabase) => Promise<T>,
): Promise<T> {
  // In memory, and spilled to disk past the limit: a staging file is written into its write-ahead
  // log first, which cost 12 of the 50 us that reading, converting and loading took a row.
  const instance = await DuckDBInstance.create(':memory:', {
    temp_directory: spill,
    memory_limit: `${Math.round(memoryBytes / 1e6)}MB`,
    threads: `${stagingThreads()}`,
    preserve_insertion_order: 'true',
  })
  const staging = await instance.connect()
  try {
    return await work({ staging, connect: () => instance.connect() })
  } finally {
    staging.closeSync()
    instance.closeSync()
    await rm(spill, { recursive: true, force: true })
  }
}
