import type { MultiPolygon, Polygon } from 'geojson'
import { linesToGeoJson, toGeoJson } from '../../geometry/geojson.ts'
import { type Box, GRID } from '../../geometry/polygons.ts'
import { riskOf } from '../../layers/flood/zones.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import { boxAround, type LotGround, MAP_SIZE, METRES_A_DEGREE } from '../../report/lot-map.ts'
import { titleCase } from '../../report/title-case.ts'

/** Rows of one table in a picture. */
const ROWS_MAX = 2_000
/** From the middle to a side of a picture without a lot, and of one of a small lot. */
const REACH_MIN_M = 90
/** A lot fills about half of the picture. */
const REACH = 2

/** Tables of a picture, as its caption names them. */
const NAMES = {
  parcels: 'parcels',
  building_footprints: 'buildings',
  flood_zones: 'flood zones',
  street_ranges: 'streets',
  address_points: 'house numbers',
}

/**
 * What a build has around a lot, for a picture of it; yields after each table. Tables that the
 * build lacks are left out, and so is one with too many rows: half of a city's parcels would look
 * like the end of the city.
 */
export function* lotGround(
  packs: Packs,
  own: Polygon | MultiPolygon | null,
  point: { lat: number; lng: number },
): Generator<void, LotGround> {
  const [middle, reach] = own ? reachOf(own) : [point, REACH_MIN_M]
  const box = boxAround(middle, reach)
  const units = box.map((each) => Math.round(each * GRID)) as Box
  const left_out: string[] = []
  const rowsIn = (table: keyof typeof NAMES) => {
    const found = packs.get(table)?.rowsInBox(units, ROWS_MAX)
    if (found?.isWhole === false) left_out.push(NAMES[table])
    return found?.isWhole ? found.rows : []
  }
  const shapes = (table: keyof typeof NAMES) =>
    rowsIn(table).map((row) => toGeoJson(packs.get(table)!.polygons(row)))
  const parcels = shapes('parcels')
  yield
  const buildings = shapes('building_footprints')
  yield
  const zones = packs.get('flood_zones')
  const flood = rowsIn('flood_zones').map((row) => {
    const zone = zones!.row(row) as { zone: string; zone_subtype: string | null }
    return { risk: riskOf(zone), shape: toGeoJson(zones!.polygons(row)) }
  })
  yield
  const ranges = packs.get('street_ranges')
  const streets = rowsIn('street_ranges').flatMap((row) => {
    const name = titleCase(`${ranges!.value(row, 'street')}`)
    const shape = linesToGeoJson(ranges!.lines(row))
    const lines = shape.type === 'LineString' ? [shape.coordinates] : shape.coordinates
    return lines.map((line) => ({ name, line }))
  })
  yield
  const points = packs.get('address_points')
  const houses = rowsIn('address_points').map((row) => {
    const [x, y] = points!.point(row)
    return { number: `${points!.value(row, 'number')}`, at: [x / GRID, y / GRID] }
  })
  return { box, own, point, parcels, buildings, flood, streets, houses, left_out }
}

/** Middle of a lot, and how far a picture of it reaches to the sides, in metres. */
function reachOf(own: Polygon | MultiPolygon): [{ lat: number; lng: number }, number] {
  const rings = own.type === 'Polygon' ? own.coordinates : own.coordinates.flat()
  const points = rings.flat()
  const lngs = points.map(([lng]) => lng)
  const lats = points.map(([, lat]) => lat)
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)]
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  const lat = (south + north) / 2
  const wide = (east - west) * METRES_A_DEGREE * Math.cos((lat * Math.PI) / 180)
  const high = (north - south) * METRES_A_DEGREE * (MAP_SIZE.width / MAP_SIZE.height)
  const reach = (Math.max(wide, high) / 2) * REACH
  return [{ lat, lng: (west + east) / 2 }, Math.max(REACH_MIN_M, reach)]
}
