import gdal from 'gdal-async'
import { describe, expect, test } from 'vitest'
import type { LngLat } from '../../../sample/plan/plan.ts'
import { geosPolygon } from '../geos.ts'
import { sampleCounty, sampleLocations } from '../shared-county.ts'
import type { KnownLocation } from './known-location.ts'
import { SHARE_TOLERANCE } from './lot-cells.ts'

// GEOS on the drawn polygons checks the expected answers by other means than the plan.
const county = sampleCounty()
const locations = sampleLocations()
const wetlands = county.wetlandPlan.wetlands.map((wetland) => ({
  name: wetland.name,
  polygon: geosPolygon(wetland.shape.rings.map((ring) => ring.map(county.terrain.place))),
}))
const soils = county.soilPolygons.map(({ unit, rings }) => ({
  name: unit.mukey,
  polygon: geosPolygon(rings),
}))

const drawn = county.buildings.map((building) => ({
  building,
  learned: bounded(building.learned.ring),
  surveyed: building.surveyed && bounded(building.surveyed.ring),
}))
const points = county.inventory.map((each) => ({ each, point: new gdal.Point(...each.at) }))

function bounded(ring: LngLat[]) {
  const polygon = geosPolygon([ring])
  return { polygon, envelope: polygon.getEnvelope() }
}

type Named = { name: string; polygon: gdal.Polygon }

function holders(all: Named[], { lng, lat }: KnownLocation): string[] {
  const point = new gdal.Point(lng, lat)
  return all.filter(({ polygon }) => polygon.contains(point)).map(({ name }) => name)
}

/** The rings of the parcel at a location; two pieces are one parcel. */
function parcelPolygons({ parcel }: KnownLocation): gdal.Polygon[] {
  if (parcel === null) return []
  const [id] = parcel.ids
  const own = county.parcels.filter((each) => each.id === id && each.area > 0)
  const all =
    id === null
      ? own.filter(({ area }) => area === parcel.area)
      : own.filter(({ oddity }, i) => oddity === 'two_pieces' || i === 0)
  return all.map(({ rings }) => geosPolygon(rings as LngLat[][]))
}

function sharesOn(all: Named[], location: KnownLocation): Map<string, number> {
  const shares = new Map<string, number>()
  const parcels = parcelPolygons(location)
  const whole = parcels.reduce((sum, parcel) => sum + parcel.getArea(), 0)
  for (const { name, polygon } of all) {
    for (const parcel of parcels) {
      if (!polygon.intersects(parcel)) continue
      const common = polygon.intersection(parcel) as gdal.Polygon
      const share = (common.getArea?.() ?? 0) / whole
      if (share > 0) shares.set(name, (shares.get(name) ?? 0) + share)
    }
  }
  return shares
}

/** Asserts each share within the tolerance, and no other share above it. */
function expectShares(actual: Map<string, number>, promised: Map<string, number>): void {
  for (const name of new Set([...actual.keys(), ...promised.keys()])) {
    const miss = Math.abs((actual.get(name) ?? 0) - (promised.get(name) ?? 0))
    expect(miss, name).toBeLessThan(SHARE_TOLERANCE)
  }
}

describe('wetlands', () => {
  const settled = locations.filter((location) => location.wetlands !== undefined)
  test.each(settled)('$name: $what', (location) => {
    const { here, onParcel } = location.wetlands!
    expect(holders(wetlands, location)).toEqual(here.map(({ name }) => name))
    expect(onParcel === null).toBe(location.parcel === null)
    const promised = new Map(onParcel?.map(({ name, share }) => [name, share]))
    expectShares(sharesOn(wetlands, location), promised)
  })
})

describe('soils', () => {
  const settled = locations.filter((location) => location.soils !== undefined)
  test.each(settled)('$name: $what', (location) => {
    const { here, onParcel } = location.soils!
    expect(holders(soils, location)).toEqual(here === null ? [] : [here.mukey])
    const promised = new Map(onParcel?.map(({ unit, share }) => [unit.mukey, share]))
    expectShares(sharesOn(soils, location), promised)
  })
})

describe('structures', () => {
  test.each(locations)('$name: $what', (location) => {
    const { surveyed, learned, inventory } = location.structures!
    const parcels = parcelPolygons(location)
    const point = new gdal.Point(location.lng, location.lat)
    const around = parcels.map((parcel) => ({ parcel, envelope: parcel.getEnvelope() }))
    const isHere = (outline: ReturnType<typeof bounded> | null): boolean => {
      if (outline === null) return false
      const { polygon, envelope } = outline
      if (around.length === 0) return polygon.contains(point)
      return around.some(
        ({ parcel, envelope: whole }) => whole.intersects(envelope) && parcel.intersects(polygon),
      )
    }
    const those = (
      outlineOf: (each: (typeof drawn)[number]) => ReturnType<typeof bounded> | null,
    ) => drawn.filter((each) => isHere(outlineOf(each))).map(({ building }) => building)
    expect(learned.map(({ building }) => building)).toEqual(those(({ learned }) => learned))
    expect(surveyed.map(({ building }) => building)).toEqual(those(({ surveyed }) => surveyed))
    // A metre in degrees, less the rounding of a location: no location is in between.
    const isAt = (place: typeof point) => place.distance(point) < 9e-6
    const within = points
      .filter((each) =>
        parcels.length > 0
          ? parcels.some((parcel) => parcel.contains(each.point))
          : isAt(each.point),
      )
      .map(({ each }) => each)
    expect(inventory).toEqual(within)
  })
})

test('each location has the ground that its name states', () => {
  const at = (name: string): KnownLocation =>
    locations.find((location) => location.name === name) ?? expect.fail(`no location ${name}`)
  const codes = (name: string) => at(name).wetlands?.here.map(({ code }) => code)
  expect(codes('wetland_river')).toEqual(['R2UBH'])
  expect(codes('wetland_river_island')).toEqual([])
  expect(codes('wetland_forest')).toEqual(['PFO1E'])
  expect(at('wetland_forest').wetlands?.imageYear).toBe(1984)
  expect(at('wetland_marsh').wetlands?.imageYear).toBe(2019)
  expect(codes('wetland_forest_hammock')).toEqual([])
  expect(at('wetland_mixed').wetlands?.onParcel).toMatchObject([{ code: 'PSS1/EM1E', share: 1 }])
  expect(at('wetland_half').wetlands?.onParcel?.[0].share).toBeCloseTo(0.5, 1)
  expect(codes('wetland_other_half')).toEqual([])
  expect(at('wetland_sliver').wetlands?.onParcel).toMatchObject([{ name: 'sliver', share: 0 }])
  expect(codes('wetland_pond')).toEqual(['PUBHh'])
  expect(codes('wetland_lake')).toEqual(['L1UBH'])
  expect(codes('wetland_lake_island')).toEqual([])
  expect(codes('wetland_salt_marsh')).toEqual(['E2EM1P'])
  expect(codes('wetland_estuary')).toEqual(['E1UBL'])
  expect(codes('wetland_sea')).toEqual(['M1UBL'])
  expect(codes('wetland_farmed')).toEqual(['Pf'])
  expect(codes('wetland_mistyped')).toEqual(['PF01E'])
  expect(codes('wetland_uncoded')).toEqual([null])
  expect(codes('wetland_unknown')).toEqual(['XQ9Z'])
  expect(codes('wetland_overlap')).toEqual(['PFO1E', 'PSS1C'])
  expect(at('outside_county').wetlands?.isMapped).toBe(false)

  const groups = (name: string) => at(name).soils?.here?.attributes?.group
  expect(['a', 'b', 'c', 'd', 'a_d', 'b_d', 'c_d'].map((unit) => groups(`soil_${unit}`))).toEqual([
    'A',
    'B',
    'C',
    'D',
    'A/D',
    'B/D',
    'C/D',
  ])
  expect(groups('soil_water')).toBeNull()
  expect(at('soil_without_rows').soils?.here).toMatchObject({ attributes: null })
  expect(at('soil_not_complete').soils?.here?.symbol).toBe('NOTCOM')
  expect(at('soil_not_surveyed').soils?.here).toBeNull()
  expect(at('soil_of_several').soils?.onParcel?.length).toBeGreaterThanOrEqual(3)

  const counts = (name: string) => {
    const { surveyed, learned, inventory } = at(name).structures!
    return [surveyed.length, learned.length, inventory.length]
  }
  expect(counts('surveyed_house')).toEqual([1, 1, 1])
  expect(counts('learned_house')).toEqual([0, 1, 0])
  expect(counts('garage')).toEqual([2, 2, 1])
  expect(counts('small_shed')).toEqual([1, 2, 1])
  expect(counts('overhung_lot')).toEqual([1, 1, 0])
  expect(counts('misplaced_inventory')).toEqual([1, 1, 0])
  expect(counts('condo_stack')).toEqual([1, 1, 1])
  expect(counts('vacant_lot')).toEqual([0, 0, 0])
  expect(counts('point_on_street')).toEqual([0, 0, 1])
  expect(at('groundless_inventory').structures?.inventory[0].groundFeet).toBeNull()
})
