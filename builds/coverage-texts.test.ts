import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LAYERS } from '../layers/index.ts'
import { closePacks, sharePacks } from '../lookup/open-packs.ts'
import { OpenRasters } from '../rasters/open-rasters.ts'
import { elevationOutside } from '../tests/elevation-fixture.ts'
import { type LayerFixture, packFixture, readFixture } from '../tests/layer-fixture.ts'
import { deriveRows } from './derived-rows.ts'
import { DATED_LAYERS } from './derived-sources.ts'
import { FOOTPRINT_OVERLAPS, PARCEL_OVERLAPS } from './overlaps.ts'
import { tracedPacks } from './traced-pack.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-coverage-texts-'))
  const { rasters } = await elevationOutside(folder)
  await rasters?.close()
})
afterAll(() => rm(folder, { recursive: true }))

/** Layers with columns: those of a layer are derived from its own fixture. */
const DERIVED = LAYERS.flatMap(({ id, section }) =>
  section !== 'none' && section.columns ? [id] : [],
)

/** The fixture of a layer, with parcels of another where it has none. */
function fixtureOf(layer: string): LayerFixture {
  const fixture = readFixture(layer)
  const { parcels } = readFixture('soils').tables
  return { ...fixture, tables: { parcels, ...fixture.tables } }
}

/** The rows that are derived of every parcel and every footprint of a fixture. */
async function derive(fixture: LayerFixture): Promise<Record<string, unknown>[]> {
  const packs = await packFixture(fixture, folder)
  const rasters = new OpenRasters(folder)
  try {
    const traced = tracedPacks(sharePacks(packs))
    const rows: Record<string, unknown>[] = []
    for (const { subject } of [PARCEL_OVERLAPS, FOOTPRINT_OVERLAPS]) {
      const numbers = [...Array(packs.get(subject)?.rows ?? 0).keys()]
      const derived = await deriveRows(traced, rasters, { subject, rows: numbers })
      expect(derived.failures).toEqual([])
      rows.push(...Object.values(derived.rows).flat())
    }
    return rows
  } finally {
    await rasters.close()
    closePacks(packs)
  }
}

/** The same coverages with other texts, of which no two are equal. */
function withOtherTexts(fixture: LayerFixture): LayerFixture {
  const coverage = fixture.coverage.map((row, i) => ({
    ...row,
    source_vintage: `${1990 + i}`,
    source_note: `Another note, ${i}. Do not use it.`,
    source_attribution: `Somebody ${i}`,
    declared_by: `another file ${i}`,
  }))
  return { ...fixture, coverage }
}

/** The same coverages of copies that were taken on other days. */
function withOtherDates(fixture: LayerFixture): LayerFixture {
  const coverage = fixture.coverage.map((row, i) => ({
    ...row,
    retrieved_at: `${1999 + i}-01-01T00:00:00Z`,
  }))
  return { ...fixture, coverage }
}

test.each(DERIVED)(
  'no row derived of %s depends on a vintage, a note or an attribution',
  async (layer) => {
    const fixture = fixtureOf(layer)
    const rows = await derive(fixture)
    expect(rows.map((row) => row[`${layer}_status`])).toContain('available')
    expect(await derive(withOtherTexts(fixture))).toEqual(rows)
  },
)

test.each(DERIVED)(
  'rows derived of %s depend on the date of the copy only where stated',
  async (layer) => {
    const fixture = fixtureOf(layer)
    const [now, then] = [await derive(fixture), await derive(withOtherDates(fixture))]
    if (DATED_LAYERS.includes(layer)) expect(then).not.toEqual(now)
    else expect(then).toEqual(now)
  },
)
