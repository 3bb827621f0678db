import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StepError } from '../../terminal/step-error.ts'

/** Runs statements in one transaction; without values, one text may hold several. */
export type Run = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

const FOLDER = join(import.meta.dirname, 'migrations')
/** Key of the advisory lock, the same in every process: the first bytes of `plat` and a one. */
const LOCK = 0x706c_0001
const STEP = 'migrate the accounts'

/** Lists the migrations of this version in order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}

/**
 * Migrates a database to this version in the one transaction of `run`, under an advisory lock, so
 * that processes that start together do it once. Returns the names of the migrations that ran.
 * Throws `StepError` for a database that a later version has changed.
 */
export async function migrate(run: Run, target: string): Promise<string[]> {
  await run('SELECT pg_advisory_xact_lock($1)', [LOCK])
  await run(
    `CREATE TABLE IF NOT EXISTS migration (
      name text PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`,
  )
  const applied = (await run('SELECT name FROM migration')).map(({ name }) => `${name}`)
  const names = await migrationNames()
  const unknown = applied.filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw new StepError(
      STEP,
      target,
      `it has ${unknown.join(', ')}, which this version does not know`,
      'Run the version that last used this database, or a later one.',
    )
  const missing = names.filter((name) => !applied.includes(name))
  for (const name of missing) {
    await run(await readFile(join(FOLDER, name), 'utf8'))
    await run('INSERT INTO migration (name) VALUES ($1)', [name])
  }
  return missing
}
