import type { County } from '../../../sample/county.ts'
import { zoneAt } from '../../../sample/flood/flood-plan.ts'
import type { Lot } from '../../../sample/land/lots.ts'
import type { Parcel } from '../../../sample/land/parcels.ts'
import { middleOf } from '../../../sample/plan/box.ts'
import type { LngLat, PlanPoint } from '../../../sample/plan/plan.ts'
import { type KnownLocation, locationAt, settledZone } from './known-location.ts'

/** Parcels of every kind that a fabric holds. */
export function parcelLocations(county: County): KnownLocation[] {
  const { parcels, roll, terrain } = county
  const rolled = new Set(roll.map((row) => row.PARCEL_ID))
  const inside = (name: string, lot: Lot, what: string): KnownLocation =>
    locationAt(county, name, terrain.place(middleOf(lot.box)), what)
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
    locationAt(
      county,
      'two_piece_parcel',
      middleOfDryPart(county, odd('two_pieces')),
      'one of two pieces',
    ),
    locationAt(county, 'curved_frontage', middleOfDryPart(county, banked), 'a lot along the bank'),
    locationAt(
      county,
      'parcel_with_hole',
      terrain.place([(holed.box[0] + hole[0]) / 2, (holed.box[1] + hole[1]) / 2]),
      'a farm around a cemetery',
    ),
    locationAt(
      county,
      'hole_in_parcel',
      terrain.place(middleOf(hole)),
      'the cemetery inside the farm',
    ),
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
