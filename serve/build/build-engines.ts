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

/** Opens DuckDB and SQLite on a build. Closes the build when it throws. */
export async function openEnginesOrClose(build: ServedBuild): Promise<void> {
  try {
    await openEngines(build)
  } catch (error) {
    for (const close of build.atClose.splice(0)) close()
    build.files.close()
    throw error
  }
}
