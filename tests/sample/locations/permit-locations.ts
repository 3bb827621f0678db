import { RADIUS_M } from '../../../layers/permits/data.ts'
import type { County } from '../../../sample/county.ts'
import type { Lot } from '../../../sample/land/lots.ts'
import type { Permit } from '../../../sample/permits/permits.ts'
import { heightOf, middleOf, widthOf } from '../../../sample/plan/box.ts'
import type { PlanPoint } from '../../../sample/plan/plan.ts'
import { type ExpectedPermits, permitsAt } from './expected-permits.ts'
import { type KnownLocation, locationAt } from './known-location.ts'

/** Lots with permits of every kind, and places without one. */
export function permitLocations(county: County): KnownLocation[] {
  const { permits, terrain } = county
  const on = (name: string, what: string, fits: (permit: Permit) => boolean): KnownLocation => {
    for (const permit of permits.filter(fits)) {
      const location = locationAt(county, name, terrain.place(middleOf(permit.lot.box)), what)
      if (isSettled(location)) return location
    }
    throw new Error(`the county has no permit for ${name}`)
  }
  const isCounty = ({ authority, oddity }: Permit) => authority === 'county' && oddity === 'plain'
  return [
    on(
      'permit_finaled',
      'a permit of the county, signed off',
      (permit) => isCounty(permit) && permit.finaled !== null,
    ),
    on(
      'permit_two_statuses',
      'one permit on two lines, with two statuses',
      ({ oddity }) => oddity === 'second_status',
    ),
    on(
      'permit_not_issued',
      'applied for and not issued',
      ({ authority, oddity }) => authority === 'county' && oddity === 'not_issued',
    ),
    on(
      'permit_impossible_date',
      'issued on 30 February, by the file',
      ({ oddity }) => oddity === 'impossible_date',
    ),
    on(
      'permit_repeated',
      'a permit that stands in the file twice',
      ({ oddity }) => oddity === 'repeated',
    ),
    on(
      'permit_in_town',
      'a permit of the town, one of whose feeds could not be read',
      (permit) => permit.authority === 'town' && permit.oddity === 'plain',
    ),
    farOnParcel(county),
    nextDoor(county),
    lotWithout(
      county,
      'no_permit_in_county',
      'no permit for a long way around',
      ({ character }) => character === 'rural',
    ),
    lotWithout(
      county,
      'no_permit_in_town',
      'no permit known, and a feed that was not read',
      ({ box }) => {
        const [u, v] = middleOf(box)
        return u > 10_310 && u < 10_690 && v > 1010 && v < 1390
      },
    ),
  ]
}

/** Away from flood lines and from where a distance or the town's limits are uncertain. */
const isSettled = ({ flood, permits }: KnownLocation): boolean =>
  flood !== undefined && permits !== undefined

/** A place on a large lot, a quarter of its length from its edge: its permit is in its middle. */
function farOnParcel(county: County): KnownLocation {
  for (const { lot, at } of county.permits) {
    const [u0, v0] = lot.box
    const isFar = Math.hypot(widthOf(lot.box), heightOf(lot.box)) / 4 > RADIUS_M + 20
    if (!isFar || at === null) continue
    const point: PlanPoint = [u0 + widthOf(lot.box) / 4, v0 + heightOf(lot.box) / 4]
    const what = 'a large lot, its permit further away than the radius'
    const location = locationAt(county, 'permit_far_on_parcel', county.terrain.place(point), what)
    if (isSettled(location)) return location
  }
  throw new Error('no large lot has a permit')
}

/** A lot of the county without a permit, between lots with some. */
function nextDoor(county: County): KnownLocation {
  const what = 'a lot without a permit, whose neighbours have some'
  const isSubdivided = ({ character }: Lot) => character !== 'rural'
  return firstLot(county, 'permit_next_door', what, isSubdivided, ({ isInTown, permits }) => {
    return !isInTown && permits.length > 1 && permits.every(({ isOnParcel }) => !isOnParcel)
  })
}

function lotWithout(
  county: County,
  name: string,
  what: string,
  fits: (lot: Lot) => boolean,
): KnownLocation {
  return firstLot(county, name, what, fits, ({ permits }) => permits.length === 0)
}

/** The middle of the first plain lot away from the river that fits and has an expected answer. */
function firstLot(
  county: County,
  name: string,
  what: string,
  fits: (lot: Lot) => boolean,
  holds: (permits: ExpectedPermits) => boolean,
): KnownLocation {
  for (const { lot, oddity } of county.parcels) {
    if (oddity !== 'plain' || lot.bank !== null || lot.hole !== null || !fits(lot)) continue
    const at = county.terrain.place(middleOf(lot.box))
    // Checked first: all answers of a location take a hundred times as long.
    const known = permitsAt(county, at, [lot])
    if (!known || !holds(known)) continue
    const location = locationAt(county, name, at, what)
    if (isSettled(location)) return location
  }
  throw new Error(`the county has no lot for ${name}`)
}
