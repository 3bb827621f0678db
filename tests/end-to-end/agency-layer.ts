import { join } from 'node:path'
import { realDataFolder } from '../../catalog/plat-home.ts'
import type { Polygons } from '../../geometry/polygons.ts'
import { polygonsToWkb } from '../../geometry/wkb.ts'
import {
  type CoordinateTransformation,
  type Geometry,
  gdal,
  type SpatialReference,
} from '../../pipelines/stages/gdal.ts'

/** One feature as the agency drew it, in the agency's own coordinates. */
export interface AgencyFeature {
  fields: Record<string, string | number | null>
  geometry: Geometry
}

/** A longer side, in degrees, is cut before it is transformed to another coordinate system. */
const SIDE_MAX_DEG = 0.001

/**
 * An agency's layer read by GDAL and queried by GEOS in the layer's own coordinate system: a second
 * way to an answer, which shares no code with pipelines, packs or the clip kernel.
 */
export class AgencyLayer {
  readonly features: AgencyFeature[]
  readonly srs: SpatialReference
  private readonly boxes: number[][]
  private readonly fromLonLat: CoordinateTransformation

  /**
   * `into` is the coordinate system to transform the layer to, where its own is unfit for areas.
   */
  constructor(path: string, layer?: string, into?: SpatialReference) {
    const zipped = path.replace(/\.zip\//, '.zip/')
    const prefix = path.includes('.zip/') ? '/vsizip/' : ''
    const dataset = gdal.open(`${prefix}${join(realDataFolder(), zipped)}`)
    const source = layer ? dataset.layers.get(layer) : dataset.layers.get(0)
    const own = source.srs!
    this.srs = into ?? own
    this.fromLonLat = new gdal.CoordinateTransformation(this.srs.cloneGeogCS(), this.srs)
    // Both frames are NAD83 or treated as NAD83, so lon/lat stays lon/lat: no shift between datums.
    const move = into ? new gdal.CoordinateTransformation(into.cloneGeogCS(), into) : null
    this.features = source.features.map((feature) => {
      const geometry = feature.getGeometry()!.clone()
      if (move) {
        // A long side is straight where it was drawn: 5 km of it bend by half a metre in another
        // frame.
        geometry.segmentize(SIDE_MAX_DEG)
        geometry.transform(move)
      }
      const sound = geometry.isValid() ? geometry : geometry.makeValid()
      return { fields: feature.fields.toObject(), geometry: sound }
    })
    this.boxes = this.features.map(({ geometry }) => {
      const { minX, minY, maxX, maxY } = geometry.getEnvelope()
      return [minX, minY, maxX, maxY]
    })
    dataset.close()
  }

  /** A point in the layer's own coordinates. */
  pointAt(lng: number, lat: number): Geometry {
    const { x, y } = this.fromLonLat.transformPoint(lng, lat)
    return new gdal.Point(x, y)
  }

  /** Features that contain the point. */
  holding(point: Geometry): AgencyFeature[] {
    return this.near(point, 0).filter(({ geometry }) => geometry.contains(point))
  }

  /** Features that share area with a polygon, with that area in square units of the layer. */
  overlapping(area: Geometry): { feature: AgencyFeature; area: number }[] {
    return this.near(area, 0)
      .map((feature) => ({ feature, area: areaOf(feature.geometry.intersection(area)) }))
      .filter((overlap) => overlap.area > 0)
  }

  /**
   * Square metres of an area under the chosen features: their sum, and the area with overlaps
   * counted once. Computed from shares of the area, so that no projection's scale matters.
   */
  landIn(
    area: Geometry,
    area_m2: number,
    isChosen: (fields: AgencyFeature['fields']) => boolean,
  ): { sum_m2: number; union_m2: number } {
    const shared = this.near(area, 0)
      .filter(({ fields }) => isChosen(fields))
      .map(({ geometry }) => geometry.intersection(area))
    if (shared.length === 0) return { sum_m2: 0, union_m2: 0 }
    const scale = area_m2 / areaOf(area)
    const union_m2 = areaOf(shared.reduce((whole, part) => whole.union(part))) * scale
    return { sum_m2: shared.reduce((sum, each) => sum + areaOf(each), 0) * scale, union_m2 }
  }

  /** Polygons of Plat in the layer's own coordinates. */
  areaFrom(polygons: Polygons): Geometry {
    const area = gdal.Geometry.fromWKB(Buffer.from(polygonsToWkb(polygons)))
    area.segmentize(SIDE_MAX_DEG)
    area.transform(this.fromLonLat)
    return area
  }

  /** True when a border of the layer is within `reach` (units of the layer) of the point. */
  hasBorderWithin(point: Geometry, reach: number): boolean {
    return this.near(point, reach).some(
      ({ geometry }) => geometry.boundary().distance(point) < reach,
    )
  }

  private near(what: Geometry, reach: number): AgencyFeature[] {
    const { minX, minY, maxX, maxY } = what.getEnvelope()
    return this.features.filter((_, i) => {
      const [west, south, east, north] = this.boxes[i]
      return (
        west <= maxX + reach &&
        east >= minX - reach &&
        south <= maxY + reach &&
        north >= minY - reach
      )
    })
  }
}

/** Area of a geometry in square units; points and lines in it count zero. */
export function areaOf(geometry: Geometry): number {
  const areal = geometry as Geometry & { getArea?: () => number }
  if (areal.getArea) return areal.getArea()
  const collection = geometry as Geometry & { children?: { map<T>(f: (g: Geometry) => T): T[] } }
  return collection.children?.map(areaOf).reduce((sum, area) => sum + area, 0) ?? 0
}

/**
 * A point well inside a polygon: the middle of the longest cut along a level line. `at` states how
 * high the line runs, from 0 (south edge) to 1.
 */
export function pointInside(geometry: Geometry, at = 0.5): { x: number; y: number } | null {
  const { minX, minY, maxX, maxY } = geometry.getEnvelope()
  const y = minY + (maxY - minY) * at
  const level = new gdal.LineString()
  level.points.add(minX - 1, y)
  level.points.add(maxX + 1, y)
  const cuts = linesOf(geometry.intersection(level))
  const longest = cuts.sort((a, b) => widthOf(b) - widthOf(a)).at(0)
  if (!longest) return null
  const box = longest.getEnvelope()
  return { x: (box.minX + box.maxX) / 2, y }
}

function linesOf(geometry: Geometry): Geometry[] {
  if (geometry instanceof gdal.LineString) return [geometry]
  const collection = geometry as Geometry & { children?: { map<T>(f: (g: Geometry) => T): T[] } }
  return collection.children?.map((child) => child).flatMap(linesOf) ?? []
}

function widthOf(line: Geometry): number {
  const { minX, maxX } = line.getEnvelope()
  return maxX - minX
}
