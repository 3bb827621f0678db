import { openAddresses } from './build-addresses.ts'
import { databaseOf } from './build-database.ts'
import type { ServedBuild } from './build-source.ts'

/**
 * Opens DuckDB and SQLite on the files of a build for the calling thread. Requests then open no
 * files, so a service without free descriptors still answers. Throws `StepError` or `DatabaseBusy`
 * where one cannot be opened.
 */
export async function openEngines(build: ServedBuild): Promise<void> {
  openAddresses(build)
  if (build.hasDatabase) await databaseOf(build)
}
