import type { County } from '../../../sample/county.ts'
import type { Lot } from '../../../sample/land/lots.ts'
import { type Box, middleOf } from '../../../sample/plan/box.ts'
import type { PlanPoint } from '../../../sample/plan/plan.ts'
import { type MapUnit, UNITS } from '../../../sample/soils/map-units.ts'
import { soilAt } from '../../../sample/soils/soil-plan.ts'
import { type KnownLocation, locationAt } from './known-location.ts'

/** A parcel of each soil from corner to corner, parcels of several, and where there is no soil. */
export function soilLocations(county: County): KnownLocation[] {
  const { parcels, soilPlan, terrain } = county
  const plain = parcels.filter(({ oddity, lot }) => oddity === 'plain' && lot.bank === null)
  const unitsOf = (lot: Lot): Set<MapUnit | null> =>
    new Set(gridOf(lot.box).map((point) => soilAt(soilPlan, point)))
  const on = (
    name: string,
    fits: (units: Set<MapUnit | null>) => boolean,
    what: string,
  ): KnownLocation => {
    const found = plain.find(({ lot }) => fits(unitsOf(lot)))
    if (found === undefined) throw new Error(`the county has no parcel with ${what}`)
    return locationAt(county, name, terrain.place(middleOf(found.lot.box)), what)
  }
  const only = (name: string, unit: MapUnit, what: string): KnownLocation =>
    on(name, (units) => units.size === 1 && units.has(unit), what)
  const at = (name: string, point: PlanPoint, what: string): KnownLocation =>
    locationAt(county, name, terrain.place(point), what)
  return [
    only('soil_a', UNITS.a, 'hydrologic group A, 0 % hydric'),
    only('soil_b', UNITS.b, 'hydrologic group B, 5 % hydric'),
    only('soil_c', UNITS.c, 'hydrologic group C'),
    only('soil_d', UNITS.d, 'hydrologic group D, 45 % hydric'),
    only('soil_a_d', UNITS.a_d, 'dual group A/D, 85 % hydric'),
    only('soil_urban', UNITS.urban, 'urban land: no group and no drainage class'),
    at('soil_b_d', [8000, 6000], 'dual group B/D, 100 % hydric'),
    at('soil_c_d', [8000, -2100], 'dual group C/D'),
    at('soil_beach', [15300, 3500], 'beaches, a miscellaneous area'),
    at('soil_water', [9000, 0], 'W, water, which has no group'),
    at('soil_without_rows', [1600, 6300], 'a map unit that the tables do not know'),
    at('soil_not_complete', [4800, -6200], 'NOTCOM, a survey that is not complete'),
    at('soil_not_surveyed', [16800, 2000], 'the sea beyond the survey area'),
    on('soil_of_several', (units) => units.size >= 3, 'three map units or more'),
  ]
}

/** Points of a lot, closer than any band or patch is wide. */
function gridOf([u0, v0, u1, v1]: Box): PlanPoint[] {
  const steps = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1]
  return steps.flatMap((s) => steps.map((t): PlanPoint => [u0 + (u1 - u0) * s, v0 + (v1 - v0) * t]))
}
