import { boundsOf, GRID } from '../../geometry/polygons.ts'
import { drawnTables } from '../../layers/drawn-tables.ts'
import { LAYERS } from '../../layers/index.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import type { ServedBuild } from '../build/build-source.ts'
import { demOf } from '../map/dem.ts'
import { archivedSlugs, archiveOf } from '../map/map-archives.ts'
import { nearestAddress } from '../queries/dossier-address.ts'
import type { ExampleBox, ExampleParcel, ExampleValues } from '../routes/example-values.ts'
import { examplePoint } from './example-point.ts'

/** Parcels that are tried for an address, from the middle of the table on. */
const PARCELS_MAX = 50

const NONE: ExampleValues = {
  build: null,
  point: null,
  address: null,
  parcel: null,
  shapes: null,
  tile: null,
  dem: null,
}

/** Chooses values for examples. The same build gives the same values. */
export function exampleValues(build: ServedBuild | null): ExampleValues {
  if (!build) return NONE
  const { packs } = build
  const { point, address, row } = addressedParcel(packs)
  return {
    build: build.id,
    point,
    address,
    parcel: row === null ? null : parcelAt(packs, row),
    shapes: shapesNear(packs, point),
    tile: point && tileAt(build, point),
    dem: demAt(build),
  }
}

/**
 * The first parcel with an address, from the middle of the table on, else the one in the middle.
 */
function addressedParcel(packs: Packs) {
  const pack = packs.get('parcels')
  if (!pack || pack.rows === 0) return { point: examplePoint(packs), address: null, row: null }
  const middle = Math.floor(pack.rows / 2)
  const end = Math.min(pack.rows, middle + PARCELS_MAX)
  for (let row = middle; row < end; row++) {
    const point = examplePoint(packs, row)!
    const near = nearestAddress(packs, point, pack.value(row, 'parcel_key') as string)
    if (near?.precision === 'rooftop' && near.distance_m === 0)
      return { point, address: near.formatted, row }
  }
  return { point: examplePoint(packs), address: null, row: middle }
}

function parcelAt(packs: Packs, row: number): ExampleParcel {
  const pack = packs.get('parcels')!
  const { parcel_key, county_fips, situs_zip, use_code } = pack.row(row)
  return {
    key: parcel_key as string,
    county: county_fips as string | null,
    zip: situs_zip as string | null,
    use_code: use_code as string | null,
    box: boundsOf(pack.polygons(row)).map((side) => side / GRID) as ExampleBox,
  }
}

/** Half the side of the box of shapes, in degrees: about 500 m. */
const REACH_DEGREES = 0.005

/** Prefers layers of points: a point takes a few lines, and a polygon hundreds. */
function shapesNear(packs: Packs, point: ExampleValues['point']): ExampleValues['shapes'] {
  if (!point) return null
  const { lat, lng } = point
  const sides = [lng - REACH_DEGREES, lat - REACH_DEGREES, lng + REACH_DEGREES, lat + REACH_DEGREES]
  const box = sides.map((side) => Number(side.toFixed(4))) as ExampleBox
  const grid = box.map((side) => Math.round(side * GRID)) as ExampleBox
  const mains = LAYERS.flatMap((layer) => {
    const [main] = drawnTables(layer)
    return main ? [{ slug: layer.catalog.slug, ...main }] : []
  })
  const pointsFirst = [
    ...mains.filter(({ geometry }) => geometry === 'points'),
    ...mains.filter(({ geometry }) => geometry === 'polygons'),
  ]
  const found = pointsFirst.find(({ table }) => packs.get(table)?.rowsInBox(grid, 1).rows.length)
  return found ? { slug: found.slug, box } : null
}

/** The web mercator tile at the highest zoom that contains the point. */
function tileAt(build: ServedBuild, { lat, lng }: { lat: number; lng: number }) {
  const [slug] = archivedSlugs(build)
  const archive = slug === undefined ? null : archiveOf(build, slug)
  if (!archive) return null
  return { slug, ...tileCoordinates(archive.header.maxZoom, lng, lat) }
}

/** The elevation tile in the middle of the best raster. */
function demAt(build: ServedBuild) {
  const dem = demOf(build)
  const pack = build.packs.get('elevation_rasters')
  if (!dem || !pack) return null
  const [west, south, east, north] = boundsOf(pack.polygons(0))
  return tileCoordinates(dem.maxZoom, (west + east) / 2 / GRID, (south + north) / 2 / GRID)
}

function tileCoordinates(z: number, lng: number, lat: number) {
  const sine = Math.sin((lat * Math.PI) / 180)
  const x = Math.floor(((lng + 180) / 360) * 2 ** z)
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z)
  return { z, x, y }
}
