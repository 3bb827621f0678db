import { CODE_BASIS, type CodeBasis } from '../../../sample/code-basis/code-basis.ts'
import type { County } from '../../../sample/county.ts'
import type { FloodAttributes } from '../../../sample/flood/flood-attributes.ts'
import { type FloodPlan, zoneAt } from '../../../sample/flood/flood-plan.ts'
import type { Lot } from '../../../sample/land/lots.ts'
import type { Parcel } from '../../../sample/land/parcels.ts'
import type { RollRow } from '../../../sample/land/roll.ts'
import { fromLngLat, type LngLat } from '../../../sample/plan/plan.ts'
import { boundariesAt, type ExpectedBoundaries } from './expected-boundaries.ts'
import { type ExpectedElevation, elevationAt } from './expected-elevation.ts'
import { type ExpectedGround, groundAt, lotsOf } from './expected-ground.ts'
import { type ExpectedMarket, marketAt } from './expected-market.ts'
import { type ExpectedPermits, permitsAt } from './expected-permits.ts'
import { type ExpectedTax, taxAt } from './expected-tax.ts'
import { type ExpectedUtilities, utilitiesAt } from './expected-utilities.ts'
import { type ExpectedZoning, zoningAt } from './expected-zoning.ts'

/**
 * A named location and the answers that a build of the sample must give there, computed from the
 * county's plan without any file, pipeline or polygon.
 */
export interface KnownLocation extends Partial<ExpectedGround> {
  name: string
  lng: number
  lat: number
  /** One sentence for people. */
  what: string
  /** null: no flood polygon here. undefined: within 3 m of a zone's line, nothing is expected. */
  flood: FloodAttributes | null | undefined
  parcel: ExpectedParcel | null
  /** null: no district here. undefined: within 3 m of a line. */
  zoning?: ExpectedZoning | null
  /** null: no parcel here. undefined: the answer depends on the unit of a stack. */
  tax?: ExpectedTax | null
  /** null: no county here. undefined: near the generalised line or a ZCTA's line. */
  boundaries?: ExpectedBoundaries | null
  /** undefined: a distance is uncertain, or the answer depends on the unit of a stack. */
  market?: ExpectedMarket
  /** undefined: near a line of the plan, or the answer depends on the unit of a stack. */
  utilities?: ExpectedUtilities
  /** undefined: a permit, or the town's limits, are too near to a line. */
  permits?: ExpectedPermits
  /** null: no bare earth is modelled here. undefined: where heights end. */
  elevation?: ExpectedElevation | null
  /** The county's values. null: no county here. undefined: as for boundaries. */
  codeBasis?: CodeBasis | null
}

/** The parcels at a location. Several where units share one polygon. */
export interface ExpectedParcel {
  /** County ids without repeats, null where the fabric has none. Never published. */
  ids: (string | null)[]
  /** Area on the ground of the piece at this location in square metres, right to about 1e-6. */
  area: number
  /** The first id's row of the roll, or null where it has none. */
  roll: RollRow | null
}

/** The location rounded to 1e-6 degree, with its expected answers by the plan. */
export function locationAt(county: County, name: string, at: LngLat, what: string): KnownLocation {
  const [lng, lat] = at.map((degrees) => Math.round(degrees * 1e6) / 1e6)
  const here = parcelsAt(county, [lng, lat])
  const parcel = parcelOf(county, here)
  const boundaries = boundariesAt(county, [lng, lat], parcel)
  return {
    name,
    lng,
    lat,
    what,
    flood: settledZone(county.floodPlan, [lng, lat]),
    parcel,
    zoning: zoningAt(county, [lng, lat]),
    tax: taxAt(county, parcel),
    permits: permitsAt(county, [lng, lat], lotsOf(here, county.parcels)),
    utilities: utilitiesAt(county, [lng, lat], parcel),
    elevation: elevationAt(county, [lng, lat]),
    boundaries,
    codeBasis: boundaries && CODE_BASIS,
    market: marketAt(
      county.market.observations,
      county.terrain.ground.undo(fromLngLat([lng, lat])),
      parcel?.ids ?? [],
      lotsOf(here, county.parcels),
    ),
    ...groundAt(county, [lng, lat], here),
  }
}

/** The zone at a location if it is the same 3 m around it, else undefined. */
export function settledZone(
  plan: FloodPlan,
  [lng, lat]: LngLat,
): FloodAttributes | null | undefined {
  const zone = zoneAt(plan, [lng, lat])
  const reach = 3e-5
  for (let i = 0; i < 8; i++) {
    const angle = (i * Math.PI) / 4
    const near: LngLat = [lng + reach * Math.cos(angle), lat + reach * Math.sin(angle)]
    if (zoneAt(plan, near) !== zone) return undefined
  }
  return zone
}

/** Records at a location by the boxes of the plan, the bank and the holes, without their rings. */
function parcelsAt({ parcels, terrain }: County, location: LngLat): Parcel[] {
  const [u, v] = terrain.ground.undo(fromLngLat(location))
  const holds = ([u0, v0, u1, v1]: Lot['box']): boolean => u > u0 && u < u1 && v > v0 && v < v1
  return parcels.filter(
    ({ lot }) =>
      holds(lot.box) &&
      !(lot.hole !== null && holds(lot.hole)) &&
      (lot.bank === null || Math.abs(v) > terrain.bank(u)),
  )
}

function parcelOf({ roll }: County, here: readonly Parcel[]): ExpectedParcel | null {
  if (here.length === 0) return null
  const ids = [...new Set(here.map(({ id }) => id))]
  return { ids, area: here[0].area, roll: roll.find((row) => row.PARCEL_ID === ids[0]) ?? null }
}
