import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StepError } from '../../terminal/step-error.ts'

/** Statements of one transaction. Several in one text are allowed where there are no values. */
export type Run = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

const FOLDER = join(import.meta.dirname, 'migrations')
/** Any number, the same for every process of ours: the first bytes of `plat` and a one. */
const LOCK = 0x706c_0001
const STEP = 'migrate the accounts'

/** The migrations of this version, in their order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}

/**
 * Brings a database to this version in the one transaction of `run`, under an advisory lock, so that
 * processes which start together do it once. Returns what was run. Throws `StepError` for a database
 * that a later version has changed.
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
