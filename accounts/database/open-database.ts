import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expectWritable } from '../../catalog/atomic-file.ts'
import { acquireProcessMutex } from '../../catalog/process-mutex.ts'
import { StepError } from '../../terminal/step-error.ts'
import { systemFailure } from '../../terminal/system-failure.ts'
import type { PoolBounds } from './bounded-pool.ts'
import type { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgresql } from './postgresql.ts'

/** The database that stores the accounts. */
export type DatabasePlace =
  /** A folder for the database only; its lock file is next to it. */
  | { kind: 'embedded'; folder: string }
  /** `bounds` are shorter in tests. */
  | { kind: 'postgresql'; url: string; bounds?: PoolBounds }

const STEP = 'open the accounts'
/** Longest wait for a process that is closing its database. */
const LOCK_WAIT_MS = 10_000

/** Opens the database and migrates it to this version. Throws `StepError` on failure. */
export async function openDatabase(place: DatabasePlace): Promise<Database> {
  switch (place.kind) {
    case 'postgresql':
      return await openPostgresql(place.url, place.bounds)
    case 'embedded':
      return await openEmbedded(place.folder)
  }
}

async function openEmbedded(folder: string): Promise<Database> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  const release = await acquireProcessMutex(join(dirname(folder), 'lock'), {
    step: STEP,
    wait_ms: LOCK_WAIT_MS,
    remedy:
      'End it, or set DATABASE_URL to a PostgreSQL that both may use: the embedded database is for one process.',
  })
  try {
    const database = await openPglite(folder)
    return {
      ...database,
      async close() {
        await database.close()
        await release()
      },
    }
  } catch (error) {
    await release()
    if (error instanceof StepError) throw error
    // PGlite may report a failure without its cause.
    const refused = await expectWritable(dirname(folder)).catch((cause) => cause)
    const failure = systemFailure(error, STEP, folder) ?? systemFailure(refused, STEP, folder)
    if (failure) throw failure
    const remedy = `Look at ${folder}: it must be writable and written by no other program.`
    throw new StepError(STEP, folder, (error as Error).message, remedy, { cause: error })
  }
}
