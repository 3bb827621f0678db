import type { Database } from '../../accounts/database/database.ts'
import type { Limits } from '../../accounts/limits/limits.ts'
import { BakeQueue } from './bakes.ts'
import { Boss } from './boss.ts'
import { PROJECT_MIGRATIONS } from './project-migrations.ts'
import { ProjectStore } from './project-store.ts'
import { TurnQueue } from './turn-queue.ts'

export interface OpenProjectsOptions {
  /** Signs addresses of files. */
  signingKey: Uint8Array
  /** Counts requests by ids, in all processes of the service together. */
  limits: Limits
  onFailure(error: unknown): void
}

/** Opens the projects on the database of the accounts. */
export async function openProjects(
  database: Database,
  { signingKey, limits, onFailure }: OpenProjectsOptions,
): Promise<{ store: ProjectStore; close(): Promise<void> }> {
  await database.migrate(PROJECT_MIGRATIONS)
  const boss = await Boss.open(database, onFailure)
  const bakes = await BakeQueue.open(database, boss)
  const turns = await TurnQueue.open(database, boss)
  return {
    store: new ProjectStore(database, { bakes, turns, limits }, signingKey),
    close: () => boss.close(),
  }
}
