import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import type { OpenBuild } from '../catalog/build-folder.ts'
import { StepError } from '../terminal/step-error.ts'
import { literal } from '../values/sql-text.ts'

const STEP = 'open the DuckDB file'
/** Opens the DuckDB file for reading only, without access to other files of this machine. */
export const READ_ONLY = {
  access_mode: 'READ_ONLY',
  enable_external_access: 'false',
  memory_limit: '1GB',
}

/**
 * Opens the DuckDB file of a build for reading, without access to any other file of this machine
 * but `writable`. Throws `StepError` when it is absent, damaged, or open for writing elsewhere.
 */
export async function openDatabase(
  build: OpenBuild,
  writable: string | null = null,
): Promise<DuckDBInstance> {
  const file = build.paths.databaseFile
  try {
    if (writable === null) return await DuckDBInstance.create(file, READ_ONLY)
    // Paths are allowed before the access to all others is closed, which nothing opens again.
    const instance = await DuckDBInstance.create(file, {
      ...READ_ONLY,
      enable_external_access: 'true',
    })
    const connection = await instance.connect()
    await connection.run(`SET allowed_paths = [${literal(writable)}]`)
    await connection.run('SET enable_external_access = false')
    connection.closeSync()
    return instance
  } catch (cause) {
    const [problem, remedy] = await diagnose(build, cause)
    throw new StepError(STEP, file, problem, remedy, { cause })
  }
}

/** Remedy for a DuckDB file whose bytes differ from those that the build wrote. */
export function damageRemedy({ id }: Pick<OpenBuild, 'id'>): string {
  return `Delete it and run \`plat build\` with the same names, which makes it again; \`plat verify ${id}\` lists what else is damaged.`
}

async function diagnose(
  build: OpenBuild,
  cause: unknown,
): Promise<[problem: string, remedy: string]> {
  const file = build.paths.databaseFile
  const found = await stat(file).catch(() => null)
  if (found === null)
    return ['is absent', 'Run `plat build` with the same names, which makes it again.']
  const { bytes } = build.manifest.database
  if (found.size !== bytes)
    return [`is damaged: it has ${found.size} of ${bytes} bytes`, damageRemedy(build)]
  const isReadable = await access(file, constants.R_OK).then(
    () => true,
    () => false,
  )
  if (!isReadable) return ['may not be read by this user', 'Let this user read the file.']
  if (/could not set lock/i.test(`${cause}`))
    return ['is open for writing in another program', 'Close it there, or open it there read-only.']
  return ['is damaged: DuckDB does not read it', damageRemedy(build)]
}
