import { wholeBetween } from '../../random/choices.ts'
import { type Random, seededRandom } from '../../random/seeded-random.ts'
import { groundArea } from '../plan/areas.ts'
import { heightOf, widthOf } from '../plan/box.ts'
import type { Terrain } from '../plan/terrain.ts'
import { type LotRings, weaveFabric } from './fabric.ts'
import { cutCemetery, type Lot } from './lots.ts'

/** Oddity of a record of the fabric; `plain` for nearly all. */
export type Oddity =
  | 'plain'
  | 'condo_unit'
  | 'two_pieces'
  | 'duplicate'
  | 'null_id'
  | 'bow_tie'
  | 'with_hole'

/** One record of the parcel file. Several may share an id or a polygon, as in a real fabric. */
export interface Parcel {
  /** The county's parcel id, or null where the agency left it out. */
  id: string | null
  /** Condominium unit number, else null. */
  unit: string | null
  lot: Lot
  rings: LotRings
  /** Area on the ground in square metres, before any fault was put in. */
  area: number
  oddity: Oddity
}

/** Id of a lot: section, block, lot. */
export const lotId = (lot: Lot): string =>
  `${lot.block}-${String(lot.number * 10).padStart(4, '0')}`

/**
 * The records of the parcel file: one per lot, with the faults and customs of real fabrics put in
 * at chosen places. Every county has the same oddities, whatever its seed.
 */
export function buildParcels(seed: number, lots: Lot[], terrain: Terrain): Parcel[] {
  const random = seededRandom(seed, 'parcels')
  const picks = pickLots(lots)
  const cemetery = cutCemetery(picks.withHole, 120)
  for (const lot of picks.condominiums) lot.use = 'condominium'
  for (const [first, second] of picks.twoPieces) second.use = first.use
  const all = [...lots, cemetery]
  const woven = weaveFabric(all, terrain)
  const parcels = all.flatMap((lot, index): Parcel[] => {
    const rings = woven[index]
    const area = groundArea(rings)
    const plain: Parcel = { id: lotId(lot), unit: null, lot, rings, area, oddity: 'plain' }
    if (picks.condominiums.includes(lot)) return condoUnits(plain, random)
    const pair = picks.twoPieces.find((lots) => lots.includes(lot))
    if (pair !== undefined) {
      return [{ ...plain, id: lotId(pair[0]), oddity: 'two_pieces' }]
    }
    if (picks.nullIds.includes(lot)) return [{ ...plain, id: null, oddity: 'null_id' }]
    if (lot === picks.bowTie) return [{ ...plain, rings: [twisted(rings[0])], oddity: 'bow_tie' }]
    return [lot.hole === null ? plain : { ...plain, oddity: 'with_hole' }]
  })
  // The same record twice, as when two deliveries are appended to each other.
  for (const lot of picks.duplicates) {
    const at = parcels.findIndex((parcel) => parcel.lot === lot)
    parcels[at].oddity = 'duplicate'
    parcels.splice(at + 7, 0, { ...parcels[at] })
  }
  return parcels
}

interface Picks {
  condominiums: Lot[]
  twoPieces: [Lot, Lot][]
  nullIds: Lot[]
  duplicates: Lot[]
  bowTie: Lot
  withHole: Lot
}

/** Chooses the lots for the oddities by their position; no lot is chosen twice. */
function pickLots(lots: Lot[]): Picks {
  const spread = (count: number, from: Lot[]): Lot[] =>
    Array.from({ length: count }, (_, i) => from[Math.floor(((i + 0.5) * from.length) / count)])
  const inland = lots.filter((lot) => lot.bank === null)
  const houses = (character: Lot['character']): Lot[] =>
    inland.filter((lot) => lot.character === character && lot.use === 'house')
  const farms = inland.filter(
    (lot) => lot.character === 'rural' && Math.min(widthOf(lot.box), heightOf(lot.box)) > 320,
  )
  const suburban = houses('suburb')
  const [nullA, twinA, nullB, twinB, nullC] = spread(5, suburban)
  return {
    condominiums: [...spread(3, houses('beach')), ...spread(1, houses('town'))],
    twoPieces: [acrossTheRiver(lots, '02'), acrossTheRiver(lots, '05')],
    nullIds: [nullA, nullB, nullC],
    duplicates: [twinA, twinB],
    bowTie: houses('estate')[40],
    withHole: farms[Math.floor(farms.length / 3)],
  }
}

/** Two riverfront lots that face each other over the water in one column of sections. */
function acrossTheRiver(lots: Lot[], column: string): [Lot, Lot] {
  const first = lots.find((lot) => lot.block.startsWith(`${column}01`) && lot.bank === 'south')
  const second = lots.find((lot) => lot.block.startsWith(`${column}51`) && lot.bank === 'north')
  if (first === undefined || second === undefined) throw new Error(`no riverfront in ${column}`)
  return [first, second]
}

function condoUnits(whole: Parcel, random: Random): Parcel[] {
  const floors = wholeBetween(random, 3, 6)
  return Array.from({ length: floors * 4 }, (_, i) => {
    const unit = String((Math.floor(i / 4) + 1) * 100 + (i % 4) + 1)
    return { ...whole, id: `${whole.id}-U${unit}`, unit, oddity: 'condo_unit' }
  })
}

/** The four outermost corners in the wrong order: the outline crosses itself. */
function twisted(ring: LotRings[number]): LotRings[number] {
  const corner = (east: 1 | -1, north: 1 | -1) =>
    ring.reduce((best, point) =>
      east * point[0] + north * point[1] > east * best[0] + north * best[1] ? point : best,
    )
  return [corner(-1, -1), corner(1, 1), corner(1, -1), corner(-1, 1)]
}
