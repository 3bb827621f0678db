import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import { pinBuild } from '../../builds/pin.ts'
import { buildFolder } from '../../catalog/build-folder.ts'
import { writeManifest } from '../../catalog/manifest.ts'
import type { CountyPlan } from './county.ts'
import { type WrittenPack, writeCountyPacks } from './county-packs.ts'

const BUILD = 'bench'

/**
 * Makes a pinned build of the county's packs under a home. It has no tables and no archives: what
 * answers a dossier is all there, and nothing else.
 */
export async function writeCountyBuild(plan: CountyPlan, home: string): Promise<WrittenPack[]> {
  const paths = buildFolder(BUILD, home)
  const packs = await writeCountyPacks(plan, `${paths.folder}/packs`)
  const database = await DuckDBInstance.create(paths.databaseFile)
  database.closeSync()
  await writeManifest(paths.folder, {
    format: 1,
    build: BUILD,
    created_at: '2026-01-01T00:00:00.000Z',
    code: { version: '0.0.0', fingerprint: 'bench' },
    locks: [],
    sources: [],
    key_secret_fingerprint: 'bench',
    tables: [],
    packs: packs.map(({ table, file, rows, pieces }) => {
      const path = paths.packFile(table)
      const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
      return { table, file: `packs/${file}`, bytes: statSync(path).size, sha256, rows, pieces }
    }),
    archives: [],
    database: {
      file: `dossier-${BUILD}.duckdb`,
      bytes: statSync(paths.databaseFile).size,
    },
    audits: [],
    timings_s: {},
  })
  await pinBuild(BUILD, { home })
  return packs
}
