import type { County } from '../../../sample/county.ts'
import { middleOf } from '../../../sample/plan/box.ts'
import type { PlanPoint } from '../../../sample/plan/plan.ts'
import { type KnownLocation, locationAt } from './known-location.ts'

/** Wetlands of every code that the map has, and parcels in, next to and without them. */
export function wetlandLocations(county: County): KnownLocation[] {
  const { terrain, wetlandPlan } = county
  const { lots } = wetlandPlan
  const on = (name: string, point: PlanPoint, what: string): KnownLocation =>
    locationAt(county, name, terrain.place(point), what)
  const edge = (u: number): number => terrain.bank(u) + 6
  const [half0, half1] = [lots.halved.box[0], lots.halved.box[2]]
  const v = middleOf(lots.halved.box)[1]
  const quarter = (share: number): number => half0 + (half1 - half0) * share
  return [
    on('wetland_river', [9000, 20], 'R2UBH, the river: open water'),
    on('wetland_river_island', [8000, 0], 'an island, a hole in the river'),
    on('wetland_forest', [3400, edge(3400) + 60], 'PFO1E along the river, on images of 1984'),
    on('wetland_forest_hammock', [2400, edge(2400) + 75], 'dry land inside the forest'),
    on('wetland_marsh', [12300, 4600], 'PEM1C, on images of 2019'),
    on('wetland_mixed', middleOf(lots.soaked.box), 'PSS1/EM1E over the whole parcel'),
    on('wetland_half', [quarter(0.75), v], 'the half of a lot that is PEM1C'),
    on('wetland_other_half', [quarter(0.25), v], 'the half of the same lot that is dry'),
    on('wetland_sliver', middleOf(lots.slivered.box), 'a lot with a sliver of 1e-5 acre'),
    on('wetland_pond', [5200, 3400], 'PUBHh, a pond behind a dike'),
    on('wetland_lake', [9800, 7350], 'L1UBH, a lake'),
    on('wetland_lake_island', [9800, 7200], 'an island in the lake'),
    on('wetland_salt_marsh', [14300, -edge(14300) - 60], 'E2EM1P, the marsh of the estuary'),
    on('wetland_estuary', [14000, 0], 'E1UBL, the estuary'),
    on('wetland_sea', [17000, -3000], 'M1UBL, the sea'),
    on('wetland_farmed', [14850, -4400], 'Pf, farmed land in the polder'),
    on('wetland_mistyped', [1300, -3300], 'PF01E, with a digit zero for the letter O'),
    on('wetland_uncoded', [8740, 2300], 'a wetland without a code, named by its label alone'),
    on('wetland_unknown', [1560, 2900], 'XQ9Z, a code that no table knows'),
    on('wetland_overlap', [5970, -7875], 'where two wetlands overlap'),
  ]
}
