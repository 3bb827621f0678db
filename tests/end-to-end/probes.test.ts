import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areasOf, countiesOf } from '../../coverage/counties.ts'
import { groundsOf, probesOfCounty } from '../../coverage/county-probes.ts'
import { type Probe, probesOf } from '../../coverage/probes.ts'
import { scorecard } from '../../coverage/scorecard.ts'
import { buildDossier, type Packs } from '../../dossier/dossier.ts'
import { containsPoint } from '../../geometry/contains.ts'
import { boundsOf, GRID, type Polygons } from '../../geometry/polygons.ts'
import { LAYERS, SECTION_NAMES } from '../../layers/index.ts'
import { coveringTables } from '../../layers/layer.ts'
import type { Section } from '../../layers/section.ts'
import { closePacks, openPacks } from '../../lookup/open-packs.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { OpenRasters } from '../../rasters/open-rasters.ts'
import type { ServedBuild } from '../../serve/build/build-source.ts'
import { layerCatalog } from '../../serve/layers/layer-catalog.ts'
import { isLongRun } from '../long-run.ts'
import { type AnsweringBuild, sampleBuild } from './build-home.ts'
import { expectGoldenFile } from './golden.ts'

const PROBES = isLongRun ? 10_000 : 120
/** Boxes that contain the United States, with their share of the probes placed anywhere. */
const UNITED_STATES: [share: number, box: [number, number, number, number]][] = [
  [0.76, [-125, 24.3, -66.5, 49.5]],
  [0.12, [-180, 51, -129.5, 71.5]],
  [0.02, [172, 51, 180, 53.5]],
  [0.05, [-160.5, 18.8, -154.7, 22.3]],
  [0.05, [-67.4, 17.8, -64.5, 18.6]],
]

let build: AnsweringBuild
let rasters: OpenRasters
let probes: { lng: number; lat: number; where: string }[]
/** The sections at each of them, from packs in memory. */
let sections: Awaited<ReturnType<typeof sectionsAt>>[]
beforeAll(async () => {
  build = (await sampleBuild()).build
  rasters = new OpenRasters(build.open.paths.folder)
  probes = [...coverageProbes(build.packs), ...nationalProbes()]
  sections = []
  for (const probe of probes) sections.push(await sectionsAt(build.packs, probe))
})
afterAll(async () => {
  await rasters?.close()
  build?.close()
})

/** A third inside declared coverages, a third within 100 m of their borders. */
function coverageProbes(packs: Packs): typeof probes {
  const areas = countiesOf(packs).flatMap((county) => areasOf(packs, county))
  const third = Math.round(PROBES / 3)
  const located = (probe: Probe) => ({ lng: probe.lng, lat: probe.lat, where: probe.kind })
  const numbers = { anywhere: 0, inside: third, border: third }
  return [...probesOf(null, areas, numbers, seededRandom(3))].map(located)
}

/** A third anywhere in the United States. */
function nationalProbes(): typeof probes {
  const random = seededRandom(5)
  return UNITED_STATES.flatMap(([share, [west, south, east, north]]) =>
    Array.from({ length: Math.round((share * PROBES) / 3) }, () => ({
      lng: Math.round((west + random() * (east - west)) * GRID) / GRID,
      lat: Math.round((south + random() * (north - south)) * GRID) / GRID,
      where: 'anywhere',
    })),
  )
}

/** Answers from a build only: its packs and its rasters, without live services. */
async function sectionsAt(packs: Packs, { lng, lat }: { lng: number; lat: number }) {
  const fail = (_: string, error: unknown) => {
    throw error
  }
  const outside = { upstreams: null, rasters }
  const dossier = await buildDossier(packs, { lat, lng, includeGeometry: true }, outside, fail)
  return dossier.layers
}

/** Declared coverages of a section's tables, as whole polygons, without its index and pieces. */
function coveragesOf(section: string): Polygons[] {
  const layer = LAYERS.find(({ id }) => id === section)
  if (!layer || layer.section === 'none') return []
  const tables = coveringTables(layer)
  const coverage = build.packs.get('coverage')!
  return Array.from({ length: coverage.rows }, (_, row) => row)
    .filter((row) => tables.includes(`${coverage.value(row, 'table_name')}`))
    .map((row) => coverage.polygons(row))
}

describe(`at ${PROBES} probes`, () => {
  test('there are a third of each kind', () => {
    const count = (where: string) => probes.filter((probe) => probe.where === where).length
    for (const where of ['inside', 'border', 'anywhere'])
      expect(Math.abs(count(where) - PROBES / 3), where).toBeLessThan(3)
  })

  test('no section is empty outside its coverage, and every missing section has a reason', async () => {
    const covers = new Map(
      SECTION_NAMES.map((name) => [
        name,
        coveragesOf(name).map((area) => ({ area, box: boundsOf(area) })),
      ]),
    )
    const seen: Record<string, Set<string>> = {}
    for (const [i, probe] of probes.entries()) {
      const [x, y] = [Math.round(probe.lng * GRID), Math.round(probe.lat * GRID)]
      for (const [name, section] of Object.entries(sections[i])) {
        const where = `${name} at ${probe.lat}, ${probe.lng}`
        seen[name] = (seen[name] ?? new Set()).add(section.status)
        expectReasons(section, where)
        if (section.status !== 'empty') continue
        const isCovered = covers
          .get(name)!
          .some(
            ({ area, box: [w, s, e, n] }) =>
              x >= w && x <= e && y >= s && y <= n && containsPoint(area, x, y),
          )
        expect(isCovered, `${where} is empty`).toBe(true)
      }
    }
    expect(Object.keys(seen).sort()).toEqual([...SECTION_NAMES].sort())
    for (const { id, section, tables } of LAYERS)
      if (section !== 'none')
        // Live sections have no table, and were not requested.
        expect([...seen[id]], id).toEqual(
          tables.length > 0
            ? expect.arrayContaining(['available', 'not_covered'])
            : ['not_available'],
        )
  })

  test('the sections are byte-equal from run to run, in memory and by position', async () => {
    const again = await openPacks(build.open, 0)
    try {
      for (const [i, probe] of probes.entries()) {
        const one = JSON.stringify(sections[i])
        const other = JSON.stringify(await sectionsAt(again, probe))
        if (one !== other) expect(JSON.parse(other)).toEqual(JSON.parse(one))
        expect(one === other, `${probe.lat}, ${probe.lng}`).toBe(true)
      }
    } finally {
      closePacks(again)
    }
  })
})

function expectReasons({ status, reason, hint, data }: Section, where: string): void {
  if (!status.startsWith('not_')) return
  if (!/\S.*\.$/.test(reason ?? '') || !/\S/.test(hint ?? '') || data !== null)
    expect({ where, reason, hint, data }).toBeNull()
}

describe('the scorecard', () => {
  test('counts exactly what the dossiers at its probes answer', async () => {
    const outside = { upstreams: null, rasters }
    const card = await scorecard(build.packs, {
      build: 'sample',
      outside,
      probes: isLongRun ? 300 : 60,
    })
    const groundOf = await groundsOf(build.packs, async () => {})
    for (const county of countiesOf(build.packs)) {
      const counted: Record<string, Record<string, number>> = {}
      const probes = probesOfCounty(build.packs, county, groundOf(county), card.probes, card.seed)
      for (const probe of probes) {
        if (probe.kind !== 'anywhere') continue
        for (const [name, { status }] of Object.entries(await sectionsAt(build.packs, probe))) {
          counted[name] ??= { available: 0, empty: 0, not_covered: 0, not_available: 0 }
          counted[name][status]++
        }
      }
      for (const { layer, counties } of card.sections) {
        const score = counties.find(({ name }) => name === county.name)
        if (score) expect(score.statuses).toEqual(counted[layer] ?? null)
      }
    }
  })

  test('of the sample county is the committed one, and the catalog counts where it is known', async () => {
    const file = fileURLToPath(
      new URL('../../coverage/scorecards/sample-county.json', import.meta.url),
    )
    const outside = { upstreams: null, rasters }
    const card = await scorecard(build.packs, { build: 'sample', outside })
    await expectGoldenFile(file, card)
    const { manifest } = build.open
    const served = { manifest, packs: build.packs } as unknown as ServedBuild
    const entries = layerCatalog(served, '', () => {})
    for (const { layer, stage, counties } of card.sections) {
      const isKnown = counties.some(({ land }) => land !== null && land.known_pct > 0)
      const { status, coverage } = entries.find(({ id }) => id === layer)!
      if (stage === 'live') continue
      expect([layer, status]).toEqual([layer, isKnown ? 'available' : 'planned'])
      expect((coverage?.county_count ?? 0) > 0, layer).toBe(isKnown)
    }
  })
})
