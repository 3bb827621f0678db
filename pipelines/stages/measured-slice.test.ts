import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonical } from '../../geometry/canonical.ts'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { hilbertOf } from '../../geometry/hilbert.ts'
import { boundsOf, GRID } from '../../geometry/polygons.ts'
import { faultOf } from '../../geometry/soundness.ts'
import { polygonsToWkb, wkbToPolygons } from '../../geometry/wkb.ts'
import { writeFlatGeobuf } from '../../tests/fixtures/stages/flat-geobuf-file.ts'
import type { FixtureFeature } from '../../tests/fixtures/stages/layer-file.ts'
import { LINES, linesAt, OTHER, POLYGONS, PolygonsCursor, part, polygonsAt } from './flat-shapes.ts'
import { gdal } from './gdal.ts'
import { buffersOf, FAULTS, measureSlice } from './measured-slice.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-measured-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
const writeFixture = (
  wkts: (string | null)[],
  rest: Partial<FixtureFeature>[] = [],
  geometryType = gdal.wkbUnknown,
) =>
  writeFlatGeobuf({
    file: join(folder, `file-${files++}.gpkg`),
    layer: 'land',
    crs: 'EPSG:4269',
    fields: { NAME: 'text' },
    geometryType,
    features: wkts.map((wkt, i) => ({ wkt, values: { NAME: `lot ${i}` }, ...rest[i] })),
  })

/** Shapes of one, of several, of no sound ring, and of none, one after the other. */
const SHAPES = [
  'POLYGON ((-72 30, -71.999 30, -71.999 30.001, -72 30.001, -72 30))',
  'POLYGON ((-72 30, -72 30.001, -71.999 30.001, -71.999 30, -72 30), (-71.9995 30.0002, -71.9998 30.0002, -71.9998 30.0004, -71.9995 30.0002))',
  'MULTIPOLYGON (((-70 30, -69.9 30, -69.9 30.1, -70 30)), ((-68 30, -67.9 30, -67.9 30.1, -68 30)))',
  'POLYGON ((-71 30, -70.999 30.001, -70.999 30, -71 30.001, -71 30.002, -71.001 30.002, -71.001 30, -71 30))',
  'POLYGON ((-72 30, -71.999999999 30, -72 30.000000001, -72 30))',
  'POLYGON ((-72 30, -71 30, -71 31, -72 30), (-71.5 30.1, -71.5 30.1, -71.5 30.1, -71.5 30.1))',
  'POLYGON ((-72 30, -71 30, -71 31, -72 30), (-70.5 30.1, -70.4 30.1, -70.4 30.2, -70.5 30.1))',
  'POLYGON ((-72 30, -71 30, -71 31, -72 30), (-71.5 30, -71.2 30.1, -71.2 30.2, -71.5 30))',
  'MULTIPOLYGON (((-72 30, -71 30, -71 31, -72 30)), ((-71.3 30.1, -71.2 30.1, -71.2 30.2, -71.3 30.1)))',
  'POLYGON ((190 30, 191 30, 191 31, 190 30))',
  'POLYGON ((-72.5 30.25, -72.4 30, -72.3 30.25, -72.2 30.5, -72.35 30.6, -72.45 30.4, -72.5 30.25))',
]

test('every feature has the polygons, and the measures, that it has alone', () => {
  const slice = measureSlice(writeFixture(SHAPES), false)
  expect([...slice.kinds]).toEqual(SHAPES.map(() => POLYGONS))
  const cursor = new PolygonsCursor(slice)
  for (const [i, wkt] of SHAPES.entries()) {
    const alone = wkbToPolygons(gdal.Geometry.fromWKT(wkt).toWKB('LSB'))
    const polygons = polygonsAt(slice, i)
    expect(polygons, wkt).toEqual(alone)
    expect(cursor.at(i), wkt).toEqual(alone)
    expect(canonical(polygons), 'it is canonical already').toBe(polygons)
    expect(part(slice.wkb, slice.wkbEnds, i)).toEqual(new Uint8Array(polygonsToWkb(alone)))
    const box = boundsOf(alone)
    expect([...slice.boxes.subarray(i * 4, i * 4 + 4)]).toEqual(box)
    if (box[2] > 180 * GRID) continue
    expect(FAULTS[slice.faults[i]], wkt).toBe(faultOf(alone))
    expect(slice.areas[i]).toBe(areaM2(alone))
    expect(slice.hilberts[i]).toBe(hilbertOf(box))
  }
  expect([...slice.collapsedRings]).toEqual([0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0])
  expect(new Set(slice.faults)).toEqual(new Set(FAULTS.keys()))
})

test('a shape that is not polygons adds nothing to its neighbours, and a lone point is reported', () => {
  const mixed = `GEOMETRYCOLLECTION (${SHAPES[2]}, POINT (1 2))`
  const lineAndPoint = 'GEOMETRYCOLLECTION (LINESTRING (0 0, 1 1), POINT (1 2))'
  const wkts = ['POINT (-72 30)', SHAPES[0], mixed, lineAndPoint, SHAPES[1]]
  const slice = measureSlice(writeFixture(wkts), false)
  expect([...slice.kinds]).toEqual([OTHER, POLYGONS, OTHER, OTHER, POLYGONS])
  expect([...slice.points.subarray(0, 2)]).toEqual([-72 * GRID, 30 * GRID])
  expect(slice.points.subarray(2).every(Number.isNaN)).toBe(true)
  expect([...slice.coordsEnds]).toEqual([0, 8, 8, 8, 22])
  expect(polygonsAt(slice, 4)).toEqual(
    polygonsAt(measureSlice(writeFixture([SHAPES[1]]), false), 0),
  )
})

test.each([
  ['a layer of lines', gdal.wkbLineString],
  ['a layer of anything', gdal.wkbUnknown],
])('lines of %s are on the grid, in the direction they were drawn', (_what, geometryType) => {
  const wkts = [
    'LINESTRING Z (-72 30 5, -72 30 6, -71.5 30.25 7)',
    'MULTILINESTRING ((-71 30, -70 31), (-69 30, -69.000000001 30), (-68 30, -67 30, -68 30))',
    'LINESTRING (-72 30, -72 30.00000001)',
    'LINESTRING (-71.5 30.25, -72 30)',
  ]
  const slice = measureSlice(writeFixture(wkts, [], geometryType), false)
  expect([...slice.kinds]).toEqual([LINES, LINES, LINES, LINES])
  const degrees = wkts.map((_, i) => [...linesAt(slice, i).coords].map((unit) => unit / GRID))
  expect(degrees).toEqual([
    [-72, 30, -71.5, 30.25],
    [-71, 30, -70, 31, -68, 30, -67, 30, -68, 30],
    [],
    [-71.5, 30.25, -72, 30],
  ])
  expect(wkts.map((_, i) => [...linesAt(slice, i).lineEnds])).toEqual([[2], [2, 5], [], [2]])
  expect([...slice.collapsedRings]).toEqual([0, 1, 1, 0])
  expect(slice.wkbEnds.every((end) => end === 0)).toBe(true)
})

test('it can be transferred whole, and the next slice is not affected', () => {
  for (const wkts of [SHAPES, ['POINT (1 2)'], SHAPES]) {
    const bytes = writeFixture(wkts)
    const slice = measureSlice(bytes, true)
    const before = structuredClone(slice)
    const given = structuredClone(slice, { transfer: buffersOf(slice) })
    expect(given).toEqual(before)
    expect(slice.kinds.length).toBe(0)
  }
})
