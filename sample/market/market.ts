import { seededRandom } from '../../random/seeded-random.ts'
import type { Parcel } from '../land/parcels.ts'
import type { RollRow } from '../land/roll.ts'
import type { Terrain } from '../plan/terrain.ts'
import { type MarketScenarios, observeScenarios, pickMarketScenarios } from './market-scenarios.ts'
import { HOME_TYPES, HomeDrawer, type Observation } from './observations.ts'

/** All observations, and the lots of the scenarios. */
export interface Market {
  observations: Observation[]
  scenarios: MarketScenarios
}

/** Share of homes that the provider names by parcel, and of those that it knows by point. */
const SHARE = { byParcel: 0.17, byPoint: 0.08 }

/** Draws the observations: homes of the roll here and there, each seen up to four times. */
export function buildMarket(
  seed: number,
  parcels: readonly Parcel[],
  roll: readonly RollRow[],
  terrain: Terrain,
): Market {
  const scenarios = pickMarketScenarios(parcels)
  const homes = new HomeDrawer(seededRandom(seed, 'market'), terrain)
  const named = new Set([...scenarios.lots, ...scenarios.stacks])
  const lots = new Map(parcels.flatMap(({ id, lot }) => (id === null ? [] : [[id, lot]])))
  const observations: Observation[] = []
  for (const row of roll) {
    const lot = lots.get(String(row.PARCEL_ID))
    if (lot === undefined || named.has(lot) || !(lot.use in HOME_TYPES)) continue
    const chance = homes.random()
    if (chance < SHARE.byParcel) observations.push(...homes.seen(row, lot, null))
    else if (chance < SHARE.byParcel + SHARE.byPoint && lot.bank === null && lot.hole === null)
      observations.push(...homes.seen(row, lot, homes.somewhereIn(lot.box)))
  }
  observations.push(...observeScenarios(scenarios, parcels, roll, homes))
  return { observations, scenarios }
}
