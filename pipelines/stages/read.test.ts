import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonical } from '../../geometry/canonical.ts'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { boundsOf, GRID } from '../../geometry/polygons.ts'
import { SILENT } from '../../terminal/progress.ts'
import { rectangleWkt } from '../../tests/fixtures/ground.ts'
import { type FixtureLayer, writeLayerFile } from '../../tests/fixtures/stages/layer-file.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { gdal } from './gdal.ts'
import { openFeatures, type ReadRequest } from './read.ts'
import type { SourceFeature } from './read-features.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-read-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
function writeFixture(
  fixture: Partial<FixtureLayer> & Pick<FixtureLayer, 'features'>,
  suffix = 'shp',
) {
  return writeLayerFile({
    file: join(folder, `file-${files++}.${suffix}`),
    layer: 'land',
    crs: 'EPSG:4269',
    fields: { NAME: 'text' },
    ...fixture,
  })
}

const open = (file: string, request: Partial<ReadRequest> = {}) =>
  openFeatures({ file, columns: [], progress: SILENT, ...request })

async function readAll(file: string, request: Partial<ReadRequest> = {}) {
  const slices: SourceFeature[][] = []
  for await (const slice of open(file, request).slices()) slices.push(slice)
  return slices
}

function square(x: number, y: number, side = 0.001) {
  const [west, south] = [-72 + x, 30 + y]
  return rectangleWkt(west, south, west + side, south + side).replace('POLYGON ', '')
}
const squareAround = (radius: number) => square(-radius, -radius, 2 * radius)
const one = (x: number, y = 0) => `POLYGON ${square(x, y)}`
const feature = (wkt: string | null, name = 'a') => ({ wkt, values: { NAME: name } })
const wide = { NAME: 'a' }

describe('slices', () => {
  const count = 25
  const rows = Array.from({ length: count }, (_, i) => feature(one(i / 100), `lot ${i}`))

  test.each(['shp', 'gdb', 'gpkg', 'geojson'])(
    'of a .%s retain its order and its count',
    async (suffix) => {
      const slices = await readAll(writeFixture({ features: rows }, suffix), {
        columns: ['name'],
        sliceFeatures: 7,
      })
      expect(slices.map(({ length }) => length)).toEqual([7, 7, 7, 4])
      const features = slices.flat()
      expect(features.map(({ number }) => number)).toEqual(rows.map((_, i) => i))
      expect(features.map(({ attributes }) => attributes.name)).toEqual(
        rows.map((_, i) => `lot ${i}`),
      )
      for (const [i, { polygons }] of features.entries())
        expect(boundsOf(polygons!)[0]).toBe(Math.round((-72 + i / 100) * GRID))
    },
  )

  test.each(['shp', 'gdb', 'gpkg'])(
    'of a .%s count features without a geometry, last of all',
    async (suffix) => {
      const features = [feature(null, 'x'), ...rows, feature(null, 'y')]
      const slices = await readAll(writeFixture({ features }, suffix), {
        columns: ['NAME'],
        sliceFeatures: 9,
      })
      expect(slices.flat()).toHaveLength(count + 2)
      expect(slices.flat().slice(-2)).toMatchObject([
        { number: count, lacks: 'geometry', polygons: null },
        { number: count + 1, lacks: 'geometry', polygons: null },
      ])
      expect(
        slices
          .flat()
          .slice(0, -2)
          .every(({ polygons }) => polygons !== null),
      ).toBe(true)
    },
  )
})

describe('geometries', () => {
  test('lose their heights and measures', async () => {
    const [west, south] = [-72, 30]
    const ring = [
      [west, south],
      [west + 0.001, south],
      [west, south + 0.001],
      [west, south],
    ]
    const text = (extra: string) => `((${ring.map((p) => `${p.join(' ')} ${extra}`).join(', ')}))`
    const read = async (wkt: string, geometryType: number) =>
      canonical(
        (await readAll(writeFixture({ features: [feature(wkt)], geometryType })))[0][0].polygons!,
      )
    const flat = await read(`POLYGON ${text('')}`, gdal.wkbPolygon)
    expect(await read(`POLYGON Z ${text('5')}`, gdal.wkbPolygon25D)).toEqual(flat)
    const z = await readAll(
      writeFixture(
        { features: [feature(`POLYGON ZM ${text('5 7')}`)], geometryType: 3003 },
        'gpkg',
      ),
    )
    expect(canonical(z[0][0].polygons!)).toEqual(flat)
  })

  test('with curves become straight within 0.1 % of their area', async () => {
    const r = 0.001
    const arcs = [`${-72 - r} 30`, `-72 ${30 + r}`, `${-72 + r} 30`, `-72 ${30 - r}`]
    const circle = `CURVEPOLYGON (CIRCULARSTRING (${[...arcs, arcs[0]].join(', ')}))`
    const csv = join(folder, 'circle.csv')
    await writeFile(csv, `WKT,NAME\n"${circle}",round\n`)
    const file = join(folder, 'circle.gpkg')
    const curved = ['-f', 'GPKG', '-a_srs', 'EPSG:4269', '-nlt', 'CURVEPOLYGON']
    gdal.vectorTranslate(file, gdal.open(csv), curved).close()
    const [[{ polygons }]] = await readAll(file)
    const square = writeFixture({ features: [feature(`POLYGON ${squareAround(r)}`)] })
    const [[{ polygons: around }]] = await readAll(square)
    const share = areaM2(polygons!) / (areaM2(around!) * (Math.PI / 4))
    expect(share).toBeLessThan(1)
    expect(share).toBeGreaterThan(0.999)
    expect(polygons!.coords.length).toBeGreaterThan(100)
  })

  test('of several parts retain their holes', async () => {
    const hole = square(0.0002, 0.0002, 0.0002).slice(1, -1)
    const wkt = `MULTIPOLYGON ((${square(0, 0).slice(1, -1)}, ${hole}), ${square(0.01, 0)})`
    const [[{ polygons }]] = await readAll(writeFixture({ features: [feature(wkt)] }))
    expect([...polygons!.polygonEnds]).toEqual([2, 3])
    expect(polygons!.ringEnds).toHaveLength(3)
  })

  test('that are points or lines are reported as such', async () => {
    const line = feature('LINESTRING (-72 30, -71 31)')
    const file = writeFixture({ features: [line], geometryType: gdal.wkbLineString })
    expect((await readAll(file))[0]).toMatchObject([{ polygons: null, lacks: 'area' }])
  })

  test('below the grid vanish, and are counted', async () => {
    const speck = square(0.0003, 0.0003, 0.00000001).slice(1, -1)
    const wkt = `POLYGON (${square(0, 0).slice(1, -1)}, ${speck})`
    const [[{ polygons, collapsedRings }]] = await readAll(
      writeFixture({ features: [feature(wkt)] }),
    )
    expect([polygons!.ringEnds.length, collapsedRings]).toEqual([1, 1])
  })
})

describe('columns', () => {
  const fields = { NAME: 'text', Size: 'real', YEAR: 'integer', DAY: 'date' } as const
  const values = { NAME: 'Ærø', Size: -1.5, YEAR: 1880, DAY: '2011-05-16' }

  test('are found in any case and come under the requested names', async () => {
    const features = [
      { wkt: one(0), values },
      { wkt: one(1), values: {} },
    ]
    const request = { columns: ['name', 'SIZE', 'Year', 'day'], optionalColumns: ['Note', 'NAME'] }
    for (const suffix of ['shp', 'gdb']) {
      const [[full, blank]] = await readAll(writeFixture({ fields, features }, suffix), request)
      expect(full.attributes).toMatchObject({ SIZE: -1.5, Year: 1880 })
      expect(full.attributes.NAME ?? full.attributes.name).toBe('Ærø')
      expect(`${full.attributes.day}`).toMatch(/^2011[-/]05[-/]16/)
      expect(new Set(Object.values(blank.attributes))).toEqual(new Set([null]))
    }
  })

  test('that are missing stop the run, with those that there are', () => {
    const file = writeFixture({ fields, features: [{ wkt: one(0), values }] })
    expect(() => open(file, { columns: ['FLD_ZONE', 'name'] })).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('lacks the column FLD_ZONE'),
        remedy: expect.stringContaining('It has: NAME, Size, YEAR, DAY.'),
      }),
    )
  })
})

describe('coordinates', () => {
  test('in feet come out within 1 cm of each point undone by itself', async () => {
    const crs = 'EPSG:2236'
    const wkt = 'POLYGON ((-81 25, -80.2 25.1, -80.1 26.3, -80.9 26.6, -81 25))'
    const [[{ polygons }]] = await readAll(writeFixture({ crs, features: [feature(wkt)] }))
    const source = gdal.SpatialReference.fromUserInput(crs)
    const back = new gdal.CoordinateTransformation(source, source.cloneGeogCS()!)
    const there = new gdal.CoordinateTransformation(source.cloneGeogCS()!, source)
    const points = [
      [-81, 25],
      [-80.2, 25.1],
      [-80.1, 26.3],
      [-80.9, 26.6],
    ].map(([x, y]) => {
      const feet = there.transformPoint(x, y)
      expect(Math.abs(feet.x)).toBeGreaterThan(180)
      return back.transformPoint(feet.x, feet.y)
    })
    const CENTIMETRE = 1e-7
    for (const { x, y } of points) {
      const nearest = Array.from({ length: polygons!.coords.length / 2 }, (_, i) =>
        Math.max(
          Math.abs(polygons!.coords[i * 2] / GRID - x),
          Math.abs(polygons!.coords[i * 2 + 1] / GRID - y),
        ),
      )
      expect(Math.min(...nearest)).toBeLessThan(CENTIMETRE)
    }
  })

  test('are in the frame of their own file, whatever was read before it', async () => {
    const features = [feature(one(0))]
    const lonLat = writeFixture({ features })
    const feet = writeFixture({ features, crs: 'EPSG:26847' })
    for (let i = 0; i < (isLongRun ? 150 : 30); i++) {
      const [file, frame] = i % 2 === 0 ? [feet, /^inverse of NAD83/] : [lonLat, /^NAD83 lon.lat/]
      const reader = open(file)
      expect(reader.operation).toMatch(frame)
      for await (const [{ polygons }] of reader.slices())
        expect(boundsOf(polygons!)[0]).toBe(-72 * GRID)
    }
  })

  test('in an unstated frame stop the run, until a document states it', async () => {
    const file = writeFixture({ crs: null, features: [feature(one(0))] })
    expect(() => open(file)).toThrow(/does not state its coordinate system/)
    const reader = open(file, { crs: 'EPSG:4269' })
    expect(reader.operation).toMatch(/^NAD83 lon.lat/)
  })

  test('in metres that pose as degrees stop the run', () => {
    const metres = 'POLYGON ((500000 3300000, 500100 3300000, 500100 3300100, 500000 3300000))'
    const file = writeFixture({ features: [feature(metres)] })
    expect(() => open(file)).toThrow(/its coordinates reach 500000, 3300000: they are not degrees/)
  })

  test('on another datum stop the run', () => {
    const file = writeFixture({ crs: 'EPSG:4267', features: [feature(one(0))] })
    expect(() => open(file)).toThrow(/1927.*no operation from it is declared/)
  })
})

describe('a file', () => {
  test('that GDAL cannot open, or with an empty layer, stops the run', async () => {
    const file = join(folder, 'not.geojson')
    await writeFile(file, '<html>not found</html>')
    expect(() => open(file)).toThrow(/GDAL cannot open it/)
    expect(() => open(writeFixture({ features: [] }))).toThrow(/has no features/)
    const blank = writeFixture({ features: [feature(null), feature(null)] })
    expect(() => open(blank)).toThrow(/none of the 2 features of its layer .* has a geometry/)
  })

  test('of several layers needs one named, in any case', () => {
    const file = writeFixture({ features: [{ wkt: one(0), values: wide }] }, 'gdb')
    writeLayerFile({
      file,
      layer: 'water',
      crs: 'EPSG:4269',
      fields: { NAME: 'text' },
      features: [feature(one(1)), feature(one(2))],
    })
    expect(open(file, { layer: 'WATER' }).count).toBe(2)
    expect(() => open(file)).toThrow(/has several layers and none is named/)
    expect(() => open(file, { layer: 'air' })).toThrow(
      expect.objectContaining({ remedy: 'Name one of: land, water.' }),
    )
  })
})

describe('a layer of points', () => {
  test('gives the position of each, and null for a shape that is not one point', async () => {
    const file = writeFixture(
      {
        geometryType: gdal.wkbPoint,
        features: [
          { wkt: 'POINT (-72 30)', values: { NAME: 'one' } },
          { wkt: 'POINT (-71.5 30.25)', values: { NAME: 'two' } },
        ],
      },
      'geojson',
    )
    const features = (await readAll(file, { columns: ['NAME'] })).flat()
    expect(features.map(({ point, attributes }) => [attributes.NAME, point])).toEqual([
      ['one', [-72 * GRID, 30 * GRID]],
      ['two', [-71.5 * GRID, 30.25 * GRID]],
    ])
    expect(features.every(({ polygons, lacks }) => polygons === null && lacks === 'area')).toBe(
      true,
    )
  })

  test('of several points has no single position', async () => {
    const features = [{ wkt: 'MULTIPOINT ((-72 30), (-71 30))', values: {} }]
    const file = writeFixture({ geometryType: gdal.wkbMultiPoint, features }, 'geojson')
    expect((await readAll(file)).flat()).toMatchObject([{ point: null, polygons: null }])
  })
})

describe('a filter', () => {
  const features = ['a', 'b', 'a'].map((name, i) => feature(one(i), name))

  test('leaves features out, and counts those that are left', async () => {
    const file = writeFixture({ features })
    expect(open(file, { where: "NAME = 'a'" }).count).toBe(2)
    const read = (await readAll(file, { where: "NAME = 'a'", columns: ['NAME'] })).flat()
    expect(read.map(({ attributes }) => attributes.NAME)).toEqual(['a', 'a'])
  })

  test('that no feature matches, or that is not SQL, is an error that quotes it', () => {
    const file = writeFixture({ features })
    expect(() => open(file, { where: "NAME = 'z'" })).toThrow("no features where NAME = 'z'")
    expect(() => open(file, { where: 'NOSUCH = 1' })).toThrow('NOSUCH = 1')
  })
})

test('a feature with an empty geometry is one without, and the others are read', async () => {
  const file = join(folder, 'empty.geojson')
  const shape = (geometry: object) => ({ type: 'Feature', properties: { NAME: 'a' }, geometry })
  const ring = [
    [-72, 30],
    [-71.999, 30],
    [-71.999, 30.001],
    [-72, 30],
  ]
  const features = [
    shape({ type: 'Polygon', coordinates: [ring] }),
    shape({ type: 'Polygon', coordinates: [] }),
    shape({ type: 'MultiPolygon', coordinates: [] }),
  ]
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }))
  const read = (await readAll(file)).flat()
  expect(read.map(({ lacks }) => lacks)).toEqual([undefined, 'geometry', 'geometry'])
})
