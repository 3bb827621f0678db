import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pinBuild } from '../../builds/pin.ts'
import { listBuilds } from '../../catalog/build-folder.ts'
import { pinFile } from '../../catalog/pin.ts'
import { buildIn, dropHome, makeHome } from './build-home.ts'
import { runPlat } from './command-run.ts'
import { drawTown, writeTownInputs } from './town-inputs.ts'

const setting = process.env.PLAT_REAL_DATA
let home: string
afterAll(async () => {
  if (setting === undefined) delete process.env.PLAT_REAL_DATA
  else process.env.PLAT_REAL_DATA = setting
  await dropHome(home)
})

/** The sample has 5,006 parcels: a fifth fewer than this. */
const [COLUMNS, ROWS] = [90, 70]

test('a build with a fifth fewer rows than the pinned one exits 1 and leaves the pin', async () => {
  home = await makeHome('dropped')
  const folder = join(home, 'town')
  await mkdir(folder)
  process.env.PLAT_REAL_DATA = folder
  const inputs = await writeTownInputs(
    folder,
    {},
    { town: drawTown(COLUMNS, ROWS), partition: 'sample' },
  )
  const { build, audits } = await buildIn(home, ['parcel/sample'], { inputs })
  expect(audits.filter(({ passed }) => !passed)).toEqual([])
  await pinBuild(build, { home })
  const before = await readFile(pinFile(home), 'utf8')

  const { code, output } = await runPlat(home, ['build', 'parcel/sample', '--pin'])
  expect(output).toMatch(/failed \d of \d+ audits; the pin stays where it is/)
  expect(output).toMatch(/rows_against_pinned\s+parcels\s+sample\s+0\.79\d*\s+above 0\.9/)
  expect(code).toBe(1)
  expect(await readFile(pinFile(home), 'utf8')).toBe(before)
  const { builds, halves } = await listBuilds(home)
  expect([builds.length, halves]).toEqual([2, []])
})
