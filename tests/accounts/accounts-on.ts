import { createHash, randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Database } from '../../accounts/database/database.ts'
import { ACCOUNT_MIGRATIONS, migrationNames } from '../../accounts/database/migrate.ts'
import { type DatabasePlace, openDatabase } from '../../accounts/database/open-database.ts'
import type { HashCost } from '../../accounts/people/password-hash.ts'
import type { AccountsSettings } from '../../accounts/settings.ts'
import { PROJECT_MIGRATIONS } from '../../architect/store/project-migrations.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { withProcessMutex } from '../../catalog/process-mutex.ts'
import { migrateAll } from '../projects/migrate-all.ts'
import { findPostgres, type RunningPostgres } from '../servers/plain-postgres.ts'
import { MIGRATED, sharedPostgres } from '../servers/shared-postgres.ts'

/** Where a suite of the accounts runs. */
export interface AccountsEngine {
  name: 'PGlite' | 'PostgreSQL'
  /**
   * Settings of accounts without users, in their own database, which is removed after the suite.
   */
  settings(): Promise<AccountsSettings>
  /** A database without any tables. */
  emptyPlace(): Promise<DatabasePlace>
  /** A migrated database without users, closed after the suite. */
  database(): Promise<Database>
}

/** Databases that PGlite makes others from, which no test does: half of the 1,200 files to copy. */
const UNUSED = ['template0', 'template1']
/** Folders of PGlite to copy. */
const TEMPLATES = join(PROJECT_ROOT, '.plat/test-accounts')
/** Bounds a hang: on a machine with ten times the work it took two minutes. */
const ACCOUNTS_WAIT_MS = 540_000
/** A secret that signs sessions of tests. */
const SECRET = 'a secret of tests, which signs no session but theirs'

/** A hash of a password in a millisecond: for suites that sign in often. */
export const CHEAP_HASH: HashCost = { N: 2 ** 10, r: 8, p: 1 }

/** The same suite on the embedded database and, where it is installed, on PostgreSQL. */
export function onEachEngine(suite: (engine: AccountsEngine) => void): void {
  describe('on PGlite', () => suite(embedded()))
  onPostgres(suite)
}

/**
 * The same suite on one of them: on PostgreSQL, whose connections race, where it is installed, and
 * otherwise on the embedded database.
 */
export function onOneEngine(suite: (engine: AccountsEngine) => void): void {
  if (typeof findPostgres() === 'string') onEmbeddedEngine(suite)
  else onPostgres(suite)
}

/** Runs a suite on PostgreSQL only, to test what happens over a network. */
export function onPostgres(suite: (engine: AccountsEngine) => void): void {
  const found = findPostgres()
  const why = typeof found === 'string' ? ` (skipped: ${found})` : ''
  describe.skipIf(why !== '')(`on PostgreSQL${why}`, () => suite(shared()))
}

/** Runs a suite on the embedded database only, where the kind of database does not matter. */
export function onEmbeddedEngine(suite: (engine: AccountsEngine) => void): void {
  suite(embedded())
}

function embedded(): AccountsEngine {
  const folders: string[] = []
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  return engineOf('PGlite', async ({ isEmpty } = { isEmpty: false }) => {
    const folder = mkdtempSync(join(tmpdir(), 'plat-accounts-'))
    folders.push(folder)
    const place = { kind: 'embedded' as const, folder: join(folder, 'database') }
    if (!isEmpty) cpSync(await migratedFolder(), place.folder, { recursive: true })
    return { folder, place }
  })
}

function shared(): AccountsEngine {
  let postgres: RunningPostgres
  let folder: string
  const names: string[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plat-accounts-'))
    postgres = await sharedPostgres()
  })
  afterAll(async () => {
    for (const name of names) await postgres.run(`DROP DATABASE ${name} WITH (FORCE)`)
    rmSync(folder, { recursive: true, force: true })
  })
  return engineOf('PostgreSQL', async ({ isEmpty } = { isEmpty: false }) => {
    const name = `accounts_${randomBytes(8).toString('hex')}`
    names.push(name)
    await postgres.run(`CREATE DATABASE ${name} TEMPLATE ${isEmpty ? 'template0' : MIGRATED}`)
    return { folder, place: { kind: 'postgresql' as const, url: postgres.url(name) } }
  })
}

function engineOf(
  name: AccountsEngine['name'],
  newPlace: (options?: { isEmpty: boolean }) => Promise<{ folder: string; place: DatabasePlace }>,
): AccountsEngine {
  const opened: Database[] = []
  // The hooks `afterAll` run in reverse order: this one runs before the database is removed.
  afterAll(async () => {
    for (const database of opened) await database.close()
  })
  return {
    name,
    async settings() {
      const { folder, place } = await newPlace()
      return { folder, database: place, secret: SECRET, public_url: null, email: { kind: 'log' } }
    },
    emptyPlace: async () => (await newPlace({ isEmpty: true })).place,
    async database() {
      const { place } = await newPlace()
      const database = await openDatabase(place)
      opened.push(database)
      return database
    },
  }
}

/** Puts an embedded database without users into a home, where a first start would make one. */
export async function putAccounts(home: string): Promise<void> {
  cpSync(await migratedFolder(), join(home, 'accounts/database'), { recursive: true })
}

/**
 * A folder of PGlite with our tables and nobody in it, made once for the checkout: to copy it takes
 * a tenth of the time. Its name is a hash of its inputs; folders with another hash are removed.
 */
async function migratedFolder(): Promise<string> {
  const hash = createHash('sha256').update(`without ${UNUSED}`)
  for (const migrations of [ACCOUNT_MIGRATIONS, PROJECT_MIGRATIONS])
    for (const name of await migrationNames(migrations))
      hash.update(readFileSync(join(migrations.folder, name.slice(migrations.prefix.length))))
  for (const name of ['accounts', 'architect'])
    hash.update(readFileSync(join(PROJECT_ROOT, name, 'package.json')))
  const folder = join(TEMPLATES, hash.digest('hex').slice(0, 16))
  if (existsSync(folder)) return folder
  const lock = { step: 'make the accounts of the tests', wait_ms: ACCOUNTS_WAIT_MS }
  await withProcessMutex(join(PROJECT_ROOT, '.plat/test-accounts.lock'), lock, async () => {
    if (existsSync(folder)) return
    rmSync(TEMPLATES, { recursive: true, force: true })
    mkdirSync(TEMPLATES, { recursive: true })
    const made = join(TEMPLATES, 'made')
    await migrateAll({ kind: 'embedded', folder: made })
    await dropUnused(made)
    renameSync(made, folder)
  })
  return folder
}

async function dropUnused(folder: string): Promise<void> {
  const lite = await PGlite.create(folder)
  await lite.exec('UPDATE pg_database SET datistemplate = false')
  for (const name of UNUSED) await lite.exec(`DROP DATABASE ${name}`)
  await lite.exec('CHECKPOINT')
  await lite.close()
}
