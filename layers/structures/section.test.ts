import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Packs } from '../../dossier/dossier.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { buildSection, testLayer } from '../../tests/test-layer.ts'
import type { Coverage, Location, OverlappingRow, TableRows } from '../location.ts'
import type { StructuresData } from './data.ts'
import { chooseFootprints } from './footprint-choice.ts'
import { structures } from './layer.ts'

testLayer(structures, { whenBlank: 'empty' })

const fixture = readFixture('structures')
let folder: string
let packs: Packs
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-structures-'))
  packs = await packFixture(fixture, folder)
})
afterAll(async () => {
  closePacks(packs)
  await rm(folder, { recursive: true })
})

const sectionAt = (name: string, includeGeometry = false) =>
  buildSection(structures, packs, locationNamed(name), includeGeometry)

function locationNamed(start: string) {
  return fixture.points.find(({ name }) => name.startsWith(start))!
}

describe('the sources of an answer', () => {
  const names = (start: string) => {
    const { source, sources } = sectionAt(start)
    return (sources ?? [source]).map((each) => each?.name)
  }

  test('outlines before the inventory before the roll, and no outlines that were passed over', () => {
    expect(names('a house')).toEqual([
      'Fixture outlines (fictional)',
      'Fixture inventory (fictional)',
      'Fixture roll (fictional)',
    ])
  })

  test('only the model where only it drew something', () => {
    expect(names('a lot that only the model')).toEqual([
      'Fixture model (fictional)',
      'Fixture inventory (fictional)',
    ])
  })

  test('the roll alone where nothing else reaches', () => {
    expect(names('a roll that goes further')).toEqual(['Fixture roll (fictional)'])
  })

  test('the block median is called one in the note of the inventory, and of no other source', () => {
    const isCalledMedian = sectionAt('a house').sources!.map(({ note }) =>
      /median of the census block/.test(note!),
    )
    expect(isCalledMedian).toEqual([false, true, false])
  })
})

test('where no source of footprints covers the point, the summary states that', () => {
  const { summary, data } = sectionAt('a roll that goes further')
  expect(data).toMatchObject({ building_count: 0, total_footprint_m2: null })
  expect(summary).toMatch(
    /^No source of footprints in this build covers this location; the assessment roll/,
  )
})

test('no year of a building is a median of its block', () => {
  for (const location of fixture.points) {
    const data = buildSection(structures, packs, location).data as StructuresData | null
    for (const { year_built, block_median_year_built } of data?.structure_attributes ?? [])
      expect([year_built, block_median_year_built], location.name).toContain(null)
  }
})

test('the geometry of a parcel is its own footprint, largest first', () => {
  const { geometry } = sectionAt('a house', true).data as { geometry: GeoJSON.FeatureCollection }
  expect(geometry.features.map(({ properties }) => properties!.footprint_m2)).toEqual([427.8, 26.7])
})

describe('of two sources of one kind', () => {
  const location = { parcel: {} } as Location
  const found = (partition: string, kind: string, area_m2: number): OverlappingRow =>
    ({
      row: {
        partition,
        kind,
        footprint_m2: 100,
        building_footprint_key: `${partition}:${area_m2}`,
      },
      area_m2,
    }) as unknown as OverlappingRow
  const rowsOf = (onParcel: OverlappingRow[], names: Record<string, string>) =>
    ({
      onParcel,
      contributed: Object.entries(names).map(([partition, source_name]) => ({
        partition,
        source_name,
      })),
    }) as unknown as TableRows
  const sources = { city: 'City', fema: 'FEMA', fema_next: 'FEMA', model: 'Model' }

  test('the one that draws more of the parcel answers, and the other is not added to it', () => {
    const onParcel = [found('fema', 'surveyed', 30), found('city', 'surveyed', 20)]
    const choice = chooseFootprints(
      location,
      rowsOf([...onParcel, found('city', 'surveyed', 40)], sources),
    )!
    expect(choice).toMatchObject({ sourceName: 'City', kind: 'surveyed', leftOut: 1 })
    expect(choice.footprints.map((each) => (each as OverlappingRow).area_m2)).toEqual([40, 20])
    expect(choice.partitions.map(({ partition }: Coverage) => partition)).toEqual(['city'])
  })

  test('a tie goes by name, and two partitions of one source answer together', () => {
    const rows = rowsOf(
      [
        found('model', 'learned', 90),
        found('fema', 'surveyed', 10),
        found('city', 'surveyed', 30),
        found('fema_next', 'surveyed', 20),
      ],
      sources,
    )
    expect(chooseFootprints(location, rows)).toMatchObject({ sourceName: 'City', leftOut: 2 })
    const alone = rowsOf(
      [found('fema', 'surveyed', 10), found('fema_next', 'surveyed', 5)],
      sources,
    )
    expect(chooseFootprints(location, alone)).toMatchObject({ sourceName: 'FEMA', leftOut: 0 })
  })
})

describe('at a point of the inventory where no parcel is drawn', () => {
  const { parcels: _, building_footprints, ...others } = fixture.tables
  const rows = fixture.tables.structure_inventory
  const pointOf = (row: (typeof rows)[number]) => {
    const [, lng, lat] = /^POINT \((\S+) (\S+)\)$/.exec(`${row.geometry}`)!
    return { lng: Number(lng), lat: Number(lat) }
  }
  const METRE_NORTH = 1 / 110_850
  let bare: Packs
  let outlined: Packs
  beforeAll(async () => {
    const open = async (tables: typeof others) =>
      packFixture({ ...fixture, tables, coverage: [] }, await mkdtemp(join(folder, 'packs-')))
    bare = await open(others)
    outlined = await open({ ...others, building_footprints })
  })
  afterAll(() => {
    closePacks(bare)
    closePacks(outlined)
  })

  test('every one of them answers, though no source declares its coverage', () => {
    for (const row of rows) {
      const here = rows.filter(({ geometry }) => geometry === row.geometry).length
      const { status, summary, data } = buildSection(structures, bare, pointOf(row))
      expect(status, `${row.structure_key}`).toBe('available')
      expect((data as StructuresData).structure_attributes).toHaveLength(here)
      expect((data as StructuresData).evaluated_against).toBe('point')
      expect(summary).toContain(`the structure inventory has ${here} structure`)
    }
  })

  test.each([
    [0.9, 'available'],
    [1.1, 'not_covered'],
    [30, 'not_covered'],
  ])('%d m off it is %s', (metres, status) => {
    for (const row of rows) {
      const { lng, lat } = pointOf(row)
      const location = { lng, lat: lat + metres * METRE_NORTH }
      const section = buildSection(structures, bare, location)
      expect(section.status, `${row.structure_key}`).toBe(status)
      if (status !== 'not_covered') continue
      expect(section.reason).toContain('no point of an inventory is within 1 m of it')
      expect(section.reason).not.toContain('none of them has a building')
    }
  })

  test('an outline that holds it answers as well', () => {
    const [first] = rows
    const { data } = buildSection(structures, outlined, pointOf(first))
    expect((data as StructuresData).building_count).toBeGreaterThan(0)
    expect((data as StructuresData).structure_attributes).toHaveLength(1)
  })
})
