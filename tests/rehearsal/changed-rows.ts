import { draw } from '../fixtures/drawn-number.ts'
import type { RehearsalCounty } from './rehearsal-plan.ts'

/** Draws of the layers, so that rows change in each without regard to the others. */
const SALTS = { parcels: 900, flood: 901, soils: 902, wetlands: 903, structures: 904 }

/** The layers of a county, each of files of its own. */
export const REHEARSED = ['parcels', 'flood', 'soils', 'wetlands', 'structures'] as const
export type Rehearsed = (typeof REHEARSED)[number]

/** Chooses the rows of a layer that a later edition has other values for. */
export function changedRows(
  { seed }: RehearsalCounty,
  layer: Rehearsed,
  share: number,
): (row: number) => boolean {
  return share === 0 ? () => false : (row) => draw(seed, row, 0, SALTS[layer]) < share
}
