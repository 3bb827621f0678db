import gdal from 'gdal-async'
import { describe, expect, test } from 'vitest'
import { DecodedArchive } from '../../tests/sample/decoded-archive.ts'
import { geosPolygon, unionOf } from '../../tests/sample/geos.ts'
import { sampleCounty } from '../../tests/sample/shared-county.ts'
import { SURVEY_FROM } from '../buildings/footprints.ts'
import { LAND_USES } from '../land/land-uses.ts'
import { fromLngLat } from '../plan/plan.ts'
import { writeFootprints } from './footprints-file.ts'
import { writeInventory } from './nsi-file.ts'
import { writeStructures } from './structures-file.ts'

const county = sampleCounty()
const { buildings, buildingLots, inventoryLots } = county
const structures = new DecodedArchive(writeStructures(county))
const footprints = new DecodedArchive(writeFootprints(county))
const inventory = new DecodedArchive(writeInventory(county)).layer('nsi_99001.geojson')
const points = inventory.features.map((feature) => ({
  row: feature.fields.toObject(),
  at: feature.getGeometry() as gdal.Point,
}))
const rows = structures.rows('ZZ_Structures.shp')

describe('surveyed outlines', () => {
  test('they have the columns of USA Structures in WGS 84', () => {
    const layer = structures.layer('ZZ_Structures.shp')
    expect(layer.srs?.getAuthorityCode()).toBe('4326')
    expect(layer.fields.getNames().join(' ')).toBe(
      'BUILD_ID OCC_CLS PRIM_OCC SEC_OCC PROP_ADDR PROP_CITY PROP_ST PROP_ZIP OUTBLDG HEIGHT ' +
        'SQMETERS SQFEET H_ADJ_ELEV L_ADJ_ELEV FIPS CENSUSCODE PROD_DATE SOURCE USNG LONGITUDE ' +
        'LATITUDE IMAGE_NAME IMAGE_DATE VAL_METHOD REMARKS UUID',
    )
    expect(new Set(rows.map((row) => row.UUID)).size).toBe(rows.length)
  })

  test('most have no height, written -99999, and a few have 0', () => {
    const heights = rows.map((row) => row.HEIGHT as number)
    const share = heights.filter((height) => height === -99999).length / heights.length
    expect(share).toBeGreaterThan(0.5)
    expect(heights.filter((height) => height === 0).length).toBeGreaterThan(10)
    expect(Math.max(...heights)).toBeLessThan(30)
  })

  test('none are in the western third, and none are below 450 square feet', () => {
    const wests = structures.polygons('ZZ_Structures.shp').map((polygon) => {
      const { minX, minY } = polygon.getEnvelope()
      return county.terrain.ground.undo(fromLngLat([minX, minY]))[0]
    })
    expect(Math.min(...wests)).toBeGreaterThan(SURVEY_FROM - 5)
    expect(Math.min(...rows.map((row) => row.SQMETERS as number))).toBeGreaterThanOrEqual(42)
  })

  test('no outline overlaps another', () => {
    const { union, sum } = unionOf(structures.polygons('ZZ_Structures.shp'))
    expect(Math.abs((union as gdal.MultiPolygon).getArea() / sum - 1)).toBeLessThan(1e-9)
  })
})

describe('outlines on their lots', () => {
  const polygonOf = new Map(county.parcels.map(({ lot, rings }) => [lot, geosPolygon(rings)]))

  test('every outline lies on its lot, except the one that crosses the line', () => {
    const twisted = county.parcels.find(({ oddity }) => oddity === 'bow_tie')?.lot
    const outside = buildings.filter(({ lot, learned, surveyed }) => {
      const polygon = polygonOf.get(lot)!
      const drawn = surveyed === null ? [learned] : [learned, surveyed]
      return lot !== twisted && drawn.some(({ ring }) => !polygon.contains(geosPolygon([ring])))
    })
    expect(outside.map(({ lot }) => lot)).toEqual([buildingLots.overhanging])
    const [{ learned }] = outside
    const neighbour = polygonOf.get(buildingLots.overhung)!
    expect(neighbour.intersects(geosPolygon([learned.ring]))).toBe(true)
  })

  test('every built-up lot has one main building, a condominium stack too', () => {
    const mains = buildings.filter(({ role }) => role === 'main').map(({ lot }) => lot)
    const built = new Set(county.parcels.map(({ lot }) => lot)).values()
    expect(new Set(mains).size).toBe(mains.length)
    expect(mains).toEqual([...built].filter(({ use }) => LAND_USES[use].building !== null))
  })
})

test('all buildings have learned outlines, close to the surveyed ones but not equal', () => {
  const drawn = footprints.rows('SampleCounty.geojson')
  expect(drawn.length).toBe(buildings.length)
  expect(Object.keys(drawn[0])).toEqual(['release', 'capture_dates_range'])
  const exact = buildings.filter(({ surveyed, learned }) =>
    surveyed?.box.some((edge, i) => edge === learned.box[i]),
  )
  expect(exact).toEqual([])
  expect(buildings.filter(({ surveyed }) => surveyed === null).length).toBeGreaterThan(400)
})

describe('the inventory', () => {
  test('one point for each surveyed main building, without a flood zone', () => {
    const mains = buildings.filter(({ role, surveyed }) => role === 'main' && surveyed !== null)
    expect(points.length).toBe(mains.length)
    expect(new Set(points.map(({ row }) => row.firmzone))).toEqual(new Set(['-']))
    expect(new Set(points.map(({ row }) => row.fd_id)).size).toBe(points.length)
  })

  test('ground elevations in feet and in metres agree', () => {
    const known = points.filter(({ row }) => row.ground_elv !== null)
    expect(points.length - known.length).toBe(1)
    for (const { row } of known) {
      expect((row.grnd_elv_m as number) * 3.28084).toBeCloseTo(row.ground_elv as number, 4)
    }
  })

  test('the median year is one year a census block, and differs between blocks', () => {
    const blocks = Map.groupBy(points, ({ row }) => row.cbfips as string)
    for (const [block, members] of blocks) {
      expect(block).toMatch(/^99001\d{10}$/)
      expect(new Set(members.map(({ row }) => row.med_yr_blt)).size).toBe(1)
    }
    const medians = [...blocks.values()].map(([{ row }]) => row.med_yr_blt)
    expect(new Set(medians).size).toBeGreaterThan(20)
  })

  test('the misplaced point lies in no parcel', () => {
    const index = county.inventory.findIndex(
      ({ building }) => building.lot === inventoryLots.misplaced,
    )
    const { x, y } = points[index].at
    const holders = county.parcels.filter(({ rings }) =>
      geosPolygon(rings).contains(new gdal.Point(x, y)),
    )
    expect(holders).toEqual([])
  })
})
