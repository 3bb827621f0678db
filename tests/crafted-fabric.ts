import { areaM2, gridUnitAt } from '../layers/geometry/geodesic-area.ts'
import { GRID } from '../layers/geometry/polygons.ts'
import type { Pack } from '../layers/packs/pack-reader.ts'
import { packFixture, wktToPolygons } from './layer-fixture.ts'

/** Metres to the east and to the north of 30 N 72 W, in open water. */
export type GroundPoint = readonly [east_m: number, north_m: number]
export type GroundRing = readonly GroundPoint[]

const { north_m, east_m } = gridUnitAt(30)

/** A place on the crafted ground in degrees. */
export function onGround([east, north]: GroundPoint): { lng: number; lat: number } {
  return { lng: -72 + east / east_m / GRID, lat: 30 + north / north_m / GRID }
}

/** A rectangle, counter-clockwise. */
export function lot(west: number, south: number, east: number, north: number): GroundRing {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
}

/** WKT of polygons, each a shell and its holes; every ring may be wound either way. */
export function groundWkt(...polygons: GroundRing[][]): string {
  const point = (at: GroundPoint) => {
    const { lng, lat } = onGround(at)
    return `${lng.toFixed(7)} ${lat.toFixed(7)}`
  }
  const ring = (points: GroundRing) => `(${[...points, points[0]].map(point).join(', ')})`
  const parts = polygons.map((rings) => `(${rings.map(ring).join(', ')})`)
  return `MULTIPOLYGON (${parts.join(', ')})`
}

/** The key of a crafted parcel: its name in letters that a key may have. */
export function keyOf(name: string): string {
  return `pk_${name.replace(/\d/g, (digit) => 'klmnopqrst'[+digit]).padEnd(24, 'a')}`
}

/** A crafted parcel: one polygon, or all that a row may have. */
export type CraftedParcel = GroundRing | { polygons: GroundRing[][]; has_roll?: boolean }

export interface CraftedFabric {
  parcels: Record<string, CraftedParcel>
  /** What the source of the parcels declares to cover; null where it does not say. */
  covered: GroundRing | null
  /** Polygons of the wetland map by name, and what it covers. */
  water?: Record<string, { ring: GroundRing; is_open_water: boolean }>
  wetlandsCovered?: GroundRing
  /** Polygons of zone OPEN WATER of a flood study. */
  openWater?: GroundRing[]
}

/** Writes a crafted fabric as the packs of a build without anything else. */
export async function packFabric(
  { parcels, covered, water = {}, wetlandsCovered, openWater = [] }: CraftedFabric,
  folder: string,
): Promise<Map<string, Pack>> {
  const coverage = (table_name: string, source_name: string, ring: GroundRing | null) => ({
    coverage_key: `${table_name}/crafted`,
    table_name,
    partition: 'crafted',
    area_name: 'crafted ground (fictional)',
    outside: 'nothing',
    declared_by: 'the test',
    source_id: 'crafted',
    source_name,
    source_vintage: '2026',
    source_attribution: 'Nobody: fictional',
    retrieved_at: '2026-11-01',
    ...(ring && { geometry: groundWkt([ring]) }),
  })
  const rows = Object.entries(parcels).map(([name, parcel]) => {
    const drawn = 'polygons' in parcel ? parcel : { polygons: [[parcel]] }
    const geometry = groundWkt(...drawn.polygons)
    return {
      parcel_key: keyOf(name),
      partition: 'crafted',
      county_fips: '99009',
      county_name: 'Crafted County (fictional)',
      has_roll: drawn.has_roll ?? true,
      area_m2: areaM2(wktToPolygons(geometry)),
      geometry,
    }
  })
  const wetlands = Object.entries(water).map(([wetland_key, { ring, is_open_water }]) => {
    const geometry = groundWkt([ring])
    return { wetland_key, partition: 'crafted', type: 'Pond', is_open_water, geometry }
  })
  const flood_zones = openWater.map((ring, i) => ({
    flood_zone_key: `crafted:${i}`,
    partition: 'crafted',
    zone: 'OPEN WATER',
    risk: 'water',
    geometry: groundWkt([ring]),
  }))
  const fixture = {
    tables: {
      parcels: rows,
      ...(wetlandsCovered && { wetlands }),
      ...(openWater.length > 0 && { flood_zones }),
    },
    coverage: [
      coverage('parcels', 'A crafted fabric', covered),
      ...(wetlandsCovered ? [coverage('wetlands', 'A crafted map', wetlandsCovered)] : []),
      ...(openWater.length > 0 ? [coverage('flood_zones', 'A crafted study', null)] : []),
    ],
    county_ids: [],
    spots: [],
  }
  return packFixture(fixture, folder)
}
