import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pinBuild } from '../../builds/pin.ts'
import { listBuilds } from '../../catalog/build-folder.ts'
import type { Manifest } from '../../catalog/manifest.ts'
import { pinFile } from '../../catalog/pin.ts'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { StepError } from '../../terminal/step-error.ts'
import { isLongRun } from '../long-run.ts'
import { buildIn, dropHome, makeHome } from './build-home.ts'
import { COUNTED, FAILED_AUDITS } from './dirty-inputs.ts'
import type { Wrong } from './input-mutations.ts'
import { REFUSED } from './refused-inputs.ts'
import { writeTownInputs } from './town-inputs.ts'

let home: string
let pinned: string
const real = { folder: realDataFolder(), setting: process.env.PLAT_REAL_DATA }
const METRES = join(real.folder, 'hostile/nwi_projectmeta_albers_no_crs.geojson')

beforeAll(async () => {
  home = await makeHome('hostile')
  const manifest = await build({ what: 'a sound town' }, isLongRun ? ['town'] : ['parcel/town'])
  pinned = (await pinBuild(manifest.build, { home })).build
})
afterAll(async () => {
  if (real.setting === undefined) delete process.env.PLAT_REAL_DATA
  else process.env.PLAT_REAL_DATA = real.setting
  await dropHome(home)
})

/** Inputs of `npm test`: one of each way in which an input ends. */
const REPRESENTATIVES = [
  'a roll that lacks a column',
  'a roll with a line of too many columns, one of too few and one with an open quote',
  'a fifth of the parcels gone',
]
const played = <T extends Wrong>(inputs: readonly T[]): T[] =>
  inputs.filter(({ what }) => isLongRun || REPRESENTATIVES.includes(what))

/** Builds the layers of a new town, whose folder takes the place of the real files. */
async function build(wrong: Wrong, names = ['town']): Promise<Manifest> {
  const towns = join(home, 'towns')
  await mkdir(towns, { recursive: true })
  const folder = await mkdtemp(join(towns, 'town-'))
  process.env.PLAT_REAL_DATA = folder
  const inputs = await writeTownInputs(folder, wrong.mutation)
  // One thread draws the tiles of so few lots sooner than two have started.
  return buildIn(home, names, { workers: 1, inputs })
}

/** The state that must not change when a build fails. */
async function standing() {
  const { builds, halves } = await listBuilds(home)
  return {
    pin: await readFile(pinFile(home), 'utf8'),
    builds: builds.map(({ id }) => id),
    halves,
    folders: (await readdir(join(home, 'builds'))).sort(),
    work: (await readdir(home)).filter((name) => name === 'work' || name.endsWith('.lock')),
  }
}

async function refusalOf(work: Promise<unknown>): Promise<StepError> {
  const error = await work.then(
    () => expect.fail('it was taken'),
    (cause) => cause,
  )
  expect(error, `${error?.stack}`).toBeInstanceOf(StepError)
  expect(error.remedy.length).toBeGreaterThan(20)
  return error
}

test('the representatives are names of inputs', () => {
  const names = [...REFUSED, ...COUNTED, ...FAILED_AUDITS].map(({ what }) => what)
  expect(names).toEqual(expect.arrayContaining(REPRESENTATIVES))
})

describe('one clear error, no half build, and the pin untouched', () => {
  test.each(played(REFUSED))('$what', async (wrong) => {
    const before = await standing()
    const error = await refusalOf(build(wrong))
    expect(`${error.message} | ${error.remedy}`).toMatch(wrong.message)
    expect(await standing()).toEqual(before)
    expect(before.work).toEqual([])
  })

  if (isLongRun)
    test.skipIf(!existsSync(METRES))(
      'the real file of Albers metres that pose as degrees',
      async () => {
        const before = await standing()
        const content = await readFile(METRES)
        const mutation = {
          bytes: (assets: Record<string, Buffer>) => {
            assets['metres.geojson'] = content
          },
          flood: { zones: { asset: 'metres.geojson', member: 'metres.geojson' } },
        }
        const error = await refusalOf(build({ what: 'metres', mutation }))
        expect(error.message).toMatch(/its coordinates reach -?\d+, -?\d+: they are not degrees/)
        expect(await standing()).toEqual(before)
      },
    )

  test('no such partition', async () => {
    const before = await standing()
    const error = await refusalOf(buildIn(home, ['atlantis']))
    expect(`${error.message} ${error.remedy}`).toMatch(
      /atlantis: there is no such partition.*bangor/,
    )
    expect(await standing()).toEqual(before)
  })
})

describe('counted by name, the rest of the town built, and the pin untouched', () => {
  test.each(played(COUNTED))('$what', async ({ table, counts, rows, ...wrong }) => {
    const before = await standing()
    const manifest = await build(wrong, [table === 'parcels' ? 'parcel/town' : 'flood/town'])
    expect(manifest.audits.filter(({ passed }) => !passed)).toEqual([])
    const made = manifest.tables.find(({ name }) => name === table)!.partitions[0]
    expect(made).toMatchObject({ rows, ...counts })
    const after = await standing()
    expect(after.pin).toBe(before.pin)
    expect(after.halves).toEqual([])
    expect(after.builds).toContain(manifest.build)
  })
})

describe('built, and barred from the pin by a failed audit', () => {
  test.each(played(FAILED_AUDITS))('$what', async ({ audit, ...wrong }) => {
    const before = await standing()
    const { build: id, audits } = await build(wrong, ['parcel/town'])
    const failed = audits.filter(({ passed }) => !passed).map(({ name }) => name)
    expect(failed).toContain(audit)
    const error = await refusalOf(pinBuild(id, { home }))
    expect(error.message).toMatch(/failed audits?: \w+ of \w+ measured/)
    const after = await standing()
    expect(after.pin).toBe(before.pin)
    expect(after.halves).toEqual([])
    expect(JSON.parse(after.pin).build).toBe(pinned)
  })
})
