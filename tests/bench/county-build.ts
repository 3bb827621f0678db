import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { ADDRESS_SOURCES, makeAddressTables } from '../../builds/address-tables.ts'
import { tableFile } from '../../builds/build-file.ts'
import { pinBuild } from '../../builds/pin.ts'
import { SEARCH_FILE, writeSearchIndex } from '../../builds/search-index.ts'
import { buildFolder } from '../../catalog/build-folder.ts'
import { type Manifest, writeManifest } from '../../catalog/manifest.ts'
import { FORMAT } from '../../packs/pack-format.ts'
import { writePack } from '../../pipelines/stages/pack.ts'
import { type Progress, SILENT } from '../../terminal/progress.ts'
import { terminalProgress } from '../../terminal/terminal-progress.ts'
import { exampleManifest, fileEntry } from '../fixtures/example-build.ts'
import type { CountyPlan } from './county.ts'
import { writeParcelDatabase } from './county-database.ts'
import { type WrittenPack, writeCountyPacks } from './county-packs.ts'
import { rounded, seconds, wholeOption } from './results.ts'

const BUILD = 'bench'

/** Plan and packs of a build; stored next to it, so that it can be used again. */
export interface CountyBuild {
  plan: CountyPlan
  packs: WrittenPack[]
  write_s: number
}

export interface CountyBuildOptions {
  progress?: Progress
  /** Writes the parcels alone, and into the DuckDB file too, which answers lists of parcels. */
  parcelsOnly?: boolean
  /** Writes what addresses and places are gathered from, and them. */
  addressesOnly?: boolean
}

/**
 * Makes a pinned build of the county's packs under a home. It has all that answers a
 * dossier, and neither tables nor archives.
 */
export async function writeCountyBuild(
  plan: CountyPlan,
  home: string,
  { progress, parcelsOnly = false, addressesOnly = false }: CountyBuildOptions = {},
): Promise<CountyBuild> {
  const paths = buildFolder(BUILD, home)
  const tables = parcelsOnly
    ? ['parcels', 'coverage']
    : addressesOnly
      ? [...ADDRESS_SOURCES, 'coverage']
      : undefined
  let packs: WrittenPack[] = []
  const write_s = await seconds(async () => {
    packs = await writeCountyPacks(plan, `${paths.folder}/packs`, { progress, tables })
  })
  if (parcelsOnly) await writeParcelDatabase(plan, paths.databaseFile)
  else (await DuckDBInstance.create(paths.databaseFile)).closeSync()
  const manifestPacks: Manifest['packs'] = []
  for (const { table, file, rows, pieces } of packs) {
    const entry = await fileEntry(paths.folder, `packs/${file}`)
    manifestPacks.push({ table, ...entry, rows, pieces })
  }
  const search = parcelsOnly ? null : await addAddresses(manifestPacks, paths.folder, progress)
  const database = await fileEntry(paths.folder, `dossier-${BUILD}.duckdb`)
  const contents = { tables: [], packs: manifestPacks, search, database, audits: [] }
  await writeManifest(paths.folder, exampleManifest(BUILD, contents))
  await pinBuild(BUILD, { home })
  const build = { plan, packs, write_s: rounded(write_s, 1) }
  writeFileSync(noteOf(home), JSON.stringify({ format: FORMAT, ...build }))
  return build
}

/** Adds the tables that addresses are looked up in, as a build makes them, and their index. */
async function addAddresses(
  packs: Manifest['packs'],
  folder: string,
  progress: Progress = SILENT,
): Promise<Manifest['search']> {
  const options = { memoryBytes: 2e9, into: folder, work: folder, progress }
  for (const { table, rows } of await makeAddressTables(packs, folder, options)) {
    const file = `packs/${table.name}.pack`
    const files = [join(folder, tableFile(table.name, 'all'))]
    const { pieces } = await writePack(table, files, join(folder, file), rows, progress)
    packs.push({ table: table.name, ...(await fileEntry(folder, file)), rows, pieces })
  }
  rmSync(join(folder, 'tables'), { recursive: true })
  const items = await writeSearchIndex(packs, folder, { into: folder, progress })
  return items === null ? null : { ...(await fileEntry(folder, SEARCH_FILE)), items }
}

/** The build of this very plan that a home already has, or null. */
export function findCountyBuild(plan: CountyPlan, home: string): CountyBuild | null {
  if (!existsSync(noteOf(home))) return null
  const { format, ...build } = JSON.parse(readFileSync(noteOf(home), 'utf8'))
  return format === FORMAT && JSON.stringify(build.plan) === JSON.stringify(plan) ? build : null
}

/** The plan of the build that a home has. */
export function readPlan(home: string): CountyPlan {
  return JSON.parse(readFileSync(noteOf(home), 'utf8')).plan
}

function noteOf(home: string): string {
  return join(home, 'bench-county.json')
}

/** The options that every bench of the county has. */
export const PLAN_OPTIONS = {
  parcels: { type: 'string', default: '1000000' },
  flood: { type: 'string' },
  seed: { type: 'string', default: '7' },
} as const

/** One flood polygon to ten parcels, unless `--flood` is given. */
export function planOf(values: { parcels: string; flood?: string; seed: string }): CountyPlan {
  const parcels = wholeOption(values.parcels, 'parcels')
  const floodZones = values.flood ? wholeOption(values.flood, 'flood') : Math.ceil(parcels / 10)
  return { parcels, floodZones, seed: wholeOption(values.seed, 'seed') }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { ...PLAN_OPTIONS, home: { type: 'string' } } })
  if (!values.home) throw new Error('--home wants a folder')
  const progress = terminalProgress()
  const build = await writeCountyBuild(planOf(values), resolve(values.home), { progress })
  const bytes = build.packs.reduce((sum, pack) => sum + pack.bytes, 0)
  progress.note(`${build.packs.length} packs, ${Math.round(bytes / 1e6)} MB, ${build.write_s} s`)
  progress.close()
}
