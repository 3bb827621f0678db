import type { Polygons } from '../../geometry/polygons.ts'
import type { Geometry } from '../../pipelines/stages/gdal.ts'
import { type AgencyFeature, AgencyLayer, areaOf } from './agency-layer.ts'
import type { HighRisk } from './flood-headlines.ts'

/** The expected answer at a point, by GEOS in the city's own feet (EPSG:26847). */
export interface BangorFacts {
  isInCity: boolean
  /** Number of different parcels here: pieces of a parcel and duplicate rows count once. */
  parcelCount: number
  /** Area of the smallest parcel; null where no parcel is here. */
  area_m2: number | null
  perimeter_m: number
  /** Zones of the polygons here, the worst first; empty on land without a polygon. */
  zonesHere: string[]
  /** Square metres of the smallest parcel by zone, `minimal` for land without a polygon. */
  zonesOnParcel: Record<string, number>
}

const METRES_PER_FOOT = 1200 / 3937
const M2_PER_FOOT2 = METRES_PER_FOOT ** 2
/** Columns that make two rows of one MAP_LOT two parcels, as the mapping distinguishes them. */
const FACTS = [
  'UNIT',
  'PROP_ADDRS',
  'VALUE_TOT',
  'VALUE_NET',
  'VALUE_LAND',
  'VALUE_BLDG',
  'DWLG_UNITS',
]
/** Columns in which the city writes 0 for unknown. */
const UNKNOWN_ZERO = ['LAND_USE', 'YR_BUILT']
const ZONES_WORST_FIRST = ['AE', 'A', 'X500']

/** Bangor's layers as the city drew them. Two seconds to open. */
export class BangorOracle {
  readonly parcels = new AgencyLayer('bangor-me/parcels_with_roll.zip/ParcelsWithDatabase.shp')
  readonly zones = new AgencyLayer('bangor-me/flood_wetland_soils.zip/FloodZone.shp')
  readonly city = new AgencyLayer(
    'bangor-me/reference_layers.zip/cityFootprint.geojson',
    undefined,
    this.parcels.srs,
  )
  private readonly pieces = Map.groupBy(this.parcels.features, identityOf)

  /** Number of different parcels in the whole file. */
  get parcelTotal(): number {
    return this.pieces.size
  }

  factsAt(lng: number, lat: number): BangorFacts {
    const point = this.parcels.pointAt(lng, lat)
    const isInCity = this.city.holding(point).length > 0
    const identities = new Set(this.parcels.holding(point).map(identityOf))
    const wholes = [...identities]
      .map((identity) => unionOf(this.pieces.get(identity)!))
      .sort((a, b) => areaOf(a) - areaOf(b))
    const parcel = wholes.at(0)
    const drawn = parcel ? this.zones.overlapping(parcel) : []
    const zonesOnParcel: Record<string, number> = {}
    for (const { feature, area } of drawn) {
      const zone = `${feature.fields.ZONE}`
      zonesOnParcel[zone] = (zonesOnParcel[zone] ?? 0) + area * M2_PER_FOOT2
    }
    if (parcel && isInCity) {
      const studied = areaOf(parcel.intersection(this.city.features[0].geometry)) * M2_PER_FOOT2
      const blank = studied - Object.values(zonesOnParcel).reduce((sum, area) => sum + area, 0)
      if (blank > 0) zonesOnParcel.minimal = blank
    }
    return {
      isInCity,
      parcelCount: wholes.length,
      area_m2: parcel ? areaOf(parcel) * M2_PER_FOOT2 : null,
      perimeter_m: parcel ? lengthOf(parcel.boundary()) * METRES_PER_FOOT : 0,
      zonesHere: this.zones
        .holding(point)
        .map(({ fields }) => `${fields.ZONE}`)
        .sort((a, b) => ZONES_WORST_FIRST.indexOf(a) - ZONES_WORST_FIRST.indexOf(b)),
      zonesOnParcel,
    }
  }

  /** Area of a Plat parcel, by its polygons in lon/lat, in zones A and AE. */
  highRiskOn(polygons: Polygons, area_m2: number): HighRisk {
    const { zones } = this
    return zones.landIn(zones.areaFrom(polygons), area_m2, (fields) => /^A/.test(`${fields.ZONE}`))
  }

  /** Metres to the nearest border that could change the answer. */
  isNearBorder(lng: number, lat: number, metres: number): boolean {
    const point = this.parcels.pointAt(lng, lat)
    return [this.parcels, this.zones, this.city].some((layer) =>
      layer.hasBorderWithin(point, metres / METRES_PER_FOOT),
    )
  }
}

/**
 * Identity of a parcel, equal for all its rows: id and values, or shape and values without an id.
 */
function identityOf({ fields, geometry }: AgencyFeature): string {
  const facts = FACTS.map((name) => folded(fields[name]))
  const knownFacts = UNKNOWN_ZERO.map((name) => folded(fields[name]).replace(/^0$/, ''))
  const id = folded(fields.MAP_LOT) || geometry.toWKB().toString('base64')
  return JSON.stringify([id, facts, knownFacts])
}

function folded(value: string | number | null): string {
  return `${value ?? ''}`.trim().replaceAll(/\s+/g, ' ')
}

function unionOf(features: AgencyFeature[]): Geometry {
  return features
    .map(({ geometry }) => geometry)
    .reduce((whole, piece) => (whole.equals(piece) ? whole : whole.union(piece)))
}

function lengthOf(line: Geometry): number {
  const linear = line as Geometry & { getLength?: () => number }
  if (linear.getLength) return linear.getLength()
  const lines = line as Geometry & { children: { map<T>(f: (g: Geometry) => T): T[] } }
  return lines.children.map(lengthOf).reduce((sum, length) => sum + length, 0)
}
