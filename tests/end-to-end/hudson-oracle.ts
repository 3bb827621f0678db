import type { Polygons } from '../../geometry/polygons.ts'
import { AgencyLayer } from './agency-layer.ts'
import type { HighRisk } from './flood-headlines.ts'

/** The expected answer at a point of Hudson County, by GEOS on FEMA's own polygons (EPSG:4269). */
export interface HudsonFacts {
  panel: string | null
  /** Zone, subtype, elevation and its datum of the polygons here, the worst first. */
  zonesHere: { zone: string; subtype: string | null; bfe_ft: number | null; datum: string | null }[]
}

const ZONES_WORST_FIRST = ['VE', 'AE', 'AH', 'A', 'X', 'AREA NOT INCLUDED']
const METRES_PER_DEGREE = 111_000

/** FEMA's county download as FEMA drew it. */
export class HudsonOracle {
  readonly zones = new AgencyLayer('hudson-nj/34017C_20060816.zip/S_FLD_HAZ_AR.shp')
  readonly panels = new AgencyLayer('hudson-nj/34017C_20060816.zip/S_FIRM_PAN.shp')

  factsAt(lng: number, lat: number): HudsonFacts {
    const point = this.zones.pointAt(lng, lat)
    const rank = ({ zone, subtype }: HudsonFacts['zonesHere'][number]) =>
      ZONES_WORST_FIRST.indexOf(zone) + (subtype === 'AREA OF MINIMAL FLOOD HAZARD' ? 0.5 : 0)
    return {
      panel: (this.panels.holding(point).at(0)?.fields.FIRM_PAN as string | undefined) ?? null,
      zonesHere: this.zones
        .holding(point)
        .map(({ fields }) => ({
          zone: `${fields.FLD_ZONE}`,
          subtype: fields.ZONE_SUBTY as string | null,
          bfe_ft: fields.STATIC_BFE === -9999 ? null : (fields.STATIC_BFE as number),
          datum: fields.V_DATUM as string | null,
        }))
        .sort((a, b) => rank(a) - rank(b)),
    }
  }

  /** Area of Plat's polygons in FEMA's zones A and V of any kind. */
  highRiskOn(polygons: Polygons, area_m2: number): HighRisk {
    const { zones } = this
    return zones.landIn(zones.areaFrom(polygons), area_m2, (fields) =>
      /^(A|V)[EHO]?$/.test(`${fields.FLD_ZONE}`),
    )
  }

  isNearBorder(lng: number, lat: number, metres: number): boolean {
    const point = this.zones.pointAt(lng, lat)
    const reach = metres / METRES_PER_DEGREE
    return [this.zones, this.panels].some((layer) => layer.hasBorderWithin(point, reach))
  }
}
