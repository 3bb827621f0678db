import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReportedLand } from '../pipelines/partition.ts'
import { coverageOver, plotsTable, writePlots } from '../tests/audited-partitions.ts'
import { auditLand } from './land-audit.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-land-audit-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const PARCELS = plotsTable('polygons', 'parcels')
/** Ground of 100 lots of 0.01 degrees, ten a row. */
const GROUND = coverageOver([-72, 30, -71.9, 30.1])
const corner = (x: number, y: number) =>
  `(-72 + (n % 10 + ${x}) / 100.0) || ' ' || (30 + (n // 10 + ${y}) / 100.0)`
const RING = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), corner(0, 0)]
/** The lot of row `i`, its number being an expression of `i`. */
const lots = (number: string) =>
  `REPLACE (list_transform([${number}], lambda n: ('POLYGON ((' || ${RING.join(` || ', ' || `)} || '))')::GEOMETRY)[1] AS geometry)`

let written = 0
async function audited(
  rows: number,
  number = 'i',
  { table = PARCELS, coverage = GROUND, stated = null as ReportedLand | null } = {},
) {
  const finished = { coverage: { ...coverage, reported_land: stated } }
  const partition = `p${written++}`
  const change = lots(number)
  return await auditLand(await writePlots(folder, [{ partition, table, rows, change, finished }]))
}

const stated = { share: 0.3, evidence: 'nine tenths of the county are a national forest' }

test.each<[what: string, passed: boolean, share: number, () => ReturnType<typeof audited>]>([
  ['a whole fabric', true, 1, () => audited(100)],
  ['a fabric with streets between', true, 0.61, () => audited(61)],
  ['a fabric under the floor', false, 0.59, () => audited(59)],
  ['half a download', false, 0.5, () => audited(50)],
  ['one parcel of a page', false, 0.01, () => audited(1)],
  ['half a download of stacked units', false, 0.5, () => audited(100, 'i % 50')],
  ['parcels in another place', false, 0.5, () => audited(100, 'i + 50')],
  ['as little as is stated', true, 0.28, () => audited(28, 'i', { stated })],
  ['less than is stated', false, 0.26, () => audited(26, 'i', { stated })],
])('%s', async (_, passed, share, audits) => {
  const [audit, ...others] = await audits()
  expect(others).toEqual([])
  expect(audit).toMatchObject({ name: 'land_reported', table: 'parcels', passed })
  expect(audit.measured).toBeCloseTo(share, 3)
})

test('the stated share and its evidence are in the manifest', async () => {
  const [audit] = await audited(28, 'i', { stated })
  expect(audit.limit).toBe(`at least 0.9 of 0.3: ${stated.evidence}`)
})

test('a coverage that nobody declares, and tables that leave land blank, are not held against it', async () => {
  expect(await audited(1, 'i', { coverage: coverageOver(null) })).toEqual([])
  expect(await audited(1, 'i', { table: plotsTable('polygons') })).toEqual([])
})
