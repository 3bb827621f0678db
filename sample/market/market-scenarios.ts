import type { Lot } from '../land/lots.ts'
import type { Parcel } from '../land/parcels.ts'
import { lotAt, plainLots } from '../land/picks.ts'
import type { RollRow } from '../land/roll.ts'
import { middleOf } from '../plan/box.ts'
import type { PlanPoint } from '../plan/plan.ts'
import type { HomeDrawer, Observation } from './observations.ts'

/** Lots whose observations are a test scenario. */
export interface MarketScenarios {
  /** Named by parcel at three times. */
  seenOften: Lot
  /** Seen once, eleven years before the roll. */
  seenLongAgo: Lot
  /** Seen by coordinates alone. */
  byPoint: Lot
  /** Named by parcel, and seen later by coordinates alone. */
  pointIsNewer: Lot
  /** The newest date is far in the future. */
  datedAhead: Lot
  /** Values that nobody can believe. */
  faulty: Lot
  /** Nobody saw it. */
  neverSeen: Lot
  /** Its point fell on the street before it. */
  onStreet: Lot
  /** A stack of units with one point for all, and one of which every unit is named. */
  stackByPoint: Lot
  stackNamed: Lot
  /** The single lots among them, and all stacks: they have no other observations. */
  lots: Lot[]
  stacks: Lot[]
}

/** Chooses houses by their position in the fabric; none is chosen twice. */
export function pickMarketScenarios(parcels: readonly Parcel[]): MarketScenarios {
  const houses = plainLots(
    parcels,
    'house for the market',
    ({ use, character, bank }) => use === 'house' && character === 'suburb' && bank === null,
  )
  const [seenOften, seenLongAgo, byPoint, pointIsNewer, datedAhead, faulty, neverSeen, onStreet] =
    Array.from({ length: 8 }, (_, i) => lotAt(houses, (i + 0.31) / 8))
  const lots = [seenOften, seenLongAgo, byPoint, pointIsNewer]
  lots.push(datedAhead, faulty, neverSeen, onStreet)
  const units = parcels.filter(({ oddity }) => oddity === 'condo_unit')
  const stacks = [...new Set(units.map(({ lot }) => lot))]
  const [stackByPoint, stackNamed] = stacks
  const single = { seenOften, seenLongAgo, byPoint, pointIsNewer, datedAhead, faulty, neverSeen }
  return { ...single, onStreet, stackByPoint, stackNamed, lots, stacks }
}

/** A point in the street before a lot: streets are at least 15 m wide. */
export const streetBefore = ({ box, faces }: Lot): PlanPoint => [
  middleOf(box)[0],
  faces === 'south' ? box[1] - 7 : box[3] + 7,
]

/** The observations of the lots of the scenarios. */
export function observeScenarios(
  scenarios: MarketScenarios,
  parcels: readonly Parcel[],
  roll: readonly RollRow[],
  homes: HomeDrawer,
): Observation[] {
  const rows = new Map(roll.map((row) => [String(row.PARCEL_ID), row]))
  const unitsOf = (lot: Lot): RollRow[] =>
    parcels
      .filter((parcel) => parcel.lot === lot)
      .map(({ id }) => rows.get(`${id}`))
      .filter((row) => row !== undefined)
  const middle = ({ box }: Lot): PlanPoint => middleOf(box)
  /** A lot off the roll is drawn as the first of the roll would be. */
  const home = (lot: Lot, point: PlanPoint | null, ...days: string[]): Observation[] => {
    const [row = { ...roll[0], PARCEL_ID: `${parcelOf(parcels, lot)}` }] = unitsOf(lot)
    return homes.home(row, lot, point, days)
  }
  const [first] = home(scenarios.stackNamed, null, '2024-09-15')
  const named = unitsOf(scenarios.stackNamed).map((row, i) => ({
    ...first,
    ...{ parcelId: String(row.PARCEL_ID), id: `${first.propertyId}-U${i + 1}` },
  }))
  const newer = home(scenarios.pointIsNewer, null, '2022-12-31')[0]
  const pointNewer = {
    ...newer,
    ...{ id: `${newer.propertyId}-2`, asOf: '2025-05-30', parcelId: null },
    ...{ point: middle(scenarios.pointIsNewer), at: homes.onGlobe(middle(scenarios.pointIsNewer)) },
  }
  return [
    ...home(scenarios.seenOften, null, '2021-03-04', '2023-08-20', '2025-06-20'),
    ...home(scenarios.seenLongAgo, null, '2014-03-09'),
    ...home(scenarios.byPoint, middle(scenarios.byPoint), '2025-04-11'),
    ...[newer, pointNewer],
    ...home(scenarios.datedAhead, null, '2020-02-29', '2199-01-01'),
    ...home(scenarios.faulty, null, '2025-02-10').map(withFaults),
    ...home(scenarios.onStreet, streetBefore(scenarios.onStreet), '2023-11-05', '2025-01-06'),
    ...home(scenarios.stackByPoint, middle(scenarios.stackByPoint), '2025-03-18'),
    ...named,
    ...home(scenarios.stackNamed, middle(scenarios.stackNamed), '2025-06-01'),
  ]
}

function parcelOf(parcels: readonly Parcel[], lot: Lot): string | null {
  return parcels.find((parcel) => parcel.lot === lot)?.id ?? null
}

/** Replaces values by impossible ones; the studio and the unlisted status stay. */
function withFaults(observation: Observation): Observation {
  const none = { yearBuilt: null, value: null, soldAt: null, url: null, livingFeet: null }
  return {
    ...{ ...observation, ...none, bedrooms: 0, bathrooms: null, rent: null },
    status: 'SEE_REMARKS',
    faulty: {
      yearBuilt: 0,
      bathrooms: -1,
      livingAreaSqft: 0,
      value: -9999,
      rentMonthly: 'call us',
      date: '2011-02-30',
      url: 'ftp://example.com/homes/1',
    },
  }
}
