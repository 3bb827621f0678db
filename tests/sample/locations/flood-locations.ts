import type { County } from '../../../sample/county.ts'
import { COAST, type FloodPlan } from '../../../sample/flood/flood-plan.ts'
import { type PlanPoint, toLngLat } from '../../../sample/plan/plan.ts'
import { type KnownLocation, locationAt } from './known-location.ts'

/** Every zone of the flood map, its sentinels, and its holes. */
export function floodLocations(county: County): KnownLocation[] {
  const { floodPlan } = county
  const on = (name: string, point: PlanPoint, what: string): KnownLocation =>
    locationAt(county, name, toLngLat(floodPlan.warp.apply(point)), what)
  const patch = (name: string): PlanPoint => patchCentre(floodPlan, name)
  const { north, south } = floodPlan
  const between = (
    u: number,
    low: (u: number) => number,
    high: (u: number) => number,
  ): PlanPoint => [u, (low(u) + high(u)) / 2]
  const southOf = (point: PlanPoint): PlanPoint => [point[0], -point[1]]
  const low = (COAST.inner + COAST.waves) / 2
  return [
    on('floodway', [9000, 0], 'in the river, which is floodway inside zone AE'),
    on('ae_bfe', between(10300, north.floodway, north.hazard), 'zone AE with an elevation of 6 ft'),
    on(
      'ae_bfe_zero',
      [low, 100],
      'zone AE at the river mouth, elevation 0 ft: sea level, not missing',
    ),
    on('ae_bfe_negative', [low, -4200], 'zone AE in the polder, elevation -2 ft'),
    on('ae_bfe_unknown', between(6700, north.floodway, north.hazard), 'zone AE, elevation -8888'),
    on('ae_ngvd29', between(5300, north.floodway, north.hazard), 'zone AE, elevation in NGVD29'),
    on('zone_a', southOf(between(1200, north.floodway, south.hazard)), 'zone A, no elevation'),
    on('ah_pond', patch('pond 5200'), 'zone AH, a pond'),
    on('ao_depth', [low, -2300], 'zone AO, flooded 2 ft deep'),
    on('ve_beach', [(COAST.waves + COAST.sea) / 2, -600], 'zone VE, the beach'),
    on('shaded_x', between(8300, north.hazard, north.shaded), 'shaded X, the 0.2 % flood'),
    on('levee_x', southOf(between(11000, south.hazard, south.shaded)), 'X behind a levee'),
    on('minimal_x', [7000, 4000], 'X, minimal hazard'),
    on('zone_d', patch('undetermined'), 'zone D, undetermined'),
    on('area_not_included', patch('not included'), 'AREA NOT INCLUDED, which is not zone A'),
    on('unmapped_hole', patch('unmapped hole'), 'inside a panel, and no polygon at all'),
    on('open_water', [17500, 1000], 'OPEN WATER, the sea'),
  ]
}

function patchCentre(plan: FloodPlan, name: string): PlanPoint {
  const patch = plan.patches.find((candidate) => candidate.name === name)
  if (patch === undefined) throw new Error(`no patch is named ${name}`)
  return patch.centre
}
