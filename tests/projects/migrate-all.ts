import { type DatabasePlace, openDatabase } from '../../accounts/database/open-database.ts'
import { MemoryLimits } from '../../accounts/limits/memory-limits.ts'
import { openProjects } from '../../architect/store/open-projects.ts'

/**
 * Makes all tables of a database, those of the projects and of the queue too: each service of a
 * test would otherwise make them anew, which takes a second.
 */
export async function migrateAll(place: DatabasePlace): Promise<void> {
  const database = await openDatabase(place)
  const { close } = await openProjects(database, {
    signingKey: new Uint8Array(32),
    limits: new MemoryLimits(),
    onFailure(error) {
      throw error
    },
  })
  await close()
  await database.close()
}
