import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePacks } from '../lookup/open-packs.ts'
import { SILENT } from '../terminal/progress.ts'
import { packFixture, readFixture } from '../tests/layer-fixture.ts'
import { BuildSteps, STEP_MODULES, type StepCode } from './build-steps.ts'
import type { MadePack } from './pack-parts.ts'
import { makeAddresses } from './platform-steps.ts'
import { ResultStore } from './result-store.ts'

const CODE = Object.fromEntries(
  Object.keys(STEP_MODULES).map((step) => [step, 'this code']),
) as StepCode

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-platform-steps-'))
})
afterAll(() => rm(home, { recursive: true }))

/** Whether addresses are gathered, by the hashes of the packs and of what addresses depend on. */
async function gathers(hashes: { parcels: string; addresses: string; places?: string }) {
  const { addresses, ...files } = hashes
  const folder = await mkdtemp(join(home, 'build-'))
  const { parcels } = readFixture('soils').tables
  const { places, counties } = readFixture('boundaries').tables
  const fixture = { ...readFixture('boundaries'), tables: { parcels, places, counties } }
  const opened = await packFixture(fixture, folder)
  const packs = [...opened].map(([table, { rows, pieces }]): MadePack => {
    const file = { file: `${table}.pack`, bytes: 1, rows, pieces, invalid: 0, part: 'town' }
    const sha256 = files[table as keyof typeof files] ?? ''
    const own = { id: 'town', rows, content: sha256, bounds: null, counties: null }
    const partitions = [{ ...own, addresses: table === 'parcels' ? addresses : null }]
    return { table, sha256, ...file, partitions }
  })
  closePacks(opened)
  const work = join(home, 'work')
  const steps = new BuildSteps(CODE, new ResultStore(join(home, 'steps'), work), folder)
  const options = { folder, work, memoryBytes: 1e8, workers: 1, progress: SILENT }
  await makeAddresses(packs, steps, options)
  return steps.counts.addresses.made === 1
}

test('addresses are gathered anew only where what they are gathered from has changed', async () => {
  expect(await gathers({ parcels: 'a', addresses: 'as they were' })).toBe(true)
  expect(await gathers({ parcels: 'other values', addresses: 'as they were' })).toBe(false)
  expect(await gathers({ parcels: 'other values', addresses: 'changed' })).toBe(true)
  const renamed = { parcels: 'a', addresses: 'as they were', places: 'other places' }
  expect(await gathers(renamed)).toBe(true)
})
