import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Audit } from '../catalog/manifest.ts'
import {
  coverageOver,
  type PlotsPartition,
  plotsTable,
  writePlots,
} from '../tests/audited-partitions.ts'
import { exampleManifest } from '../tests/fixtures/example-build.ts'
import { auditPartitions } from './audit.ts'
import type { FinishedTable } from './partition-job.ts'

/** A partition, and what one gate answers of it. */
interface Case extends Omit<PlotsPartition, 'partition'> {
  title: string
  passed: boolean
  measured: Audit['measured']
  /** The value that the gate measured of the same partition in the pinned build. */
  pinned?: Audit['measured']
  /** The one other gate that such a partition fails. */
  alsoFails?: string
}

const POLYGONS = plotsTable('polygons')
const refused = (count: number): Partial<FinishedTable> => ({
  rejects: { 'plots.unknown_kind': { count, example: 'kind 7' } },
})
const raster = (cells_with_value: number) => ({
  file: 'a.tif',
  width: 100,
  height: 100,
  cells_with_value,
})
const replaced = (expression: string, column: string) => `REPLACE (${expression} AS ${column})`
const COVERED = { coverage: coverageOver([-72, 30, -71, 31], 50) }
/** West, south, east and north of a row that is just inside or just outside of a box with slack. */
const shifted = ([xmin, ymin, xmax, ymax]: number[]) =>
  `REPLACE (${xmin}::DOUBLE AS xmin, ${ymin}::DOUBLE AS ymin, ${xmax}::DOUBLE AS xmax, ${ymax}::DOUBLE AS ymax)`

const TEXT_SENTINELS = ['-9999', '-8888', '-99999', 'NP', '9999-09-09', '8888-08-08', '<Null>']
const NUMBER_SENTINELS = [-9999, -8888, -99999]

type Rest = Omit<Case, 'title' | 'passed' | 'measured'>
function passes(title: string, measured: Audit['measured'], rest: Rest = {}): Case {
  return { title, passed: true, measured, ...rest }
}
function fails(title: string, measured: Audit['measured'], rest: Rest = {}): Case {
  return { title, passed: false, measured, ...rest }
}

const GATES: { gate: string; limit: Audit['limit']; cases: Case[] }[] = [
  {
    gate: 'schema',
    limit: 'as declared',
    cases: [
      passes('a table with its own columns', 'as declared'),
      passes('a table of points with its own columns', 'as declared', {
        table: plotsTable('points'),
      }),
      fails('a column that is absent', 'note is absent, not VARCHAR', { change: 'EXCLUDE (note)' }),
      fails(
        'two columns of other types',
        'floors is DOUBLE, not BIGINT; is_open is INTEGER, not BOOLEAN',
        { change: 'REPLACE (2.5::DOUBLE AS floors, 1 AS is_open)' },
      ),
      fails('polygons without a geometry', 'geometry is absent', {
        table: POLYGONS,
        change: 'EXCLUDE (geometry)',
      }),
      fails('lines whose geometry is bytes', 'geometry is BLOB', {
        table: plotsTable('lines'),
        change: replaced("'\\x01'::BLOB", 'geometry'),
      }),
    ],
  },
  {
    gate: 'rows',
    limit: 'at least 1',
    cases: [passes('one row', 1), fails('no row', 0, { rows: 0 })],
  },
  {
    gate: 'unique_keys',
    limit: 0,
    cases: [
      passes('three rows of three keys', 0, { rows: 3 }),
      fails('a key of two rows among three', 1, {
        rows: 3,
        change: replaced("'plot ' || (i // 2)", 'plot_key'),
      }),
      fails('a row without a key', 1, {
        rows: 3,
        change: replaced("CASE WHEN i > 0 THEN 'plot ' || i END", 'plot_key'),
        alsoFails: 'required_filled',
      }),
    ],
  },
  {
    gate: 'reject_share',
    limit: 0.1,
    cases: [
      passes('10 rows refused of 100', 0.1, { rows: 90, finished: refused(10) }),
      fails('10 rows refused of 99', 0.1010101, { rows: 89, finished: refused(10) }),
      fails('5 and 6 rows refused for two reasons', 0.11, {
        rows: 89,
        finished: {
          rejects: { a: { count: 5, example: '' }, b: { count: 6, example: '' } },
        },
      }),
      passes('values of a roll that could not be read, whose rows stay', 0, {
        finished: { rejects: { 'roll.unreadable_just_value': { count: 1000, example: 'x' } } },
      }),
      passes('100 cells refused of 1,000, in two rasters', 0.1, {
        rows: 1,
        finished: { ...refused(100), rasters: [raster(400), raster(499)] },
      }),
      fails('100 cells refused of 999, in two rasters', 0.1001001, {
        rows: 1,
        finished: { ...refused(100), rasters: [raster(400), raster(498)] },
      }),
    ],
  },
  {
    gate: 'required_filled',
    limit: 0,
    cases: [
      passes('nulls where they are allowed', 0, {
        change: 'REPLACE (NULL::VARCHAR AS note, NULL::BIGINT AS floors)',
      }),
      fails('a required text that one row of three lacks', 1, {
        rows: 3,
        change: replaced("CASE WHEN i > 0 THEN 'a plot' END", 'label'),
      }),
      fails('a row that lacks all but its key', 2, {
        change: 'REPLACE (NULL::VARCHAR AS label, NULL::VARCHAR AS partition)',
      }),
    ],
  },
  {
    gate: 'sentinels',
    limit: 0,
    cases: [
      passes('numbers and texts that only look like sentinels', 0, {
        rows: 3,
        change:
          "REPLACE (['-999', 'NPS', '9999'][i + 1] AS note, [9999, -9998, -88888][i + 1]::DOUBLE AS size, [0, -1, -999][i + 1]::BIGINT AS floors)",
      }),
      ...TEXT_SENTINELS.map((value) =>
        fails(`the text ${value}`, 1, { change: replaced(`'${value}'`, 'note') }),
      ),
      ...NUMBER_SENTINELS.flatMap((value) => [
        fails(`the real number ${value}`, 1, { change: replaced(`${value}::DOUBLE`, 'size') }),
        fails(`the whole number ${value}`, 1, { change: replaced(`${value}::BIGINT`, 'floors') }),
      ]),
      fails('sentinels in three columns of two rows', 6, {
        rows: 2,
        change: "REPLACE ('NP' AS note, 'NP' AS label, -9999::DOUBLE AS size)",
      }),
    ],
  },
  {
    gate: 'bounds',
    limit: 'lon/lat',
    cases: [
      passes('the whole globe', '-180 -90 180 90', {
        table: plotsTable('points'),
        change: shifted([-180, -90, 180, 90]),
      }),
      ...(
        [
          ['xmin', -180.001, '-180.001 30.4 -71.4 30.5'],
          ['ymin', -90.001, '-71.5 -90.001 -71.4 30.5'],
          ['xmax', 180.001, '-71.5 30.4 180.001 30.5'],
          ['ymax', 90.001, '-71.5 30.4 -71.4 90.001'],
        ] as const
      ).map(([side, value, measured]) =>
        fails(`a row of two with ${side} ${value}`, measured, {
          table: POLYGONS,
          rows: 2,
          change: replaced(`CASE WHEN i = 1 THEN ${value}::DOUBLE ELSE ${side} END`, side),
        }),
      ),
    ],
  },
  {
    gate: 'area_km2',
    limit: 'above 0',
    cases: [
      passes('polygons of a square metre', 1e-6, { table: POLYGONS, finished: { area_km2: 1e-6 } }),
      fails('polygons of no area', 0, { table: POLYGONS, finished: { area_km2: 0 } }),
    ],
  },
  {
    gate: 'rows_off_coverage',
    limit: 0.05,
    cases: [
      passes('a row in 20 in another place', 0.05, {
        table: POLYGONS,
        rows: 20,
        change: replaced('CASE WHEN i = 0 THEN 10::DOUBLE ELSE ymax END', 'ymax'),
        finished: COVERED,
      }),
      fails('a row in 19 in another place', 0.052631579, {
        table: POLYGONS,
        rows: 19,
        change: replaced('CASE WHEN i = 0 THEN 10::DOUBLE ELSE ymax END', 'ymax'),
        finished: COVERED,
      }),
      ...[
        { side: 'west', near: [-73, 30.5, -72.0999, 30.6], far: [-73, 30.5, -72.1001, 30.6] },
        { side: 'south', near: [-71.5, 29, -71.4, 29.9001], far: [-71.5, 29, -71.4, 29.8999] },
        { side: 'east', near: [-70.9001, 30.5, -70, 30.6], far: [-70.8999, 30.5, -70, 30.6] },
        { side: 'north', near: [-71.5, 31.0999, -71.4, 32], far: [-71.5, 31.1001, -71.4, 32] },
      ].flatMap(({ side, near, far }) => [
        passes(`a row less than a tenth of a degree ${side} of the coverage`, 0, {
          table: plotsTable('lines'),
          change: shifted(near),
          finished: COVERED,
        }),
        fails(`a row more than a tenth of a degree ${side} of the coverage`, 1, {
          table: plotsTable('lines'),
          change: shifted(far),
          finished: COVERED,
        }),
      ]),
    ],
  },
  {
    gate: 'area_over_coverage',
    limit: 2,
    cases: [
      passes('twice the area of the coverage', 2, {
        table: POLYGONS,
        finished: { ...COVERED, area_km2: 100 },
      }),
      fails('a little more than twice the area of the coverage', 2.002, {
        table: POLYGONS,
        finished: { ...COVERED, area_km2: 100.1 },
      }),
    ],
  },
  {
    gate: 'rows_against_pinned',
    limit: 'above 0.9',
    cases: [
      passes('91 rows where 100 were', 0.91, { rows: 91, pinned: 100 }),
      fails('90 rows where 100 were', 0.9, { rows: 90, pinned: 100 }),
      passes('a row more than before', 1.5, { rows: 3, pinned: 2 }),
    ],
  },
  {
    gate: 'area_km2_against_pinned',
    limit: 'above 0.9',
    cases: [
      passes('90.1 km2 where 100 were', 0.901, {
        table: POLYGONS,
        finished: { area_km2: 90.1 },
        pinned: 100,
      }),
      fails('90 km2 where 100 were', 0.9, {
        table: POLYGONS,
        finished: { area_km2: 90 },
        pinned: 100,
      }),
    ],
  },
]

const ALL = GATES.flatMap(({ gate, limit, cases }) =>
  cases.map((each, i) => ({
    ...each,
    gate,
    limit,
    partition: `${gate}-${i}`,
    verdict: each.passed ? 'passes' : 'fails',
  })),
)

let folder: string
let answered: Map<string, Audit[]>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-audit-'))
  const pinned = ALL.flatMap(({ gate, table, partition, pinned: measured }): Audit[] => {
    if (measured === undefined) return []
    const name = gate.replace('_against_pinned', '')
    const audit = { name, table: table?.name ?? 'plots', partition, passed: true, limit: 0 }
    // The same gate of another partition, of another table, and another gate, come before it.
    return [
      { ...audit, measured: 1e9, partition: 'elsewhere' },
      { ...audit, measured: 1e9, table: 'lots' },
      { ...audit, measured: 1e9, name: 'unique_keys' },
      { ...audit, measured },
    ]
  })
  const partitions = await writePlots(folder, ALL)
  const audits = await auditPartitions(partitions, exampleManifest('pinned', { audits: pinned }))
  answered = Map.groupBy(audits, (audit) => audit.partition!)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a partition of a table in a new build', () => {
  test.each(ALL)('$gate: $title $verdict', (each) => {
    const { gate: name, table, partition, passed, measured, limit, alsoFails } = each
    const found = answered.get(partition)!.filter((audit) => audit.name === name)
    const expected = { name, table: table?.name ?? 'plots', partition, passed, measured, limit }
    expect(found).toEqual([expected])
    const others = answered.get(partition)!.filter((audit) => audit.name !== name)
    const failed = others.filter((audit) => !audit.passed).map((audit) => audit.name)
    expect(failed).toEqual(alsoFails ? [alsoFails] : [])
  })
})

const namesOf = (partition: string) => answered.get(partition)!.map(({ name }) => name)
const VALUES = ['schema', 'rows', 'unique_keys', 'reject_share', 'required_filled', 'sentinels']

test('a table without shapes is held against its values alone', () => {
  expect(namesOf('rows-0')).toEqual(VALUES)
})

test('polygons without a declared coverage are held against the globe and zero', () => {
  expect(namesOf('area_km2-0')).toEqual([...VALUES, 'bounds', 'area_km2'])
})

test('points and lines have no area that could be zero', () => {
  expect(namesOf('bounds-0')).toEqual([...VALUES, 'bounds'])
})

test('of a table with other columns nothing else is measured', () => {
  expect(namesOf('schema-2')).toEqual(['schema'])
})

test('polygons on a declared coverage are held against it', () => {
  const onCoverage = ['rows_off_coverage', 'area_over_coverage']
  expect(namesOf('area_over_coverage-0')).toEqual([...VALUES, 'bounds', 'area_km2', ...onCoverage])
})

test('a shrinking table is compared with numbers of the pinned build only', async () => {
  const before: Audit['measured'][] = [0, '12', null]
  const partitions = await writePlots(
    folder,
    before.map((_, i) => ({ partition: `before-${i}` })),
  )
  const audits = before.map((measured, i): Audit => {
    return {
      name: 'rows',
      table: 'plots',
      partition: `before-${i}`,
      passed: true,
      measured,
      limit: 1,
    }
  })
  const names = async (pinned: Parameters<typeof auditPartitions>[1]) =>
    (await auditPartitions(partitions, pinned)).map(({ name }) => name)
  const all = partitions.flatMap(() => VALUES)
  expect(await names(exampleManifest('pinned', { audits }))).toEqual(all)
  expect(await names(null)).toEqual(all)
})
