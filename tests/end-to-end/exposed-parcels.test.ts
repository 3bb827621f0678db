import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isLongRun } from '../long-run.ts'
import { type AnsweringBuild, sampleBuild } from './build-home.ts'
import { expectHeadlines, highRiskByGeos } from './flood-headlines.ts'
import { guideExport, rowsOf } from './queried-build.ts'

let build: AnsweringBuild
beforeAll(async () => {
  const sample = await sampleBuild()
  build = sample.build
  vi.stubEnv('PLAT_HOME', sample.home)
})
afterAll(() => {
  build?.close()
  vi.unstubAllEnvs()
})

const sql = (text: string) => rowsOf({ build: build.open.id }, text)

test('the flood summary of every parcel that a high-risk zone touches begins with it', () => {
  const parcels = build.packs.get('parcels')!
  const rows = Array.from({ length: parcels.rows }, (_, row) => row).filter(
    (row) => isLongRun || row % 4 === 0,
  )
  const { part, whole, none } = expectHeadlines(build.packs, rows, highRiskByGeos(build.packs))
  expect(part).toBeGreaterThan(5)
  expect(whole).toBeGreaterThan(5)
  expect(none).toBeGreaterThan(50)
})

test('the guide’s export of exposed parcels has every parcel that a high-risk zone touches', async () => {
  const touched = await sql(
    "SELECT DISTINCT parcel_key FROM v_parcel_flood WHERE risk LIKE 'high%' ORDER BY 1",
  )
  const exported = await sql(`SELECT parcel_key FROM (${guideExport()}) ORDER BY 1`)
  expect(exported).toEqual(touched)
  const [points] = await sql(
    'SELECT count(*) AS parcels FROM v_parcel_dossier WHERE flood_is_in_flood_zone',
  )
  // A query by the point alone misses some of them.
  expect(points.parcels).toBeLessThan(touched.length)
})
