import { buildCounty, type County } from './county.ts'
import type { FloodFacts } from './flood/flood-facts.ts'
import { COAST, type FloodPlan, zoneAt } from './flood/flood-plan.ts'
import type { Lot } from './land/lots.ts'
import type { Parcel } from './land/parcels.ts'
import type { RollRow } from './land/roll.ts'
import { middleOf } from './plan/box.ts'
import { fromLngLat, type LngLat, type PlanPoint, toLngLat } from './plan/plan.ts'

/**
 * A named spot and what is true there by the county's plan, before any file, pipeline or polygon:
 * the answers that a build of the sample must give.
 */
export interface Spot {
  name: string
  lng: number
  lat: number
  /** One sentence for people. */
  what: string
  /** null: no flood polygon here. undefined: within 3 m of a zone's line, nothing is promised. */
  flood: FloodFacts | null | undefined
  parcel: SpotParcel | null
}

/** The parcels at a spot. Several where units share one polygon. */
export interface SpotParcel {
  /** County ids without repeats, null where the fabric has none. Never published. */
  ids: (string | null)[]
  /** Area on the ground of the piece at this spot in square metres, right to about 1e-6. */
  area: number
  /** The first id's row of the roll, or null where it has none. */
  roll: RollRow | null
}

/** All named spots. Names and meanings are the same for every seed, places are not. */
export function sampleSpots(county: County = buildCounty()): Spot[] {
  return [...floodSpots(county), ...parcelSpots(county), ...edgeSpots(county)]
}

/** One named spot. Throws for a name that is not in `sampleSpots`. */
export function sampleSpot(name: string, county?: County): Spot {
  const spot = sampleSpots(county).find((candidate) => candidate.name === name)
  if (spot === undefined) throw new Error(`no sample spot is named ${name}`)
  return spot
}

function floodSpots(county: County): Spot[] {
  const { floodPlan } = county
  const on = (name: string, point: PlanPoint, what: string): Spot =>
    spotAt(county, name, toLngLat(floodPlan.warp.apply(point)), what)
  const patch = (name: string): PlanPoint => patchCentre(floodPlan, name)
  const { north, south } = floodPlan
  const between = (
    u: number,
    low: (u: number) => number,
    high: (u: number) => number,
  ): PlanPoint => [u, (low(u) + high(u)) / 2]
  const southOf = (point: PlanPoint): PlanPoint => [point[0], -point[1]]
  const low = (COAST.inner + COAST.waves) / 2
  return [
    on('floodway', [9000, 0], 'in the river, which is floodway inside zone AE'),
    on('ae_bfe', between(10300, north.floodway, north.hazard), 'zone AE with an elevation of 6 ft'),
    on(
      'ae_bfe_zero',
      [low, 100],
      'zone AE at the river mouth, elevation 0 ft: sea level, not missing',
    ),
    on('ae_bfe_negative', [low, -4200], 'zone AE in the polder, elevation -2 ft'),
    on('ae_bfe_unknown', between(6700, north.floodway, north.hazard), 'zone AE, elevation -8888'),
    on('ae_ngvd29', between(5300, north.floodway, north.hazard), 'zone AE, elevation in NGVD29'),
    on('zone_a', southOf(between(1200, north.floodway, south.hazard)), 'zone A, no elevation'),
    on('ah_pond', patch('pond 5200'), 'zone AH, a pond'),
    on('ao_depth', [low, -2300], 'zone AO, flooded 2 ft deep'),
    on('ve_beach', [(COAST.waves + COAST.sea) / 2, -600], 'zone VE, the beach'),
    on('shaded_x', between(8300, north.hazard, north.shaded), 'shaded X, the 0.2 % flood'),
    on('levee_x', southOf(between(11000, south.hazard, south.shaded)), 'X behind a levee'),
    on('minimal_x', [7000, 4000], 'X, minimal hazard'),
    on('zone_d', patch('undetermined'), 'zone D, undetermined'),
    on('area_not_included', patch('not included'), 'AREA NOT INCLUDED, which is not zone A'),
    on('unmapped_hole', patch('unmapped hole'), 'inside a panel, and no polygon at all'),
    on('open_water', [17500, 1000], 'OPEN WATER, the sea'),
  ]
}

function parcelSpots(county: County): Spot[] {
  const { parcels, roll, terrain } = county
  const rolled = new Set(roll.map((row) => row.PARCEL_ID))
  const inside = (name: string, lot: Lot, what: string): Spot =>
    spotAt(county, name, terrain.place(middleOf(lot.box)), what)
  const first = (of: string, fits: (parcel: Parcel) => boolean): Lot => {
    const found = parcels.find(fits)
    if (found === undefined) throw new Error(`the county has no ${of}`)
    return found.lot
  }
  const odd = (oddity: Parcel['oddity']): Lot => first(oddity, (parcel) => parcel.oddity === oddity)
  const holed = odd('with_hole')
  const hole = holed.hole ?? holed.box
  const banked = first(
    'riverfront',
    ({ lot }) => lot.bank === 'south' && lot.character === 'suburb',
  )
  return [
    inside(
      'riverside_house',
      first('riverside house', isRiverside(county)),
      'a house, half in zone AE',
    ),
    inside('house', first('house', isDryHouse(county)), 'a house on dry land'),
    inside('condo_stack', odd('condo_unit'), 'condominium units that share one polygon'),
    inside('duplicate_record', odd('duplicate'), 'a parcel whose record stands twice in the file'),
    inside('null_id', odd('null_id'), 'a parcel without an id'),
    inside(
      'no_roll_row',
      first('unrolled', isUnrolled(rolled)),
      'a parcel that is not on the roll',
    ),
    spotAt(
      county,
      'two_piece_parcel',
      middleOfDryPart(county, odd('two_pieces')),
      'one of two pieces',
    ),
    spotAt(county, 'curved_frontage', middleOfDryPart(county, banked), 'a lot along the bank'),
    spotAt(
      county,
      'parcel_with_hole',
      terrain.place([(holed.box[0] + hole[0]) / 2, (holed.box[1] + hole[1]) / 2]),
      'a farm around a cemetery',
    ),
    spotAt(county, 'hole_in_parcel', terrain.place(middleOf(hole)), 'the cemetery inside the farm'),
  ]
}

function edgeSpots(county: County): Spot[] {
  const corner = county.lots.find((lot) => lot.character === 'town' && lot.faces === 'south')
  if (corner === undefined) throw new Error('the county has no town')
  const [u] = middleOf(corner.box)
  // Streets are at least 15 m wide.
  const street = county.terrain.place([u, corner.box[1] - 7])
  return [
    spotAt(county, 'street', street, 'in a street: covered, and no parcel'),
    spotAt(county, 'beyond_panels', [-72.1015, 30], 'in the county, outside every flood panel'),
    spotAt(county, 'outside_county', [-71.85, 30], 'outside the county, where no source speaks'),
  ]
}

const isUnrolled =
  (rolled: ReadonlySet<string | number>) =>
  ({ id, oddity }: Parcel): boolean =>
    oddity === 'plain' && id !== null && !rolled.has(id)

/** A house with zone AE in its middle and a drier zone at one of its corners. */
const isRiverside =
  ({ floodPlan, terrain }: County) =>
  ({ lot, oddity }: Parcel): boolean => {
    if (oddity !== 'plain' || lot.use !== 'house' || lot.character !== 'suburb') return false
    const middle = settledZone(floodPlan, terrain.place(middleOf(lot.box)))
    const [u0, v0, u1, v1] = lot.box
    const corners: PlanPoint[] = [
      [u0, v0],
      [u1, v0],
      [u1, v1],
      [u0, v1],
    ]
    return (
      middle?.zone === 'AE' &&
      middle.subtype === null &&
      corners.some((at) => zoneAt(floodPlan, terrain.place(at))?.zone === 'X')
    )
  }

/** A house in the suburbs that lies in minimal hazard from corner to corner. */
const isDryHouse =
  ({ floodPlan, terrain }: County) =>
  ({ lot, oddity }: Parcel): boolean => {
    if (oddity !== 'plain' || lot.use !== 'house' || lot.character !== 'suburb') return false
    const [u0, v0, u1, v1] = lot.box
    const corners: PlanPoint[] = [
      [u0, v0],
      [u1, v0],
      [u1, v1],
      [u0, v1],
    ]
    return corners.every(
      (at) => settledZone(floodPlan, terrain.place(at))?.subtype === 'AREA OF MINIMAL FLOOD HAZARD',
    )
  }

/** The middle of the part of a riverfront lot that is not under water. */
function middleOfDryPart({ terrain }: County, { box, bank }: Lot): LngLat {
  const [u] = middleOf(box)
  const shore = bank === 'south' ? terrain.bank(u) : -terrain.bank(u)
  return terrain.place([u, (shore + (bank === 'south' ? box[3] : box[1])) / 2])
}

function patchCentre(plan: FloodPlan, name: string): PlanPoint {
  const patch = plan.patches.find((candidate) => candidate.name === name)
  if (patch === undefined) throw new Error(`no patch is named ${name}`)
  return patch.centre
}

function spotAt(county: County, name: string, at: LngLat, what: string): Spot {
  const [lng, lat] = at.map((degrees) => Math.round(degrees * 1e6) / 1e6)
  return {
    name,
    lng,
    lat,
    what,
    flood: settledZone(county.floodPlan, [lng, lat]),
    parcel: parcelAt(county, [lng, lat]),
  }
}

/** The zone at a spot if it holds 3 m around it, else undefined. */
function settledZone(plan: FloodPlan, [lng, lat]: LngLat): FloodFacts | null | undefined {
  const zone = zoneAt(plan, [lng, lat])
  const reach = 3e-5
  for (let i = 0; i < 8; i++) {
    const angle = (i * Math.PI) / 4
    const near: LngLat = [lng + reach * Math.cos(angle), lat + reach * Math.sin(angle)]
    if (zoneAt(plan, near) !== zone) return undefined
  }
  return zone
}

/** The parcels at a spot by the boxes of the plan, the bank and the holes; not by their rings. */
function parcelAt({ parcels, roll, terrain }: County, spot: LngLat): SpotParcel | null {
  const [u, v] = terrain.ground.undo(fromLngLat(spot))
  const holds = ([u0, v0, u1, v1]: Lot['box']): boolean => u > u0 && u < u1 && v > v0 && v < v1
  const here = parcels.filter(
    ({ lot }) =>
      holds(lot.box) &&
      !(lot.hole !== null && holds(lot.hole)) &&
      (lot.bank === null || Math.abs(v) > terrain.bank(u)),
  )
  if (here.length === 0) return null
  const ids = [...new Set(here.map(({ id }) => id))]
  return { ids, area: here[0].area, roll: roll.find((row) => row.PARCEL_ID === ids[0]) ?? null }
}
