import { createHash, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Caller } from '../../accounts/accounts.ts'
import type { Database, Tables } from '../../accounts/database/database.ts'
import { user } from '../../accounts/database/schema.ts'
import { MemoryLimits } from '../../accounts/limits/memory-limits.ts'
import type { DraftChange } from '../../architect/store/drafts.ts'
import { openProjects } from '../../architect/store/open-projects.ts'
import type { ProjectStore } from '../../architect/store/project-store.ts'
import type { StoredScene } from '../../architect/store/projects.ts'
import type { AccountsEngine } from '../accounts/accounts-on.ts'

export const NO_CHANGES = { created: [], changed: [], deleted: [] }

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** What the store knows of a scene: its hashes, here of a text in its place. */
export const storedScene = (text: string): StoredScene => ({
  sceneHash: hashOf(text),
  sceneBlob: hashOf(`packed ${text}`),
  nodes: 3,
  bytes: text.length,
})

export const draftChange = (projectId: string, base: number, text: string, operationId?: string) =>
  ({
    projectId,
    base,
    scene: storedScene(text),
    kind: 'edit',
    operationId,
    call: hashOf(`call ${text}`),
    tools: 'create_wall',
    answer: JSON.stringify({ text }),
  }) satisfies DraftChange

const openOn = (database: Database) =>
  openProjects(database, {
    signingKey: new Uint8Array(32),
    limits: new MemoryLimits(),
    onFailure(error) {
      throw error
    },
  })

/** A store of projects on a database of its own. */
export class StoreGround {
  readonly database: Database
  readonly store: ProjectStore
  /** Before the engine's own hook, which closes the database: what a suite adds last runs first. */
  readonly close: () => Promise<void>

  private constructor(
    database: Database,
    { store, close }: { store: ProjectStore; close(): Promise<void> },
  ) {
    this.database = database
    this.store = store
    this.close = close
  }

  static async open(engine: AccountsEngine): Promise<StoreGround> {
    const database = await engine.database()
    return new StoreGround(database, await openOn(database))
  }

  /** The store of another process on the same database. */
  async another(): Promise<{ store: ProjectStore; close(): Promise<void> }> {
    return await openOn(this.database)
  }

  async person(name: string): Promise<Caller> {
    const id = randomUUID()
    await this.database.tables.insert(user).values({ id, name, email: `${id}@example.com` })
    return {
      kind: 'session',
      credential_id: id,
      account: { id, kind: 'person' },
      workspace: { kind: 'personal', id },
      scopes: ['projects:edit', 'projects:publish', 'projects:download'],
      plan: 'free',
    }
  }

  async project(caller: Caller, more: { organizationId?: string } = {}) {
    return await this.store.add(caller, { name: 'House', ...storedScene(randomUUID()), ...more })
  }

  /**
   * Runs `change` and then `call`, and commits `change` once `call` waits for a row that it has
   * locked. Only on PostgreSQL: the embedded database makes one change at a time.
   */
  async whileLocked<T>(
    change: (tx: Tables) => Promise<unknown>,
    call: () => Promise<T>,
    whenWaiting: (tx: Tables) => Promise<unknown> = async () => {},
  ): Promise<PromiseSettledResult<T>> {
    let called: Promise<PromiseSettledResult<T>[]> | undefined
    await this.database.tables.transaction(async (tx) => {
      await change(tx)
      called = Promise.allSettled([call()])
      await expect.poll(() => this.isWaiting(), { interval: 10 }).toBe(true)
      await whenWaiting(tx)
    })
    const [outcome] = await called!
    return outcome
  }

  private async isWaiting(): Promise<boolean> {
    const rows = await this.database.query({
      text: `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    })
    return rows.length > 0
  }
}
