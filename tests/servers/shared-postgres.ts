import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { withProcessMutex } from '../../catalog/process-mutex.ts'
import { migrateAll } from '../projects/migrate-all.ts'
import {
  postgresIn,
  type RunningPostgres,
  removePostgres,
  startPostgresIn,
} from './plain-postgres.ts'
import { serverFolder } from './postgres-folder.ts'

/** Name of the migrated database without users from which others are made. */
export const MIGRATED = 'migrated'
/** Longest wait for the server: it starts in a second, so a longer wait is a hang. */
const START_WAIT_MS = 120_000
/** Two files at a time, each with several pools. Nothing lives long enough to be vacuumed. */
const SETTINGS = { max_connections: '300', autovacuum: 'off' }

let shared: Promise<RunningPostgres> | undefined

/** The one PostgreSQL of this run. The first that wants it starts it. */
export function sharedPostgres(): Promise<RunningPostgres> {
  shared ??= startOnce(inject('postgres'))
  return shared
}

/** Starts one server, even when several processes of the run request it at once. */
async function startOnce(folder: string): Promise<RunningPostgres> {
  const lock = { step: 'start the PostgreSQL of the tests', wait_ms: START_WAIT_MS }
  const server = serverFolder(folder)
  const done = join(folder, 'migrated')
  await withProcessMutex(join(folder, 'start.lock'), lock, async () => {
    if (existsSync(done)) return
    // Files of a server that was killed here.
    await removePostgres(server)
    mkdirSync(server)
    await startPostgresIn(server, SETTINGS)
    const postgres = postgresIn(server)
    await postgres.run(`CREATE DATABASE ${MIGRATED}`)
    await migrateAll({ kind: 'postgresql', url: postgres.url(MIGRATED) })
    mkdirSync(done)
  })
  return postgresIn(server)
}
