import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scope } from '../../accounts/accounts.ts'
import { user } from '../../accounts/database/schema.ts'
import { openAccounts } from '../../accounts/open-accounts.ts'
import type { AccountsSettings } from '../../accounts/settings.ts'
import type { AccountsEngine } from '../accounts/accounts-on.ts'
import type { ProcessPlace } from './projects-process.ts'

/** Keys of the one person: each may send 300 requests a minute. */
const KEYS = 48

/** A home for processes of the service on one database, with one person and their keys. */
export class ProjectsHome {
  readonly settings: AccountsSettings
  readonly blobs: string
  private readonly root: string
  private readonly keys: string[]
  private next = 0
  private homes = 0

  private constructor(root: string, settings: AccountsSettings, keys: string[]) {
    this.root = root
    this.settings = settings
    this.keys = keys
    this.blobs = join(root, 'blobs')
  }

  static async make(engine: AccountsEngine): Promise<ProjectsHome> {
    const settings = await engine.settings()
    const accounts = await openAccounts(settings, { note: () => {} })
    const keys: string[] = []
    try {
      const person = { id: 'ada', name: 'Ada', email: 'ada@example.com' }
      await accounts.database.tables.insert(user).values(person)
      const scopes: Scope[] = ['projects:edit', 'projects:publish', 'projects:download']
      for (let i = 0; i < KEYS; i++) {
        const owner = { user: person.id }
        const made = { kind: 'architect', name: `key ${i}`, owner, scopes } as const
        keys.push((await accounts.keys.create(made)).key)
      }
    } finally {
      await accounts.close()
    }
    return new ProjectsHome(mkdtempSync(join(tmpdir(), 'plat-home-')), settings, keys)
  }

  /** The next key in turn. */
  get key(): string {
    return this.keys[this.next++ % this.keys.length]
  }

  /** Where a process runs: on the embedded database only one at a time. */
  place(environment: Record<string, string> = {}): ProcessPlace {
    const home = join(this.root, `home-${++this.homes}`)
    const { folder, database, secret } = this.settings
    mkdirSync(home)
    symlinkSync(folder, join(home, 'accounts'))
    const own: Record<string, string> = {
      PLAT_AUTH_SECRET: secret!,
      PLAT_BLOBS: this.blobs,
      // Half of the time of a start.
      NODE_COMPILE_CACHE: join(this.root, 'compiled'),
    }
    if (database.kind === 'postgresql') own.DATABASE_URL = database.url
    return { home, environment: { ...own, ...environment } }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}
