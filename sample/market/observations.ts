import { between, weighted, wholeBetween } from '../../random/choices.ts'
import type { Random } from '../../random/seeded-random.ts'
import type { LotUse } from '../land/lot-patterns.ts'
import type { Lot } from '../land/lots.ts'
import type { RollRow } from '../land/roll.ts'
import { type Box, heightOf, middleOf, widthOf } from '../plan/box.ts'
import type { LngLat, PlanPoint } from '../plan/plan.ts'
import type { Terrain } from '../plan/terrain.ts'

/** One home at one time as a made-up listing provider saw it. null: the provider has no value. */
export interface Observation {
  /** Id of the home, the same at every time, and id of the observation. */
  propertyId: string
  id: string
  /** County parcel id, or null where the provider has the coordinates only. */
  parcelId: string | null
  /** Where it is in the plan and on the globe; null where the provider names the parcel. */
  point: PlanPoint | null
  at: LngLat | null
  /** YYYY-MM-DD. */
  asOf: string
  type: string | null
  status: string | null
  bedrooms: number | null
  bathrooms: number | null
  livingFeet: number | null
  lotFeet: number | null
  yearBuilt: number | null
  value: number | null
  rent: number | null
  soldPrice: number | null
  /** YYYY-MM-DD. */
  soldAt: string | null
  daysOnMarket: number | null
  photos: number | null
  url: string | null
  /** Impossible values that the file has instead, by the file's own names. */
  faulty?: Record<string, string | number>
}

/** Days are counted from 1 January 2019; the last is 24 June 2025. */
const FIRST_DAY = Date.UTC(2019, 0, 1)
const DAYS = 2366
const DAY_MS = 86_400_000

const dayNumber = (number: number): string =>
  new Date(FIRST_DAY + number * DAY_MS).toISOString().slice(0, 10)

/** The provider's types of homes by land use. */
export const HOME_TYPES: Partial<Record<LotUse, string>> = {
  house: 'SINGLE_FAMILY',
  mobile_home: 'MANUFACTURED',
  duplex: 'MULTI_FAMILY',
  apartments: 'APARTMENT',
  condominium: 'CONDO',
}

/** Draws the observations of homes. The same calls give the same homes. */
export class HomeDrawer {
  readonly random: Random
  private readonly terrain: Terrain
  private homes = 0

  constructor(random: Random, terrain: Terrain) {
    this.random = random
    this.terrain = terrain
  }

  /** A point in the middle half of a lot, clear of its lines. */
  somewhereIn(box: Box): PlanPoint {
    const [u, v] = middleOf(box)
    const off = (side: number): number => side * between(this.random, -0.2, 0.2)
    return [u + off(widthOf(box)), v + off(heightOf(box))]
  }

  /** A home seen one to four times, up to a year and a half apart. */
  seen(row: RollRow, lot: Lot, point: PlanPoint | null): Observation[] {
    const times = weighted(this.random, [
      [1, 5],
      [2, 4],
      [3, 2],
      [4, 1],
    ])
    const days = [wholeBetween(this.random, 0, DAYS)]
    while (days.length < times) days.unshift(days[0] - wholeBetween(this.random, 40, 540))
    return this.home(row, lot, point, days.map(dayNumber))
  }

  /** A home at given days, the oldest first; values rise with time. */
  home(row: RollRow, lot: Lot, point: PlanPoint | null, days: readonly string[]): Observation[] {
    const { random } = this
    const propertyId = `SLF-${70001 + this.homes++}`
    const worth = Math.max(40_000, Number(row.JV) * between(random, 0.95, 1.3))
    const isShort = random() < 0.08
    const wasSold = random() < 0.6
    const fixed = {
      propertyId,
      parcelId: point === null ? String(row.PARCEL_ID) : null,
      point,
      at: point === null ? null : this.onGlobe(point),
      type: HOME_TYPES[lot.use] ?? null,
      bedrooms: isShort ? null : wholeBetween(random, 1, 5),
      bathrooms: isShort ? null : wholeBetween(random, 2, 7) / 2,
      livingFeet: numberOf(row.TOT_LVG_AREA),
      lotFeet: numberOf(row.LND_SQFOOT),
      yearBuilt: numberOf(row.ACT_YR_BLT),
      soldPrice: wasSold ? Math.round((worth * between(random, 0.4, 0.9)) / 500) * 500 : null,
      soldAt: wasSold ? dayNumber(-wholeBetween(random, 0, 7000)) : null,
      url: `https://example.com/homes/${propertyId}`,
    }
    return days.map((asOf, i): Observation => {
      const status = this.status()
      const isListed = ['FOR_SALE', 'PENDING', 'FOR_RENT'].includes(status)
      const value = Math.round((worth * (1 - 0.05 * (days.length - 1 - i))) / 100) * 100
      return {
        ...fixed,
        id: `${propertyId}-${i + 1}`,
        asOf,
        status,
        value: random() < 0.08 ? null : value,
        rent: isShort ? null : Math.round(value * 0.00055) * 10,
        daysOnMarket: isListed ? wholeBetween(random, 0, 160) : null,
        photos: isListed ? wholeBetween(random, 0, 40) : null,
      }
    })
  }

  /** As the provider writes coordinates: in 1e-6 degree. */
  onGlobe(point: PlanPoint): LngLat {
    const [lng, lat] = this.terrain.place(point).map((each) => Math.round(each * 1e6) / 1e6)
    return [lng, lat]
  }

  private status(): string {
    return weighted(this.random, [
      ['OFF_MARKET', 10],
      ['SOLD', 5],
      ['FOR_SALE', 4],
      ['RECENTLY_SOLD', 2],
      ['PENDING', 1],
      ['FOR_RENT', 1],
    ])
  }
}

function numberOf(value: string | number | undefined): number | null {
  return value === undefined || Number(value) === 0 ? null : Number(value)
}
