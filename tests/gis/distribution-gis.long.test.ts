import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { exportCommand } from '../../commands/export.ts'
import { SILENT } from '../../terminal/progress.ts'
import { type AnsweringBuild, sampleBuild } from '../end-to-end/build-home.ts'
import { rowsOf } from '../end-to-end/queried-build.ts'
import { HAS_OGR, HAS_QGIS, ogrInfo, ogrRows, openInQgis } from './distribution-gis.ts'

/** Tables with polygons of one part and of many, with lines, with points, and without shapes. */
const TABLES = ['parcels', 'streets', 'street_ranges', 'permits', 'v_parcel_dossier', 'rejects']
/** A box on the sample county: west, south, east, north. */
const BOX = [-72.0, 29.97, -71.96, 30.0] as const
const MEET = 'xmax >= -72.0 AND xmin <= -71.96 AND ymax >= 29.97 AND ymin <= 30.0'

let build: AnsweringBuild
let folder: string
beforeAll(async () => {
  const sample = await sampleBuild()
  build = sample.build
  vi.stubEnv('PLAT_HOME', sample.home)
  folder = await mkdtemp(join(tmpdir(), 'plat-gis-'))
})
afterAll(async () => {
  build?.close()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

/** Files that are written already. */
const files = new Set<string>()

async function exported(table: string, ending: string): Promise<string> {
  const out = join(folder, `${table}.${ending}`)
  if (files.has(out)) return out
  const values = { build: build.open.id, out }
  await exportCommand.run({ positionals: [table], values }, { progress: SILENT, print() {} })
  files.add(out)
  return out
}

const sql = (text: string) => rowsOf({ build: build.open.id }, text)
const countOf = async (from: string) =>
  Number((await sql(`SELECT count(*) AS n FROM ${from}`))[0].n)

describe.skipIf(!HAS_OGR)("GDAL's programs of the distribution", () => {
  test.each(TABLES)('open a GeoPackage of %s without a warning', async (table) => {
    const file = await exported(table, 'gpkg')
    const info = ogrInfo(file)
    expect(info).toContain(`Feature Count: ${await countOf(table)}\n`)
    expect(info).toContain('ATTRIBUTION=')
    expect(info).toMatch(/FICTIONAL=Fictional/)
    if (table !== 'rejects') expect(info).toContain('ID["EPSG",4326]')
  })

  test.each(['gpkg', 'fgb', 'geojson', 'csv'])('read the parcels of a .%s', async (ending) => {
    const file = await exported('parcels', ending)
    const read = ogrRows(file)
    const expected = await sql('SELECT parcel_key, has_roll, just_value FROM parcels')
    // Every column of a CSV is a text, and an absent value is null, empty or left out.
    const plain = (rows: Record<string, unknown>[]) =>
      new Map(
        rows.map(({ parcel_key, has_roll, just_value }) => [
          parcel_key,
          [String(has_roll), (just_value ?? '') === '' ? null : Number(just_value)],
        ]),
      )
    expect(read).toHaveLength(expected.length)
    expect(plain(read)).toEqual(plain(expected))
  })

  test('find the same parcels in a box, by an index or without one', async () => {
    const found: unknown[][] = []
    for (const ending of ['gpkg', 'fgb', 'geojson', 'csv']) {
      const rows = ogrRows(await exported('parcels', ending), BOX)
      found.push(rows.map(({ parcel_key }) => parcel_key).sort())
    }
    for (const keys of found) expect(keys).toEqual(found[0])
    expect(found[0].length).toBeGreaterThan(100)
    expect(found[0].length).toBeLessThanOrEqual(await countOf(`parcels WHERE ${MEET}`))
  })
})

describe.skipIf(!HAS_QGIS)('QGIS of the distribution', () => {
  test.each([
    ['gpkg', 'MultiPolygon', 'EPSG:4326'],
    ['fgb', 'MultiPolygon', 'EPSG:4326'],
    ['geojson', 'Polygon', 'EPSG:4326'],
    // A CSV has no place for its system, which QGIS then requests.
    ['csv', 'Polygon', ''],
  ])('opens the parcels of a .%s', async (ending, shapes, crs) => {
    const layer = openInQgis(await exported('parcels', ending), BOX)
    expect(layer).toMatchObject({ isValid: true, shapes, crs, areValid: true })
    expect(layer.features).toBe(await countOf('parcels'))
    expect(layer.inBox).toBeGreaterThan(100)
    expect(layer.inBox).toBeLessThanOrEqual(await countOf(`parcels WHERE ${MEET}`))
    expect(Object.keys(layer.fields)).toEqual(
      expect.arrayContaining(['parcel_key', 'has_roll', 'just_value']),
    )
    if (ending === 'gpkg') expect(layer.abstract).toMatch(/^One parcel .* Fictional: no such place/)
  })

  test('finds the same land in each format', async () => {
    const areas: number[] = []
    for (const ending of ['gpkg', 'fgb', 'geojson', 'csv'])
      areas.push(openInQgis(await exported('parcels', ending), BOX).area)
    for (const area of areas) expect(area).toBeCloseTo(areas[0], 12)
    expect(areas[0]).toBeGreaterThan(0)
  })

  test('opens lines, points and tables without shapes', async () => {
    const shapes: Record<string, string> = {}
    for (const table of ['street_ranges', 'permits', 'rejects'])
      shapes[table] = openInQgis(await exported(table, 'gpkg'), BOX).shapes
    expect(shapes).toEqual({
      street_ranges: 'MultiLineString',
      permits: 'Point',
      rejects: 'NoGeometry',
    })
  })
})
