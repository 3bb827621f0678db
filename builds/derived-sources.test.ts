import { describe, expect, test } from 'vitest'
import { type Box, GRID } from '../geometry/polygons.ts'
import { polygonsToWkb } from '../geometry/wkb.ts'
import { rectangle } from '../tests/fixtures/ground.ts'
import {
  changesBetween,
  contentOf,
  DerivedSources,
  type FoundSources,
  type Traces,
} from './derived-sources.ts'
import type { StoredPartition } from './made-table.ts'
import type { MadePack, PackedPartition } from './pack-parts.ts'
import type { FinishedTable } from './partition-job.ts'
import { OWN_COUNTY, type TableTrace } from './traced-pack.ts'

/** A box in degrees. */
const degrees = (...box: Box) => box.map((each) => each * GRID) as Box

/** A file of a pack with the rows of one partition. */
function pack(table: string, id: string, changed: Partial<PackedPartition> = {}): MadePack {
  const rows = { id, rows: 9, bounds: null, counties: null, content: `${table} of ${id}` }
  return {
    ...{ table, part: id, file: `packs/${table}/${id}.pack`, bytes: 1, sha256: `file of ${id}` },
    ...{ rows: 9, pieces: 9, invalid: 0, partitions: [{ ...rows, ...changed }] },
  }
}

/** Parcels of two counties, zones of both, and sales of each. */
const PACKS = [
  pack('parcels', 'east', { bounds: degrees(1, 0, 2, 1), counties: ['12002'] }),
  pack('parcels', 'west', { bounds: degrees(0, 0, 1, 1), counties: ['12001'] }),
  pack('flood_zones', 'east', { bounds: degrees(1, 0, 2, 1) }),
  pack('flood_zones', 'west', { bounds: degrees(0, 0, 1, 1) }),
  pack('sales', 'east', { counties: ['12002'] }),
  pack('sales', 'west', { counties: ['12001'] }),
  pack('sales', 'west-2', { counties: ['12001'] }),
  pack('coverage', 'all', { bounds: degrees(0, 0, 2, 1) }),
]
const WEST = 1

type Coverage = FinishedTable['coverage']
type Stated = Partial<StoredPartition['value']>
function stored(
  table: string,
  partition: string,
  box: Box | null,
  {
    coverage,
    source,
    ...stated
  }: Stated & {
    coverage?: Partial<Coverage>
    source?: Partial<FinishedTable['source']>
  } = {},
): StoredPartition {
  const wkb = box && Buffer.from(polygonsToWkb(rectangle(...box))).toString('hex')
  const made: FinishedTable = {
    ...{ table, file: `${table}.parquet`, rows: 9, area_km2: 1 },
    ...{ rejects: {}, repairs: {}, cases: {} },
    rasters: [{ file: `${partition}.tif`, width: 1, height: 1, cells_with_value: 1 }],
    coverage: {
      ...{ wkb, area_km2: 1, from: 'the county', outside: 'minimal', evidence: null },
      ...{ note: 'a note', has_roll: null, feeds_unavailable: [], reported_land: null },
      ...coverage,
    },
    source: {
      ...{ id: 'county', title: 'County', vintage: '2026', attribution: 'County' },
      ...{ retrieved_at: '2026-11-27T00:00:00Z', is_fictional: true },
      ...source,
    },
  }
  const sha256 = `raster of ${partition}`
  const value = { layer: table, partition, county: null, area_name: partition, tables: [made] }
  const files = [{ file: `${partition}.tif`, bytes: 1, sha256 }]
  return { value: { ...value, ...stated }, folder: '', files, isNew: false }
}

const STORED = [
  stored('flood_zones', 'east', [1, 0, 2, 1]),
  stored('flood_zones', 'west', [0, 0, 1, 1]),
  stored('sales', 'west', null),
]

const trace = (searched: Partial<TableTrace>): TableTrace => ({
  ...{ box: null, beyond_box: 0, beyond_point: 0, counties: [], isWhole: false },
  ...searched,
})
/** The searches of the parcels of the west, as those of a build. */
const TRACES: Traces = {
  parcels: trace({ box: degrees(0, 0, 0.9, 1) }),
  flood_zones: trace({ box: degrees(0.1, 0.1, 0.9, 0.9) }),
  sales: trace({ counties: [OWN_COUNTY] }),
  coverage: trace({ box: degrees(0.1, 0.1, 0.9, 0.9) }),
}

function found(
  packs: readonly MadePack[] = PACKS,
  partitions: readonly StoredPartition[] = STORED,
  traces = TRACES,
): FoundSources {
  const sources = DerivedSources.of(packs, partitions)
  return sources.found(traces, sources.rowsOf('parcels').find(({ id }) => id === 'west')!)
}

const dependencies = (...of: Parameters<typeof found>) => contentOf(found(...of))

/** The packs, the rows of one partition with a change. */
const packsWith = (table: string, id: string, changed: Partial<PackedPartition>) =>
  PACKS.map((each) =>
    each.table === table && each.part === id
      ? { ...each, partitions: [{ ...each.partitions[0], ...changed }] }
      : each,
  )
const OTHER = { content: 'other rows' }
const now = dependencies()

describe('the dependencies change with', () => {
  test.each<[string, () => string]>([
    [
      'rows where a table was searched',
      () => dependencies(packsWith('flood_zones', 'west', OTHER)),
    ],
    [
      'rows of another part that grow to where it was searched',
      () =>
        dependencies(packsWith('flood_zones', 'east', { ...OTHER, bounds: degrees(0.9, 0, 2, 1) })),
    ],
    [
      'a part that comes there',
      () =>
        dependencies([...PACKS, pack('flood_zones', 'new', { bounds: degrees(0, 0, 0.2, 0.2) })]),
    ],
    [
      'a part that goes',
      () =>
        dependencies(PACKS.filter(({ table, part }) => `${table}/${part}` !== 'flood_zones/west')),
    ],
    [
      'a part that touches the searched box',
      () =>
        dependencies([...PACKS, pack('flood_zones', 'new', { bounds: degrees(0.9, 0.9, 3, 3) })]),
    ],
    ['rows of the county of the subject', () => dependencies(packsWith('sales', 'west-2', OTHER))],
    [
      'rows that come for the county of the subject',
      () => dependencies(packsWith('sales', 'east', { ...OTHER, counties: ['12001', '12002'] })),
    ],
    [
      'keyed rows of any county',
      () => dependencies([...PACKS, pack('sales', 'new', { counties: null })]),
    ],
    [
      'a raster of a partition whose rows can be found',
      () =>
        dependencies(PACKS, [
          STORED[0],
          { ...STORED[1], files: [{ file: 'west.tif', bytes: 1, sha256: 'other heights' }] },
          STORED[2],
        ]),
    ],
    [
      'a coverage that grows to where coverages were searched',
      () =>
        dependencies(PACKS, [stored('flood_zones', 'east', [0.9, 0, 2, 1]), ...STORED.slice(1)]),
    ],
    [
      'an undeclared coverage of rows that can be found',
      () =>
        dependencies(PACKS, [
          ...STORED.slice(0, 2),
          stored('sales', 'west', null, {
            area_name: 'The west',
          }),
        ]),
    ],
    ['the order of the parts', () => dependencies(PACKS.toReversed())],
  ])('%s', (_what, changed) => {
    expect(changed()).not.toBe(now)
  })

  test.each<[string, Parameters<typeof stored>[3]]>([
    ['the county', { county: { fips: '12001', name: 'West' } }],
    ['the name of the area', { area_name: 'The west' }],
    ['what lies outside', { coverage: { outside: 'nothing' } }],
    ['its evidence', { coverage: { evidence: 'A letter.' } }],
    ['whether it has a roll', { coverage: { has_roll: true } }],
    ['feeds that could not be read', { coverage: { feeds_unavailable: ['one'] } }],
    ['the source', { source: { id: 'state' } }],
    ['the title of the source', { source: { title: 'The state' } }],
    [
      'the date of the copy, in a layer that counts ages from it,',
      { layer: 'market', source: { retrieved_at: '2026-11-28T00:00:00Z' } },
    ],
  ])('%s of a coverage there', (_what, changed) => {
    const { layer = 'flood_zones' } = changed ?? {}
    const [before, after] = [{ layer }, changed].map((stated) =>
      dependencies(PACKS, [
        STORED[0],
        stored('flood_zones', 'west', [0, 0, 1, 1], stated),
        STORED[2],
      ]),
    )
    expect(after).not.toBe(before)
  })
})

describe('the dependencies do not change with', () => {
  test.each<[string, () => string]>([
    ['rows of parts elsewhere', () => dependencies(packsWith('flood_zones', 'east', OTHER))],
    [
      'a part that comes elsewhere',
      () => dependencies([...PACKS, pack('flood_zones', 'new', { bounds: degrees(3, 0, 4, 1) })]),
    ],
    ['keyed rows of another county', () => dependencies(packsWith('sales', 'east', OTHER))],
    ['a table that was not searched', () => dependencies([...PACKS, pack('wetlands', 'west')])],
    [
      'a coverage elsewhere',
      () => dependencies(PACKS, [stored('flood_zones', 'east', [1, 0, 3, 1]), ...STORED.slice(1)]),
    ],
    ['the pack of all coverages', () => dependencies(packsWith('coverage', 'all', OTHER))],
    [
      'the names of the parts',
      () => dependencies(PACKS.map((each) => ({ ...each, part: 'part-00', file: 'other.pack' }))),
    ],
    [
      'vintages, notes, attributions and dates of copies',
      () =>
        dependencies(PACKS, [
          STORED[0],
          stored('flood_zones', 'west', [0, 0, 1, 1], {
            coverage: { note: 'Another note.', from: 'the state' },
            source: { vintage: '1999', attribution: 'X', retrieved_at: '2026-12-01T00:00:00Z' },
          }),
          STORED[2],
        ]),
    ],
  ])('%s', (_what, unchanged) => {
    expect(unchanged()).toBe(now)
  })
})

test('rows that go from where they could be found change the dependencies', () => {
  const before = packsWith('flood_zones', 'east', { bounds: degrees(0.5, 0, 2, 1) })
  expect(dependencies(before)).not.toBe(now)
})

test('partitions of one file of a pack are compared one by one', () => {
  const shared = (content: string, file: string) => [
    ...PACKS.filter(({ table }) => table !== 'flood_zones'),
    {
      ...pack('flood_zones', 'part-07'),
      sha256: file,
      partitions: [
        { ...pack('flood_zones', 'east', { bounds: degrees(1, 0, 2, 1) }).partitions[0], content },
        pack('flood_zones', 'west', { bounds: degrees(0, 0, 1, 1) }).partitions[0],
      ],
    },
  ]
  const before = dependencies(shared('flood_zones of east', 'a file'))
  expect(dependencies(shared('other rows', 'another file'))).toBe(before)
})

test('a table that was searched whole depends on all its parts', () => {
  const whole = { ...TRACES, flood_zones: trace({ isWhole: true }) }
  const changed = packsWith('flood_zones', 'east', OTHER)
  expect(dependencies(changed, STORED, whole)).not.toBe(dependencies(PACKS, STORED, whole))
  const coverages = { ...TRACES, coverage: trace({ isWhole: true }) }
  const elsewhere = [stored('flood_zones', 'east', [1, 0, 3, 1]), ...STORED.slice(1)]
  expect(dependencies(PACKS, elsewhere, coverages)).not.toBe(dependencies(PACKS, STORED, coverages))
})

test('rows by county depend on the parts of that county, and subjects of any county on all', () => {
  const byCounty = { sales: trace({ counties: ['12002'] }) }
  const [east, west] = ['east', 'west'].map((part) => packsWith('sales', part, OTHER))
  const before = dependencies(PACKS, STORED, byCounty)
  expect(dependencies(west, STORED, byCounty)).toBe(before)
  expect(dependencies(east, STORED, byCounty)).not.toBe(before)
  const anyCounty = (packs: readonly MadePack[]) =>
    dependencies(
      packs.with(WEST, {
        ...PACKS[WEST],
        partitions: [{ ...PACKS[WEST].partitions[0], counties: null }],
      }),
    )
  expect(anyCounty(east)).not.toBe(anyCounty(PACKS))
})

test('the rows of the subject are found, wherever it was searched', () => {
  const changed = packsWith('parcels', 'west', OTHER)
  expect(dependencies(changed, STORED, {})).not.toBe(dependencies(PACKS, STORED, {}))
  const east = packsWith('parcels', 'east', OTHER)
  expect(dependencies(east, STORED, {})).toBe(dependencies(PACKS, STORED, {}))
})

describe('what differs between two builds', () => {
  const changes = (...of: Parameters<typeof found>) =>
    changesBetween(found(), found(...of))?.map(({ table, before, now, rows }) => [
      ...[table, before?.bounds ?? null, now?.bounds ?? null],
      rows ? `${rows.before.content} > ${rows.now.content}` : null,
    ])
  const west = degrees(0, 0, 1, 1)
  const WITH_RASTER = 'flood_zones of west raster of west'

  test('is nothing where all is as it was', () => {
    expect(changes()).toEqual([])
  })

  test('are rows of a partition, with those before and now', () => {
    const grown = { ...OTHER, bounds: degrees(0, 0, 1.2, 1) }
    const words = `${WITH_RASTER} > other rows raster of west`
    expect(changes(packsWith('flood_zones', 'west', grown))).toEqual([
      ['flood_zones', west, grown.bounds, words],
    ])
  })

  test('are all rows of a partition that came or went', () => {
    const without = PACKS.filter(({ table, part }) => `${table}/${part}` !== 'flood_zones/west')
    expect(changes(without)).toEqual([['flood_zones', west, null, null]])
    const box = degrees(0, 0, 0.2, 0.2)
    expect(changes([...PACKS, pack('flood_zones', 'new', { bounds: box })])).toEqual([
      ['flood_zones', null, box, null],
    ])
  })

  test('is a coverage with all rows of its partition', () => {
    const grown: Box = [0, 0, 0.5, 1]
    const partitions = [STORED[0], stored('flood_zones', 'west', grown), STORED[2]]
    expect(changes(PACKS, partitions)).toEqual([
      ['coverage', west, degrees(...grown), null],
      ['flood_zones', west, west, null],
    ])
  })

  test.each<[string, Parameters<typeof found>]>([
    ['rows by county', [packsWith('sales', 'west', OTHER)]],
    [
      'a coverage of rows by county',
      [PACKS, [...STORED.slice(0, 2), stored('sales', 'west', null, { area_name: 'The west' })]],
    ],
    ['the order of partitions', [PACKS.toReversed()]],
  ])('may be anywhere with %s', (_what, of) => {
    // Two partitions that are found by place, so that their order is seen.
    const wide = { ...TRACES, flood_zones: trace({ box: degrees(0.1, 0.1, 1.9, 0.9) }) }
    const [packs = PACKS, partitions = STORED] = of
    expect(changesBetween(found(PACKS, STORED, wide), found(packs, partitions, wide))).toBeNull()
  })

  test('may be anywhere where only the order of partitions differs that are found by place', () => {
    const near = { flood_zones: trace({ box: degrees(0.1, 0.1, 1.9, 0.9) }) }
    const [before, now] = [PACKS, PACKS.toReversed()].map((packs) => found(packs, STORED, near))
    expect(now.others).toBe(before.others)
    expect(changesBetween(before, now)).toBeNull()
  })

  test('may be anywhere where a table was searched whole', () => {
    const whole = { ...TRACES, flood_zones: trace({ isWhole: true }) }
    const other = packsWith('flood_zones', 'east', OTHER)
    expect(changesBetween(found(PACKS, STORED, whole), found(other, STORED, whole))).toBeNull()
  })
})

test('a partition has the file of its rows where it is stored', () => {
  const made = { file: 'flood_zones.parquet', bytes: 1, sha256: 'rows of west' }
  const west = { ...STORED[1], folder: 'partitions/flood-1a', files: [made] }
  const { rows } = found(PACKS, [STORED[0], west, STORED[2]])
  expect(rows.map(({ table, id, file }) => [table, id, file])).toEqual([
    ['parcels', 'west', null],
    [
      'flood_zones',
      'west',
      { result: 'flood-1a', file: 'flood_zones.parquet', sha256: 'rows of west' },
    ],
  ])
})
