import type gdal from 'gdal-async'
import { expect, test } from 'vitest'
import { DecodedArchive } from '../../tests/sample/decoded-archive.ts'
import { sampleCounty } from '../../tests/sample/shared-county.ts'
import { writeNwi } from './nwi-file.ts'

const WETLANDS = 'ZZ_Wetlands.shp'
const PROJECTS = 'ZZ_Wetlands_Project_Metadata.shp'
const archive = new DecodedArchive(writeNwi(sampleCounty()))
const rows = archive.rows(WETLANDS)

test('the map is in Albers metres with the ten-character names of a state download', () => {
  const layer = archive.layer(WETLANDS)
  expect(layer.srs?.getAuthorityCode()).toBe('5070')
  expect(layer.fields.getNames().slice(0, 3)).toEqual(['ATTRIBUTE', 'WETLAND_TY', 'ACRES'])
})

test('it has codes of every system, a typo, one code left out and one that no table has', () => {
  const codes = new Set(rows.map((row) => row.ATTRIBUTE))
  for (const code of [
    'PFO1E PEM1C PSS1/EM1E PUBHh R2UBH E2EM1P E1UBL M1UBL L1UBH Pf PF01E XQ9Z'.split(' '),
    null,
  ].flat())
    expect(codes).toContain(code)
  expect(rows.find((row) => row.ATTRIBUTE === null)?.WETLAND_TY).toBe('Freshwater Emergent Wetland')
})

test('one polygon is a sliver of about 1e-5 acre, and four have islands', () => {
  const slivers = rows.filter((row) => (row.ACRES as number) < 1e-4)
  expect(slivers.length).toBe(1)
  expect(slivers[0].ACRES).toBeCloseTo(1e-5, 6)
  const holed = archive.polygons(WETLANDS).filter((polygon) => polygon.rings.count() > 1)
  expect(holed.length).toBe(4)
})

test('acres are the areas of the polygons', () => {
  for (const [i, polygon] of archive.polygons(WETLANDS).entries()) {
    expect(Math.abs((rows[i].ACRES as number) * 4046.8564224 - polygon.getArea())).toBeLessThan(
      0.01,
    )
  }
})

test('only the pair overlaps: the other wetlands lie apart or share lines', () => {
  const polygons = archive.polygons(WETLANDS)
  const overlapping: string[] = []
  for (const [i, polygon] of polygons.entries()) {
    expect(polygon.isValid(), `${rows[i].ATTRIBUTE} is a valid polygon`).toBe(true)
    for (const [k, other] of polygons.slice(0, i).entries()) {
      if (commonArea(polygon, other) > 0.5)
        overlapping.push(`${rows[k].ATTRIBUTE} ${rows[i].ATTRIBUTE}`)
    }
  }
  expect(overlapping).toEqual(['PFO1E PSS1C'])
})

test('two projects, of old and of new images, cover the mapped rectangle without a gap', () => {
  const projects = archive.rows(PROJECTS)
  expect(projects.map((row) => row.IMAGE_YR)).toEqual([1984, 2019])
  const [west, east] = archive.polygons(PROJECTS)
  const both = west.union(east) as gdal.Polygon
  expect(both.name).toBe('POLYGON')
  expect(both.rings.count()).toBe(1)
  expect(west.intersection(east).name).not.toBe('POLYGON')
})

function commonArea(a: gdal.Polygon, b: gdal.Polygon): number {
  const common = a.intersection(b) as gdal.Polygon
  // The intersection may be a line, which has no area and no such method.
  return common.getArea?.() ?? 0
}
