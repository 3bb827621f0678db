import type { Geometry as GeoJson, Position } from 'geojson'
import { boundsOf, type Polygons } from '../../geometry/polygons.ts'
import { polygonsToWkb } from '../../geometry/wkb.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { type Geometry, gdal } from '../../pipelines/stages/gdal.ts'
import { rectangleWkt } from '../fixtures/ground.ts'
import { areaOf } from './agency-layer.ts'

/** Borders by GEOS: the parts within a buffer of a neighbour, in metres of PROJ. */
export interface BorderFacts {
  /** Metres of the parcel's border near that of each other parcel, and in how many pieces. */
  shared: Map<number, { metres: number; pieces: number }>
  /** Metres of the border that no other parcel is near, and in how many pieces. */
  open: { metres: number; pieces: number }
  perimeter_m: number
}

/**
 * Between the width of Bangor's slivers (20 cm) and Plat's tolerance, so that it equals neither.
 */
const NEAR_M = 0.3
const SAME_GROUND = 0.9
/** Search distance in grid units, about 3 m, so that every near parcel is found. */
const AROUND = 300

/** The borders of a table of parcels, by another library and another frame than Plat's. */
export class BorderOracle {
  private readonly pack: Pack
  private readonly toMetres: InstanceType<typeof gdal.CoordinateTransformation>

  /** `lat` and `lng` are the middle of the fabric, which may be 20 km wide. */
  constructor(pack: Pack, lat: number, lng: number) {
    this.pack = pack
    this.toMetres = new gdal.CoordinateTransformation(
      gdal.SpatialReference.fromProj4('+proj=longlat +ellps=WGS84 +no_defs'),
      gdal.SpatialReference.fromProj4(
        `+proj=tmerc +lat_0=${lat} +lon_0=${lng} +k=1 +ellps=WGS84 +units=m +no_defs`,
      ),
    )
  }

  factsOf(row: number): BorderFacts {
    const { pack } = this
    const polygons = pack.polygons(row)
    const area = this.inMetres(polygons)
    const border = area.boundary()
    const [west, south, east, north] = boundsOf(polygons)
    const box = [west - AROUND, south - AROUND, east + AROUND, north + AROUND] as const
    // A street of thousands of corners, cut 50 m around: its cuts are far from the parcel.
    const { minX, minY, maxX, maxY } = area.getEnvelope()
    const window = gdal.Geometry.fromWKT(rectangleWkt(minX - 50, minY - 50, maxX + 50, maxY + 50))
    const shared: BorderFacts['shared'] = new Map()
    let open: Geometry = border
    for (const other of pack.rowsMeeting([[...box]], pack.rows)!) {
      if (other === row) continue
      const whole = this.inMetres(pack.polygons(other))
      const shape = whole.intersection(window)
      if (shape.isEmpty() || isSameGround(whole, shape.intersection(area), area)) continue
      const near = border.intersection(shape.boundary().buffer(NEAR_M, 8))
      if (!near.isEmpty()) shared.set(other, measured(near))
      open = open.difference(shape.buffer(NEAR_M, 8))
    }
    return { shared, open: measured(open), perimeter_m: measured(border).metres }
  }

  private inMetres(polygons: Polygons): Geometry {
    const geometry = gdal.Geometry.fromWKB(Buffer.from(polygonsToWkb(polygons)))
    geometry.transform(this.toMetres)
    return geometry
  }
}

/** True for units of a stack: each covers nearly all of the other. */
function isSameGround(one: Geometry, both: Geometry, other: Geometry): boolean {
  return areaOf(both) > SAME_GROUND * Math.max(areaOf(one), areaOf(other))
}

/** Length and number of lines. */
function measured(geometry: Geometry): { metres: number; pieces: number } {
  const lines = linesOf(JSON.parse(geometry.toJSON()))
  const lengthOf = (line: Position[]) =>
    line.reduce((sum, [x, y], i) => {
      const [px, py] = line[Math.max(0, i - 1)]
      return sum + Math.hypot(x - px, y - py)
    }, 0)
  return { metres: lines.reduce((sum, line) => sum + lengthOf(line), 0), pieces: lines.length }
}

/** The lines of a GEOS result; the points where borders touch are left out. */
function linesOf(geometry: GeoJson): Position[][] {
  if (geometry.type === 'LineString') return [geometry.coordinates]
  if (geometry.type === 'MultiLineString') return geometry.coordinates
  return geometry.type === 'GeometryCollection' ? geometry.geometries.flatMap(linesOf) : []
}
