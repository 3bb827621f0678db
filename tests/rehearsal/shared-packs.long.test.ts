import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PACK_PARTS_MAX } from '../../builds/pack-parts.ts'
import { planBuild } from '../../builds/plan.ts'
import { runBuild } from '../../builds/run.ts'
import type { Manifest } from '../../catalog/manifest.ts'
import { SILENT } from '../../terminal/progress.ts'
import { REHEARSED } from './changed-rows.ts'
import { writeCountyArchives } from './county-archives.ts'
import { REHEARSAL, type RehearsedCounty, rehearsalInputs } from './rehearsal-inputs.ts'
import { listCounties } from './rehearsal-plan.ts'

const counties = listCounties({ counties: PACK_PARTS_MAX + 2, parcels: 200, seed: 7 })
const CHANGED = 33

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-shared-packs-'))
  vi.stubEnv('PLAT_REAL_DATA', folder)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

async function build(home: string, own: RehearsedCounty[]): Promise<Manifest> {
  const inputs = await rehearsalInputs(own, join(folder, 'locks'))
  const plan = await planBuild([REHEARSAL], join(folder, home), inputs)
  return await runBuild(plan, { home: join(folder, home), workers: 2, progress: SILENT })
}

/** Hashes of all but the DuckDB file and the STAC catalog, which have dates. */
const hashesOf = ({ tables, packs, archives, search }: Manifest) => ({
  tables: tables.map(({ name, partitions }) => [name, partitions.map(({ sha256 }) => sha256)]),
  files: [...packs, ...archives].map(({ file, sha256 }) => [file, sha256]),
  search: search?.sha256,
})

test('counties that share files of packs: a change in one has the bytes of a build of nothing, and few facts are derived again', {
  timeout: 900_000,
}, async () => {
  const own: RehearsedCounty[] = []
  for (const county of counties)
    own.push({ county, archives: await writeCountyArchives({ county, change: 0 }, folder) })
  const first = await build('home', own)
  expect(first.audits.filter(({ passed }) => !passed)).toEqual([])
  expect(first.packs.filter(({ table }) => table === 'parcels').length).toBeLessThan(
    counties.length,
  )
  const county = counties[CHANGED]
  const archives = await writeCountyArchives({ county, change: 0.2 }, folder)
  const changed = { archives, layers: REHEARSED }
  const later = own.with(CHANGED, { ...own[CHANGED], changed })
  const again = await build('home', later)
  const whole = await build('other-home', later)
  expect(hashesOf(again)).toEqual(hashesOf(whole))
  expect(hashesOf(again)).not.toEqual(hashesOf(first))
  // One county and those next to it, for parcels and for buildings.
  expect(again.steps.facts.made).toBeGreaterThan(0)
  expect(again.steps.facts.made).toBeLessThanOrEqual(2 * 9)
  expect(again.steps.facts.made + again.steps.facts.stored).toBe(2 * counties.length)
})
