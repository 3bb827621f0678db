import type { Lot } from './lots.ts'
import type { Parcel } from './parcels.ts'

/** Lots of one plain parcel each that fit, in the order of the fabric; at least one. */
export function plainLots(
  parcels: readonly Parcel[],
  what: string,
  fits: (lot: Lot) => boolean,
): Lot[] {
  const lots = parcels
    .filter(({ oddity, lot }) => oddity === 'plain' && fits(lot))
    .map(({ lot }) => lot)
  if (lots.length === 0) throw new Error(`the county has no ${what}`)
  return lots
}

/** The lot at a share of the way through a list: 0.5 is the middle one. */
export const lotAt = (lots: readonly Lot[], share: number): Lot =>
  lots[Math.min(lots.length - 1, Math.floor(lots.length * share))]
