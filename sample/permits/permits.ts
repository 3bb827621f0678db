import { weighted, wholeBetween } from '../../random/choices.ts'
import { type Random, seededRandom } from '../../random/seeded-random.ts'
import type { Lot } from '../land/lots.ts'
import type { Parcel } from '../land/parcels.ts'
import type { RollRow } from '../land/roll.ts'
import { middleOf } from '../plan/box.ts'
import type { LngLat, PlanPoint } from '../plan/plan.ts'
import type { Terrain } from '../plan/terrain.ts'
import { isInTown } from '../zoning/zoning-plan.ts'
import { COUNTY_KINDS, type PermitKind, TOWN_KINDS } from './permit-kinds.ts'

/** Oddity of a line of the county's file; `plain` for nearly all. */
export type PermitOddity =
  | 'plain'
  /** The authority did not place it. */
  | 'unplaced'
  /** Placed at 0, 0. */
  | 'origin'
  /** Repeated word for word. */
  | 'repeated'
  /** A second line of the same number has another status. */
  | 'second_status'
  /** Its date of issue does not exist. */
  | 'impossible_date'
  /** Applied for, and not issued. */
  | 'not_issued'

/** One line of a permitting authority. */
export interface Permit {
  number: string
  authority: 'county' | 'town'
  lot: Lot
  parcelId: string
  address: string
  kind: PermitKind
  status: string
  /** YYYY-MM-DD. */
  applied: string
  issued: string | null
  finaled: string | null
  cost: number
  /** Middle of its lot; null where the authority placed it nowhere. */
  at: LngLat | null
  oddity: PermitOddity
}

/** Share of lots with permits, and the last day that the exports have. */
const SHARE = { built: 0.16, open: 0.03 }
const LAST_DAY = '2025-06-27'
const DAY_MS = 86_400_000
const OPEN_USES = ['vacant', 'park', 'farm', 'timber', 'pasture', 'acreage', 'cemetery']

/** A corner of the town, 160 m around it too, where nobody applied for a permit. */
const isQuiet = ([u, v]: PlanPoint): boolean => u > 10_140 && u < 10_860 && v > 840 && v < 1560

/** One in this many of the county's permits has the oddity: the same ones whatever the seed. */
const ODDITIES: readonly (readonly [every: number, at: number, PermitOddity])[] = [
  [60, 7, 'unplaced'],
  [150, 31, 'origin'],
  [100, 43, 'repeated'],
  [80, 11, 'second_status'],
  [200, 57, 'impossible_date'],
  [12, 5, 'not_issued'],
]

/** The permits of both authorities, in the order of the fabric. No person is ever named. */
export function buildPermits(
  seed: number,
  parcels: readonly Parcel[],
  roll: readonly RollRow[],
  terrain: Terrain,
): Permit[] {
  const random = seededRandom(seed, 'permits')
  const addresses = new Map(roll.map((row) => [`${row.PARCEL_ID}`, `${row.PHY_ADDR1}`]))
  const counts = { county: 0, town: 0 }
  const permits: Permit[] = []
  for (const { id, lot, oddity } of parcels) {
    // Lots whose middle is inside them: not under another lot, in a river or in a hole.
    const isPlain = oddity === 'plain' && id !== null && lot.bank === null && lot.hole === null
    if (!isPlain || isQuiet(middleOf(lot.box))) continue
    if (random() >= (OPEN_USES.includes(lot.use) ? SHARE.open : SHARE.built)) continue
    const authority = isInTown(middleOf(lot.box)) ? 'town' : 'county'
    const of = { authority, lot, parcelId: id, address: addresses.get(id) ?? '' } as const
    for (let left = wholeBetween(random, 1, 3); left > 0; left--)
      permits.push(...permitLines(of, ++counts[authority], terrain, random))
  }
  return permits
}

type Of = Pick<Permit, 'authority' | 'lot' | 'parcelId' | 'address'>

function permitLines(of: Of, serial: number, terrain: Terrain, random: Random): Permit[] {
  const isTown = of.authority === 'town'
  const oddity = isTown
    ? serial % 12 === 5
      ? 'not_issued'
      : 'plain'
    : (ODDITIES.find(([every, at]) => serial % every === at)?.[2] ?? 'plain')
  const kind = weighted(random, isTown ? TOWN_KINDS : COUNTY_KINDS)
  const applied = Date.parse('2019-01-02') + wholeBetween(random, 0, 2250) * DAY_MS
  const issued = Math.min(applied + wholeBetween(random, 1, 60) * DAY_MS, Date.parse(LAST_DAY))
  const finaled = issued + wholeBetween(random, 20, 300) * DAY_MS
  const isIssued = oddity !== 'not_issued'
  const isFinaled = isIssued && finaled < Date.parse(LAST_DAY) && random() < 0.7
  const year = new Date(applied).getUTCFullYear()
  const [low, high] = kind.cost
  const permit: Permit = {
    ...of,
    number: isTown
      ? `FICT-${year}-${`${serial}`.padStart(4, '0')}`
      : `B${year % 100}-${`${serial}`.padStart(5, '0')}`,
    kind,
    status: isFinaled ? 'FINALED' : isIssued ? 'ISSUED' : 'IN REVIEW',
    applied: dayOf(applied),
    issued: isIssued ? dayOf(issued) : null,
    finaled: isFinaled ? dayOf(finaled) : null,
    cost: Math.round(wholeBetween(random, low, high) / 100) * 100,
    at: ['unplaced', 'origin'].includes(oddity) ? null : terrain.place(middleOf(of.lot.box)),
    oddity,
  }
  return oddity === 'second_status' ? [permit, { ...permit, status: 'RENEWED' }] : [permit]
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
