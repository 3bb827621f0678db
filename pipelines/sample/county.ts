import { buildFloodPlan, type FloodPlan } from './flood/flood-plan.ts'
import { buildFloodZones, type FloodZone } from './flood/flood-zones.ts'
import { buildPanels, type FirmPanel } from './flood/panels.ts'
import { buildBoundary } from './land/boundary.ts'
import { buildLots, type Lot } from './land/lots.ts'
import { buildParcels, type Parcel } from './land/parcels.ts'
import { buildRoll, type RollRow } from './land/roll.ts'
import type { LngLat } from './plan/plan.ts'
import { buildTerrain, type Terrain } from './plan/terrain.ts'

/** Sample County: wholly fictional. Everything the files say, before any file format. */
export interface County {
  seed: number
  terrain: Terrain
  lots: Lot[]
  parcels: Parcel[]
  roll: RollRow[]
  floodPlan: FloodPlan
  floodZones: FloodZone[]
  panels: FirmPanel[]
  /** The county line, one open ring: a little larger than panels and parcels. */
  boundary: LngLat[]
}

export const DEFAULT_SEED = 99001

/** Draws the county. The same seed gives the same county on any machine. */
export function buildCounty(seed: number = DEFAULT_SEED): County {
  const terrain = buildTerrain(seed)
  const lots = buildLots(seed, terrain)
  const parcels = buildParcels(seed, lots, terrain)
  const floodPlan = buildFloodPlan(seed, terrain)
  return {
    seed,
    terrain,
    lots,
    parcels,
    roll: buildRoll(seed, parcels),
    floodPlan,
    floodZones: buildFloodZones(floodPlan),
    panels: buildPanels(),
    boundary: buildBoundary(seed),
  }
}
