import { readdir } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { pinBuild } from '../../builds/pin.ts'
import { verifyBuild } from '../../builds/verify.ts'
import { listBuilds, missingFiles, openPinned } from '../../catalog/build-folder.ts'
import { readPin } from '../../catalog/pin.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { SILENT } from '../../terminal/progress.ts'
import { buildIn, dropHome, makeHome } from './build-home.ts'
import { runPlat } from './command-run.ts'

/** Two layers are enough: the steps after them are the same for all. */
const NAMES = ['parcel/sample', 'flood/sample']

/** The course of `plat build --pin` of them, from its first file to its pin. */
const COURSE = [
  /- write sample files/,
  /- parcel\/sample: read NAL99/,
  /- flood\/sample: read S_FLD_HAZ_AR/,
  /- parcel\/sample: join the roll/,
  /- pack parcels/,
  /- project parcels/,
  /- tile parcels/,
  /- tile flood-zones/,
  /- write the DuckDB file/,
  /audits passed/,
]
const DELAY_MAX_MS = 120

const homes: string[] = []
afterAll(async () => {
  for (const home of homes) await dropHome(home)
})

/** Kills builds of a home at each `step`th moment of the course, from the `first` on. */
async function killAlong(
  home: string,
  { first, step, old }: { first: number; step: number; old: string | null },
): Promise<void> {
  const random = seededRandom(9, `kill ${first}`)
  let killed = 0
  for (let at = first; at < COURSE.length; at += step) {
    const isLast = at >= COURSE.length - step
    const delay_ms = isLast ? 0 : Math.floor(random() * DELAY_MAX_MS)
    const run = await runPlat(home, ['build', ...NAMES, '--pin'], { line: COURSE[at], delay_ms })
    expect(run.output, `moment ${at}`).toMatch(COURSE[at])
    if (run.signal === 'SIGKILL') killed++
    await expectWhole(home, old)
  }
  expect(killed).toBeGreaterThanOrEqual(Math.floor((COURSE.length - first) / step) - 1)
  const { code, output } = await runPlat(home, ['build', ...NAMES, '--pin'])
  expect(code, output).toBe(0)
  const build = await openPinned(home)
  expect(build.id).toMatch(/^flood-sample\.parcel-sample-/)
  expect((await verifyBuild(build, SILENT)).problems).toEqual([])
  expect((await readdir(home)).filter((name) => /^work$|lock|tmp$/.test(name))).toEqual([])
}

/** Every folder in `builds` is a whole build; the pin is absent, the old one or the new one. */
async function expectWhole(home: string, old: string | null): Promise<void> {
  const { builds, halves } = await listBuilds(home)
  expect(halves).toEqual([])
  for (const build of builds) expect(await missingFiles(build)).toEqual([])
  const pin = await readPin(home)
  if (pin === null) return expect(old).toBeNull()
  if (pin.build !== old) expect(pin.build).toMatch(/^flood-sample\.parcel-sample-/)
  await openPinned(home)
}

describe('a killed build leaves no partial build, and the next one succeeds', () => {
  test('where nothing was built before', async () => {
    const home = await makeHome('killed-first')
    homes.push(home)
    await killAlong(home, { first: 0, step: 2, old: null })
  })

  test('where an older build is served', async () => {
    const home = await makeHome('killed-later')
    homes.push(home)
    // Of another layer: what is stored of a build is not made again.
    const { build } = await buildIn(home, ['soils/sample'])
    await pinBuild(build, { home })
    await killAlong(home, { first: 1, step: 2, old: build })
  })
})
