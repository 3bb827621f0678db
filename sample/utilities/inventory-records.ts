import { weighted } from '../../random/choices.ts'
import { type Random, seededRandom } from '../../random/seeded-random.ts'
import { LAND_USES } from '../land/land-uses.ts'
import type { Lot } from '../land/lots.ts'
import { lotId, type Parcel } from '../land/parcels.ts'

/** One record of the state's inventory; a parcel may have two. */
export interface UtilityRecord {
  parcel: Parcel
  parcelId: string
  /** Codes as the inventory writes them. */
  wastewater: string
  drinkingWater: string
  /** YYYYMMDD, or null where the inventory has no date. */
  updated: string | null
}

type Weights = readonly (readonly [string, number])[]
interface Place {
  wastewater: Weights
  drinkingWater: Weights
  updated: string | null
}

const CITY: Place = {
  wastewater: [
    ['KnownSewer', 92],
    ['LikelySewer', 8],
  ],
  drinkingWater: [['KnownPublic', 1]],
  updated: '20190531',
}

const RURAL: Place = {
  wastewater: [
    ['KnownSeptic', 34],
    ['LikelySeptic', 46],
    ['SWLSeptic', 20],
  ],
  drinkingWater: [
    ['KnownWell', 30],
    ['LikelyWell', 45],
    ['SWLWell', 25],
  ],
  updated: '20160801',
}

const PLACES: Record<Lot['character'], Place> = {
  town: CITY,
  suburb: {
    wastewater: [
      ['KnownSewer', 45],
      ['LikelySewer', 35],
      ['SWLSewer', 12],
      ['UNDT', 8],
    ],
    drinkingWater: [
      ['KnownPublic', 70],
      ['LikelyPublic', 20],
      ['SWLPublic', 6],
      ['KnownWell', 4],
    ],
    updated: '20190531',
  },
  beach: { ...CITY, updated: null },
  estate: {
    wastewater: [
      ['KnownSeptic', 30],
      ['LikelySeptic', 50],
      ['SWLSeptic', 12],
      ['UNK', 8],
    ],
    drinkingWater: [
      ['LikelyPublic', 50],
      ['KnownWell', 30],
      ['UNK', 20],
    ],
    updated: '20160801',
  },
  rural: RURAL,
}

/** One plain lot in this many has no record, or a second record that contradicts the first. */
const ABSENT_EVERY = 90
const TWICE_EVERY = 700

/** The inventory of the county: a record of each piece of a parcel, built on or not. */
export function buildUtilityRecords(seed: number, parcels: readonly Parcel[]): UtilityRecord[] {
  const random = seededRandom(seed, 'utilities')
  const known = new Map<string, UtilityRecord>()
  let plain = 0
  let isUnknownCodeDue = true
  return parcels.flatMap((parcel): UtilityRecord[] => {
    const { id, lot, oddity } = parcel
    if (id === null) return []
    const before = known.get(id)
    // A parcel of two pieces, or one recorded twice, is so in the inventory too.
    if (before) return [{ ...before, parcel }]
    const record = recordOf(parcel, id, random)
    known.set(id, record)
    const isPlain = oddity === 'plain' && id === lotId(lot) && lot.bank === null
    if (!isPlain || lot.hole !== null) return [record]
    plain++
    if (plain % ABSENT_EVERY === 0) return []
    if (isUnknownCodeDue && record.wastewater === 'LikelySeptic') {
      isUnknownCodeDue = false
      return [{ ...record, wastewater: 'LikelyCesspit' }]
    }
    const isTwice = plain % TWICE_EVERY === 0 && record.wastewater !== 'NA'
    return isTwice ? contradicting(record) : [record]
  })
}

function recordOf(parcel: Parcel, parcelId: string, random: Random): UtilityRecord {
  const { wastewater, drinkingWater, updated } = PLACES[parcel.lot.character]
  // Drawn for every parcel, so that the use of one does not change the draws of the next.
  const drawn = { ww: weighted(random, wastewater), dw: weighted(random, drinkingWater) }
  const isBuilt = LAND_USES[parcel.lot.use].building !== null
  return {
    parcel,
    parcelId,
    wastewater: isBuilt ? drawn.ww : 'NA',
    drinkingWater: isBuilt ? drawn.dw : 'NA',
    updated: isBuilt ? updated : null,
  }
}

/** Two records of equal certainty: the inventory does not state which of them is right. */
function contradicting(record: UtilityRecord): UtilityRecord[] {
  return [
    { ...record, wastewater: 'KnownSewer', updated: '20190531' },
    { ...record, wastewater: 'KnownSeptic', updated: '20210115' },
  ]
}
