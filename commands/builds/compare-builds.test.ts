import { expect, test } from 'vitest'
import type { OpenBuild } from '../../catalog/build-folder.ts'
import type { Manifest } from '../../catalog/manifest.ts'
import { exampleManifest } from '../../tests/fixtures/example-build.ts'
import { compareBuilds } from './compare-builds.ts'

const [EXAMPLE] = exampleManifest('example').tables

/** A build whose tables have these rows and rejects, each in one partition. */
function build(id: string, tables: Record<string, [rows: number, rejects: number]>): OpenBuild {
  const made = Object.entries(tables).map(([name, [rows, count]]): Manifest['tables'][number] => ({
    ...EXAMPLE,
    name,
    partitions: [{ ...EXAMPLE.partitions[0], rows, rejects: { stat: { count, example: '' } } }],
  }))
  return { id, manifest: exampleManifest(id, { tables: made }) } as OpenBuild
}

const before = build('b1', { parcels: [1_000, 3], sales: [20, 0], permits: [5, 0], plans: [0, 0] })
const now = build('b2', { parcels: [990, 4], sales: [20, 0], wetlands: [7, 0], plans: [2, 0] })

test('each table has its counts before and now, and what comes or goes is named', () => {
  expect(compareBuilds(before, now, true).split('\n').slice(2)).toEqual([
    '| table | rows before | rows now | change | rejects before | rejects now |',
    '| --- | --- | --- | --- | --- | --- |',
    '| parcels | 1,000 | 990 | -10 (-1.00 %) | 3 | 4 |',
    '| sales | 20 | 20 | same | 0 | 0 |',
    '| permits | 5 | - | gone | 0 | - |',
    '| plans | 0 | 2 | +2 | 0 | 0 |',
    '| wetlands | - | 7 | new | - | 0 |',
  ])
})

test('the first line counts new files, their bytes and the audits', () => {
  const [first] = compareBuilds(before, now, false).split('\n')
  expect(first).toMatch(/^b2 against b1\. 0 of \d+ files are new, 0 B of .* audits passed\.$/)
})
