import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { planBuild } from '../../builds/plan.ts'
import { runBuild, runPartitionsOnly } from '../../builds/run.ts'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { faultOf } from '../../geometry/soundness.ts'
import { SILENT } from '../../terminal/progress.ts'
import { isLongRun } from '../long-run.ts'
import { type CountyArchives, writeCountyArchives } from './county-archives.ts'
import { countyLots } from './lots.ts'
import { REHEARSAL, rehearsalInputs } from './rehearsal-inputs.ts'
import { boxRing, listCounties, polygonOn } from './rehearsal-plan.ts'
import { floodAreas } from './streams.ts'

const PLAN = { counties: 2, parcels: 200, seed: 7 }
const counties = listCounties(PLAN)
/** Counties whose archives are written. */
const tried = isLongRun ? counties : counties.slice(0, 1)

describe('the land of a county', () => {
  test.each(isLongRun ? [200, 2_000] : [200])(
    'is cut into exactly %i lots, next to each other',
    (parcels) => {
      const [county] = listCounties({ ...PLAN, parcels })
      const whole = areaM2(polygonOn(county, boxRing([0, 0, county.side_m, county.side_m], 20)))
      const shapes = [...countyLots(county)].map(({ ring_m }) => polygonOn(county, ring_m))
      expect(shapes).toHaveLength(parcels)
      const share = shapes.reduce((sum, shape) => sum + areaM2(shape), 0) / whole
      expect(share).toBeGreaterThan(0.75)
      expect(share).toBeLessThan(1)
      expect(shapes.map(faultOf).filter((fault) => fault !== null)).toEqual([])
    },
  )

  test('has flood zones that fill it', () => {
    const [county] = listCounties({ ...PLAN, parcels: isLongRun ? 2_000 : 500 })
    const whole = areaM2(polygonOn(county, boxRing([0, 0, county.side_m, county.side_m], 20)))
    const areas = [...floodAreas(county)].map(({ ring_m }) => polygonOn(county, ring_m))
    const area = areas.reduce((sum, shape) => sum + areaM2(shape), 0)
    expect(area / whole).toBeCloseTo(1, 3)
    expect(areas.map(faultOf).filter((fault) => fault !== null)).toEqual([])
  })

  test('ends where the next county begins', () => {
    const [west, east] = counties
    const border = ({ side_m }: typeof west, x: number) => [x, 0, x, side_m / 2, x, side_m, x, 0]
    const ofWest = polygonOn(west, border(west, west.side_m))
    expect([...polygonOn(east, border(east, 0)).coords]).toEqual([...ofWest.coords])
  })
})

describe('archives of counties', () => {
  let folder: string
  const first: CountyArchives[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plat-rehearsal-'))
    for (const county of tried)
      first.push(await writeCountyArchives({ county, change: 0 }, join(folder, 'first')))
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  })

  const hashes = ({ assets }: CountyArchives) => assets.map(({ sha256 }) => sha256)

  test.runIf(isLongRun)(
    'have the same bytes for the same seed, and others for each county',
    async () => {
      const county = counties[0]
      const again = await writeCountyArchives({ county, change: 0 }, join(folder, 'again'))
      expect(hashes(again)).toEqual(hashes(first[0]))
      expect(hashes(first[1]).filter((hash) => hashes(first[0]).includes(hash))).toEqual([])
    },
  )

  test.runIf(isLongRun)(
    'of a later edition differ in all but the fabric and the line of the county',
    async () => {
      const changed = await writeCountyArchives({ county: counties[0], change: 0.2 }, folder)
      const same = changed.assets.filter(({ sha256 }) => hashes(first[0]).includes(sha256))
      expect(same.map(({ name }) => name)).toEqual(['county.zip', 'parcels.zip'])
    },
  )

  async function planned() {
    vi.stubEnv('PLAT_REAL_DATA', join(folder, 'first'))
    const own = tried.map((county, i) => ({ county, archives: first[i] }))
    const inputs = await rehearsalInputs(own, join(folder, 'locks'))
    const home = join(folder, 'home')
    return { home, plan: await planBuild([REHEARSAL], home, inputs) }
  }

  test('pass the pipelines of five layers without a reject or a repair', async () => {
    const { home, plan } = await planned()
    const made = await runPartitionsOnly(plan, { home, workers: 2, progress: SILENT })
    const tables = made.flatMap(({ value }) => value.tables)
    const fabrics = tables.filter(({ table }) => table === 'parcels')
    expect(fabrics.map(({ rows }) => rows)).toEqual(isLongRun ? [200, 200] : [200])
    expect(new Set(tables.map(({ table }) => table))).toEqual(
      new Set([
        ...['parcels', 'flood_zones', 'flood_panels', 'soil_map_units', 'soil_components'],
        ...['wetlands', 'wetland_projects', 'building_footprints'],
      ]),
    )
    for (const { rejects, repairs } of tables) expect({ rejects, repairs }).toEqual(NOTHING)
    expect(tables.every(({ source }) => source.is_fictional)).toBe(true)
  })

  test.runIf(isLongRun)('make a build that passes all audits', async () => {
    const { home, plan } = await planned()
    const { audits } = await runBuild(plan, { home, workers: 2, progress: SILENT })
    expect(audits.filter(({ passed }) => !passed)).toEqual([])
  })
})

const NOTHING = { rejects: {}, repairs: {} }
