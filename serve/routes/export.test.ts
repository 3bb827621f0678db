import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parse } from 'csv-parse/sync'
import type { FeatureCollection } from 'geojson'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExampleApp, openExampleApp } from '../../tests/fixtures/example-app.ts'
import { TOWN_LOCATIONS } from '../../tests/fixtures/example-town.ts'

let town: ExampleApp
let folder: string
beforeAll(async () => {
  town = await openExampleApp()
  folder = await mkdtemp(join(tmpdir(), 'plat-export-'))
})
afterAll(async () => {
  await town.close()
  await rm(folder, { recursive: true })
})

const { lot, nowhere } = TOWN_LOCATIONS
const request = (format: string, { lat, lng } = lot) =>
  town.app.inject(`/api/v1/location/export?ll=${lat},${lng}&format=${format}`)

test('CSV has a row a fact with its unit, status, source and vintage', async () => {
  const { statusCode, headers, body } = await request('csv')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+\.csv"$/)
  const rows = parse(body, { columns: true }) as Record<string, string>[]
  const row = (section: string, field: string) =>
    rows.find((each) => each.section === section && each.field === field)
  expect(row('location', 'lat')).toMatchObject({ value: `${lot.lat}`, unit: '°' })
  expect(row('flood', 'is_in_flood_zone')).toMatchObject({
    label: 'In a high-risk flood zone',
    value: 'true',
    status: 'available',
    source: expect.stringMatching(/\S/),
    vintage: expect.stringMatching(/\S/),
  })
  expect(row('parcel', 'area_m2')).toMatchObject({ unit: 'm²' })
  expect(Number(row('parcel', 'area_m2')!.value)).toBeGreaterThan(0)
  expect(row('flood', 'zones_on_parcel[0].zone')?.label).toMatch(/^Zones on parcel 1: /)
  expect(rows.some(({ field }) => field.includes('geometry'))).toBe(false)
})

test('CSV of a place without data states why', async () => {
  const rows = parse((await request('csv', nowhere)).body, { columns: true }) as {
    section: string
    field: string
    status: string
  }[]
  const parcel = rows.filter(({ section }) => section === 'parcel')
  expect(new Set(parcel.map(({ status }) => status))).toEqual(new Set(['not_covered']))
  expect(parcel.map(({ field }) => field)).toContain('reason')
})

test('GeoJSON has the point, the parcel and the shapes within it, with source and age', async () => {
  const { headers, body } = await request('geojson')
  expect(headers['content-type']).toBe('application/geo+json')
  const { features, ...head } = JSON.parse(body) as FeatureCollection
  expect(head).toMatchObject({ type: 'FeatureCollection', attribution: expect.any(String) })
  const sections = features.map(({ properties }) => properties!.section)
  expect(new Set(sections)).toEqual(new Set([...sections, 'location', 'parcel', 'flood']))
  const flood = features.find(({ properties }) => properties!.section === 'flood')!
  expect(flood.geometry.type).toMatch(/Polygon$/)
  expect(flood.properties).toMatchObject({ zone: expect.any(String), source: expect.any(String) })
  expect(Object.keys(flood.properties!)).toEqual(
    expect.arrayContaining(['vintage', 'age', 'attribution', 'retrieved_at']),
  )
})

test('a GeoPackage has a layer a section and the facts, which other programs open', async () => {
  const { headers, rawPayload } = await request('gpkg')
  expect(headers['content-type']).toBe('application/geopackage+sqlite3')
  const file = join(folder, 'lot.gpkg')
  await writeFile(file, rawPayload)
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database.prepare('SELECT table_name, data_type FROM gpkg_contents').all()
  expect(tables).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ table_name: 'location', data_type: 'features' }),
      expect.objectContaining({ table_name: 'parcel', data_type: 'features' }),
      expect.objectContaining({ table_name: 'flood', data_type: 'features' }),
      expect.objectContaining({ table_name: 'facts', data_type: 'attributes' }),
    ]),
  )
  const kinds = database.prepare(
    'SELECT DISTINCT geometry_type_name AS kind FROM gpkg_geometry_columns',
  )
  expect(kinds.all().map(({ kind }) => kind)).not.toContain('GEOMETRY')
  database.close()
  if (!hasGdal()) return
  const listed = execFileSync('ogrinfo', ['-so', '-al', file], { encoding: 'utf8' })
  expect(listed).toContain('Layer name: parcel')
  expect(listed).toContain('Geometry: Multi Polygon')
  expect(listed).not.toMatch(/ERROR|Warning/)
})

function hasGdal(): boolean {
  try {
    execFileSync('ogrinfo', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test.each([
  ['format=doc', 'format'],
  ['include_geometry=true', 'include_geometry'],
  ['paper=a4', 'paper'],
])('refuses %s', async (query, param) => {
  const url = `/api/v1/location/export?ll=${lot.lat},${lot.lng}&${query}`
  const { statusCode, body } = await town.app.inject(url)
  expect([statusCode, JSON.parse(body).error.param]).toEqual([400, param])
})
