import { type Geometry, gdal } from '../../pipelines/stages/gdal.ts'
import type { AgencyFeature, AgencyLayer } from './agency-layer.ts'
import type { Square } from './square-parcels.ts'

const METRES_PER_FOOT = 1200 / 3937
const M2_PER_FOOT2 = METRES_PER_FOOT ** 2

export interface OracleLayers {
  base: AgencyLayer
  overlay: AgencyLayer | null
  coverage: AgencyLayer[]
  /** Districts that declare the coverage too. */
  isCovering?: (fields: AgencyFeature['fields']) => boolean
  /** The district's column, then those that distinguish equal polygons. */
  facts: [district: string, ...others: string[]]
}

/** The expected answer at a point, by GEOS in the feet of the agency's own state plane. */
export interface OracleFacts {
  status: 'available' | 'empty' | 'not_covered'
  base: string[]
  isOverlaid: boolean
  /** Square metres of the square by district. */
  areas: Record<string, number>
}

/** Zoning as the agency drew it, independent of Plat's code. */
export class ZoningOracle {
  private readonly layers: OracleLayers

  constructor(layers: OracleLayers) {
    this.layers = layers
  }

  /** West, south, east, north of the districts, in degrees. */
  get extent(): [number, number, number, number] {
    const { base } = this.layers
    const toLonLat = new gdal.CoordinateTransformation(base.srs, base.srs.cloneGeogCS())
    const boxes = base.features.map(({ geometry }) => geometry.getEnvelope())
    const low = toLonLat.transformPoint(
      Math.min(...boxes.map(({ minX }) => minX)),
      Math.min(...boxes.map(({ minY }) => minY)),
    )
    const high = toLonLat.transformPoint(
      Math.max(...boxes.map(({ maxX }) => maxX)),
      Math.max(...boxes.map(({ maxY }) => maxY)),
    )
    return [low.x, low.y, high.x, high.y]
  }

  isNearBorder(lng: number, lat: number, metres: number): boolean {
    const { base, overlay, coverage } = this.layers
    const point = base.pointAt(lng, lat)
    return [base, ...(overlay ? [overlay] : []), ...coverage].some((layer) =>
      layer.hasBorderWithin(point, metres / METRES_PER_FOOT),
    )
  }

  factsAt({ lng, lat, wkt }: Square): OracleFacts {
    const { base, overlay, coverage, facts, isCovering } = this.layers
    const point = base.pointAt(lng, lat)
    const drawn = base.holding(point)
    const here = drawn.flatMap(({ fields }) => (fields[facts[0]] as string | null) ?? [])
    const isCovered =
      coverage.some((layer) => layer.holding(point).length > 0) ||
      drawn.some(({ fields }) => isCovering?.(fields))
    const square = this.project(wkt)
    const areas: Record<string, number> = {}
    const seen = new Set<string>()
    const add = (district: string, area: number) => {
      areas[district] = (areas[district] ?? 0) + area * M2_PER_FOOT2
    }
    for (const { feature, area } of base.overlapping(square)) {
      const district = feature.fields[facts[0]] as string | null
      // Duplicate rows count once.
      const identity = JSON.stringify([
        facts.map((name) => feature.fields[name]),
        feature.geometry.toWKB().toString('base64'),
      ])
      if (district === null || seen.has(identity)) continue
      seen.add(identity)
      add(district, area)
    }
    for (const { area } of overlay?.overlapping(square) ?? []) add('Shoreland Zone', area)
    return {
      status: here.length > 0 ? 'available' : isCovered ? 'empty' : 'not_covered',
      base: here,
      isOverlaid: (overlay?.holding(point).length ?? 0) > 0,
      areas,
    }
  }

  private project(wkt: string): Geometry {
    const { srs } = this.layers.base
    const geometry = gdal.Geometry.fromWKT(wkt)
    geometry.transform(new gdal.CoordinateTransformation(srs.cloneGeogCS(), srs))
    return geometry
  }
}
