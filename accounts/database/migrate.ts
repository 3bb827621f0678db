import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StepError } from '../../terminal/step-error.ts'

/** Runs statements in one transaction; without values, one text may hold several. */
export type Run = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** SQL files that run once each, in the order of their names. */
export interface Migrations {
  folder: string
  /** Begins the stored names: of other packages in the same database. Empty for the accounts. */
  prefix: string
}

export const ACCOUNT_MIGRATIONS: Migrations = {
  folder: join(import.meta.dirname, 'migrations'),
  prefix: '',
}
/** Key of the advisory lock, the same in every process: the first bytes of `plat` and a one. */
const LOCK = 0x706c_0001
const STEP = 'migrate the database'

/** Lists the migrations of this version in order, by their stored names. */
export async function migrationNames({ folder, prefix }: Migrations): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return files.map((name) => prefix + name)
}

/**
 * Migrates a database to this version in the one transaction of `run`, under an advisory lock, so
 * that processes that start together do it once. Returns the names of the migrations that ran.
 * Throws `StepError` for a database that a later version has changed.
 */
export async function migrate(run: Run, target: string, migrations: Migrations): Promise<string[]> {
  await run('SELECT pg_advisory_xact_lock($1)', [LOCK])
  await run(
    `CREATE TABLE IF NOT EXISTS migration (
      name text PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`,
  )
  const applied = (await run('SELECT name FROM migration')).map(({ name }) => `${name}`)
  const names = await migrationNames(migrations)
  const prefixOf = (name: string) => name.slice(0, name.indexOf('/') + 1)
  const own = applied.filter((name) => prefixOf(name) === migrations.prefix)
  const unknown = own.filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw new StepError(
      STEP,
      target,
      `it has ${unknown.join(', ')}, which this version does not know`,
      'Run the version that last used this database, or a later one.',
    )
  const missing = names.filter((name) => !applied.includes(name))
  for (const name of missing) {
    await run(await readFile(join(migrations.folder, name.slice(migrations.prefix.length)), 'utf8'))
    await run('INSERT INTO migration (name) VALUES ($1)', [name])
  }
  return missing
}
