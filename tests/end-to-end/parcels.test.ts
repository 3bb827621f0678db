import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BuildFiles } from '../../catalog/build-files.ts'
import { buildDossierFromPacks } from '../../dossier/dossier.ts'
import { INSIDE, locateInPiece } from '../../geometry/contains.ts'
import { type Box, boundsOf, GRID } from '../../geometry/polygons.ts'
import type { ParcelData } from '../../layers/parcel/data.ts'
import type { Section } from '../../layers/section.ts'
import type { ParcelRecord } from '../../lookup/parcel-record.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { createApp } from '../../serve/app.ts'
import type { ServedBuild } from '../../serve/build/build-source.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'
import { isLongRun } from '../long-run.ts'
import { type AnsweringBuild, sampleBuild } from './build-home.ts'
import { runPlat } from './command-run.ts'

let home: string
let build: AnsweringBuild
let app: FastifyInstance
let parcels: Pack
let closeDatabase: () => void
beforeAll(async () => {
  const sample = await sampleBuild()
  home = sample.home
  build = sample.build
  parcels = build.packs.get('parcels')!
  const { id, manifest, paths } = build.open
  const served: ServedBuild = {
    id,
    manifest,
    folder: paths.folder,
    files: BuildFiles.asFound(paths.folder),
    packs: build.packs,
    hasDatabase: true,
    atClose: [],
  }
  closeDatabase = () => served.atClose.splice(0).forEach((close) => void close())
  app = await createApp({
    accounts: ANY_CALLER,
    builds: { acquire: () => ({ build: served, release() {} }) },
  })
})
afterAll(async () => {
  await app?.close()
  closeDatabase?.()
  build?.close()
})

async function get(path: string) {
  const { statusCode, body } = await app.inject(`/api${path}`)
  expect(statusCode, body.slice(0, 400)).toBe(200)
  return JSON.parse(body)
}
const rows = () => Array.from({ length: parcels.rows }, (_, row) => row)
const keyOf = (row: number) => parcels.value(row, 'parcel_key') as string
const degrees = (row: number) => boundsOf(parcels.polygons(row)).map((each) => each / GRID) as Box

async function walk(filters: string, limit: number): Promise<ParcelRecord[]> {
  const all: ParcelRecord[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await get(`/v1/parcels?${filters}&limit=${limit}${cursor && `&cursor=${cursor}`}`)
    if (page.has_more) expect(page.data).toHaveLength(limit)
    all.push(...page.data)
    cursor = page.next_cursor
  }
  return all
}

test('every parcel of the county is found by its key, stacked or not, at a point off all its edges', () => {
  expect(parcels.rows).toBeGreaterThan(3_000)
  for (const row of rows()) {
    const parcelRow = parcels.rowOfKey(keyOf(row))!
    expect(parcelRow).toBe(row)
    const { point, layers } = buildDossierFromPacks(build.packs, { parcelRow, layers: ['parcel'] })
    const { data } = layers.parcel as Section<ParcelData>
    expect(data!.parcel_key).toBe(keyOf(row))
    const [x, y] = [Math.round(point.lng * GRID), Math.round(point.lat * GRID)]
    expect(locateInPiece(parcels.polygons(row), x, y, 0.001), data!.parcel_key).toBe(INSIDE)
    // A response has the point in degrees: the requested point is returned.
    expect([x / GRID, y / GRID]).toEqual([point.lng, point.lat])
    expect(data!.parcel_count_here).toBe(parcels.rowsAt(x, y).length)
  }
})

/** The flood summary without the name of its point, which is found in two ways here. */
function withPointUnnamed(layers: Record<string, { summary: string }>) {
  const summary = layers.flood.summary.replace(/a point inside the parcel|the queried point/, 'it')
  return { ...layers, flood: { ...layers.flood, summary } }
}

test('a dossier by key has the sections of its point, but for stacks the requested unit', async () => {
  const random = seededRandom(41)
  for (let i = 0; i < (isLongRun ? 60 : 20); i++) {
    const row = Math.floor(random() * parcels.rows)
    const byKey = await get(`/v1/location?parcel=${keyOf(row)}`)
    const there = await get(`/v1/location?ll=${byKey.point.lat},${byKey.point.lng}`)
    expect(byKey.layers.parcel.data.parcel_key).toBe(keyOf(row))
    if (there.layers.parcel.data.parcel_key === keyOf(row))
      expect(withPointUnnamed(byKey.layers)).toEqual(withPointUnnamed(there.layers))
    for (const name of ['boundaries', 'code_basis'])
      expect(byKey.layers[name]).toEqual(there.layers[name])
  }
})

describe('the pages of a list', () => {
  test('without filters are the parcels of the build in its own order, each once', async () => {
    const all = await walk('', 100)
    expect(all.map(({ parcel_key }) => parcel_key)).toEqual(rows().map(keyOf))
  })

  test('under any filters have each matching parcel once, whatever the page size', async () => {
    const random = seededRandom(20_261_121)
    const pick = <T>(...of: T[]): T => of[Math.floor(random() * of.length)]
    const anyRow = () => Math.floor(random() * parcels.rows)
    const [west, south, east, north] = boundsOf({ coords: cornersOf(rows().map(degrees)) } as never)
    let found = 0
    const rounds = isLongRun ? 60 : 8
    for (let i = 0; i < rounds; i++) {
      const own = degrees(anyRow())
      const w = west / GRID + (random() * (east - west)) / GRID
      const s = south / GRID + (random() * (north - south)) / GRID
      const box: Box = [w, s, w + random() * 0.03, s + random() * 0.03]
      const filters = {
        // Its own box: edges that are equal to the last digit touch.
        bbox: pick<Box | null>(null, own, box, box),
        county: pick(null, null, '99001', '99003'),
        zip: pick(null, null, parcels.value(anyRow(), 'situs_zip') as string | null, '99999'),
        use_code: pick(null, null, parcels.value(anyRow(), 'use_code') as string | null, '1'),
      }
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(filters))
        if (value !== null) query.set(name, `${value}`)
      const expected = rows().filter((row) => matches(row, filters))
      const limit = expected.length > 1_000 ? 100 : 1 + Math.floor(random() * 100)
      const all = await walk(`${query}`, limit)
      expect(
        all.map(({ parcel_key }) => parcel_key),
        `${query}`,
      ).toEqual(expected.map(keyOf))
      for (const { point, bbox } of all) {
        expect(point.lng > bbox[0] && point.lng < bbox[2]).toBe(true)
        expect(point.lat > bbox[1] && point.lat < bbox[3]).toBe(true)
      }
      found += expected.length
    }
    expect(found).toBeGreaterThan(rounds * 80)
  })

  test('have the roll of each parcel as in its dossier', async () => {
    const random = seededRandom(43)
    for (let i = 0; i < (isLongRun ? 40 : 15); i++) {
      const record = await get(`/v1/parcels/${keyOf(Math.floor(random() * parcels.rows))}`)
      const { layers } = await get(record.links.dossier.split('/api')[1])
      const { parcel, tax } = layers
      for (const name of [
        'parcel_key',
        'county',
        'situs_address',
        'vintage',
        'area_m2',
        'area_acres',
      ])
        expect(record[name]).toEqual(parcel.data[name])
      const roll = tax.data?.roll
      for (const name of ['assessment_year', 'just_value', 'assessed_value', 'taxable_value'])
        expect(record.roll?.[name] ?? null, name).toEqual(roll?.[name] ?? null)
    }
  })
})

interface Filters {
  bbox: Box | null
  county: string | null
  zip: string | null
  use_code: string | null
}

function matches(row: number, { bbox, county, zip, use_code }: Filters): boolean {
  const values = parcels.values(row)
  const is = (name: string, value: string | null) => value === null || values[name] === value
  if (!is('county_fips', county) || !is('situs_zip', zip) || !is('use_code', use_code)) return false
  if (!bbox) return true
  const [west, south, east, north] = degrees(row)
  return west <= bbox[2] && south <= bbox[3] && east >= bbox[0] && north >= bbox[1]
}

function cornersOf(boxes: Box[]): Int32Array {
  return Int32Array.from(boxes.flat(), (each) => Math.round(each * GRID))
}

if (isLongRun)
  test('plat dossier answers a parcel by its key, and names what it does not have', async () => {
    const key = keyOf(17)
    const runDossier = (...args: string[]) =>
      runPlat(home, ['dossier', ...args, '--build', build.open.id, '--layers', 'parcel'])
    const answer = await runDossier('--parcel', key, '--json')
    expect(answer.code).toBe(0)
    const printed = JSON.parse(answer.output.slice(answer.output.indexOf('{')))
    expect(printed.point.source).toBe('parcel_anchor')
    expect(printed.layers.parcel.data.parcel_key).toBe(key)
    const unknown = await runDossier('--parcel', 'pk_none')
    expect(unknown.code).toBe(1)
    expect(unknown.output).toContain('has no parcel pk_none')
    expect((await runDossier('--parcel', key, '30,-72')).code).toBe(2)
  })
