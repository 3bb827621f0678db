import { openAddresses } from './build-addresses.ts'
import { databaseOf } from './build-database.ts'
import type { ServedBuild } from './build-source.ts'

/**
 * Opens what reads files of a build by itself, DuckDB and SQLite, for the thread that calls: no
 * request has to, so a service out of descriptors still answers. Throws `StepError` or
 * `DatabaseBusy` where one cannot be opened.
 */
export async function openEngines(build: ServedBuild): Promise<void> {
  openAddresses(build)
  if (build.hasDatabase) await databaseOf(build)
}
