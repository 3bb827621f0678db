import type { Survey } from '../../architect/scene/survey.ts'
import { box } from '../houses/drafted-house.ts'
import { sceneOf, type TestNode } from '../houses/scene-of.ts'
import { SURVEY, surveyedSite } from '../houses/surveyed-site.ts'
import { type Corner, ring, type Threshold, wall } from './threshold.ts'

const { zoning, ground, flood } = SURVEY
const slab = (x: number): TestNode => ({ kind: 'slab', id: 'slab_9', polygon: box(x, 0, 4, 4) })
const raised = (elevation: number): TestNode => ({
  kind: 'building',
  id: 'building_1',
  parent: 'site_k3x9',
  elevation,
})
/** One wall along z = `at` on a surveyed site; its face is 0.1 m from there. */
const wallAt = (from: Corner, to: Corner, more: Partial<Survey> = {}) =>
  sceneOf(surveyedSite(more), wall('wall_3', from, to))
const south = (at: number, more: Partial<Survey> = {}) => wallAt([0, at], [4, at], more)
/** A room with walls up to a height. */
const high = (height: number, more: Partial<Survey> = {}) =>
  sceneOf(surveyedSite(more), ...ring(box(0, 0, 4, 4), 3, { height }))
/** A floor in zone AE, of which the flood is 2 m above NAVD88 and the ground 1.5 m. */
const floored = (elevation: number, more: Partial<Survey> = {}, x = 2) =>
  sceneOf(surveyedSite(more), raised(elevation), slab(x))

/** Ground that rises from 0 in the west to 4 m in the east of the parcel. */
const SLOPE = {
  ...ground!,
  grid: { corner: [-20, -30] as Corner, step: 60, columns: 2, heights: [0, 6, 0, 6] },
}

/** Limits of the land. */
export const SITE_THRESHOLDS: Threshold[] = [
  {
    code: 'site.outside_parcel',
    severity: 'error',
    rule: 'a wall stands on its parcel, to the centimetre',
    clear: south(29.909),
    found: south(29.911),
    nodeIds: ['wall_3', 'site_k3x9'],
  },
  {
    code: 'site.over_setback',
    severity: 'error',
    rule: 'a wall is as far from the street as the front setback, to the centimetre',
    clear: south(21.909),
    found: south(21.911),
    nodeIds: ['wall_3', 'site_k3x9'],
  },
  {
    code: 'site.over_setback',
    severity: 'error',
    rule: 'at the rear it is as far as the rear setback',
    clear: south(-23.909),
    found: south(-23.911),
  },
  {
    code: 'site.over_setback',
    severity: 'error',
    rule: 'at the sides it is as far as the side setback',
    clear: wallAt([16.909, 0], [16.909, 4]),
    found: wallAt([16.911, 0], [16.911, 4]),
  },
  {
    code: 'site.over_setback',
    severity: 'error',
    rule: 'where the street is unknown, the least setback holds everywhere',
    clear: south(26.909, { front: null }),
    found: south(26.911, { front: null }),
  },
  {
    code: 'site.over_setback',
    severity: 'error',
    rule: 'a setback that nobody has stated is not claimed',
    clear: south(29, { zoning: { ...zoning!, setbacks: { front: null, side: 3, rear: 6 } } }),
    found: south(29),
  },
  {
    code: 'site.over_height',
    severity: 'error',
    rule: 'a building is as high as the limit, to the millimetre',
    clear: high(10.0005),
    found: high(10.0015),
    nodeIds: ['wall_3', 'site_k3x9'],
  },
  {
    code: 'site.over_height',
    severity: 'error',
    rule: 'height is from the mean ground at the walls',
    clear: high(12.1, { ground: SLOPE }),
    found: high(12.3, { ground: SLOPE }),
  },
  {
    code: 'site.below_flood',
    severity: 'error',
    rule: 'the lowest floor is at the base flood elevation, to the millimetre',
    clear: floored(0.4995),
    found: floored(0.4985),
    nodeIds: ['level_2', 'site_k3x9'],
  },
  {
    code: 'site.below_flood',
    severity: 'error',
    rule: 'a building next to the zone is not in it',
    clear: floored(0, {}, -4.02),
    found: floored(0, {}, -3.9),
  },
  {
    code: 'site.below_flood',
    severity: 'error',
    rule: 'heights above another datum are not compared',
    clear: floored(0, { ground: { ...ground!, datum: 'EGM2008' } }),
    found: floored(0),
  },
  {
    code: 'site.unchecked',
    severity: 'info',
    rule: 'a limit that is not known is stated as not checked',
    clear: south(0),
    found: south(0, { zoning: { ...zoning!, heightMax: null } }),
    nodeIds: ['site_k3x9'],
  },
  {
    code: 'site.unchecked',
    severity: 'info',
    rule: 'so is one setback',
    clear: south(0),
    found: south(0, { zoning: { ...zoning!, setbacks: { front: 8, side: 3, rear: null } } }),
  },
  {
    code: 'site.unchecked',
    severity: 'info',
    rule: 'and the flood elevation where nothing is mapped',
    clear: floored(1),
    found: floored(1, { flood: undefined }),
  },
  {
    code: 'site.unchecked',
    severity: 'info',
    rule: 'where the zone under the building states none',
    clear: floored(1, { flood: [{ ...flood![1], baseFloodElevation: null }] }, -8),
    found: floored(1, { flood: [{ ...flood![1], baseFloodElevation: null }] }),
  },
  {
    code: 'site.unchecked',
    severity: 'info',
    rule: 'where the heights are above another datum',
    clear: floored(1),
    found: floored(1, { ground: { ...ground!, datum: 'EGM2008' } }),
  },
  {
    code: 'site.unchecked',
    severity: 'info',
    rule: 'and where a zone has no outline',
    clear: floored(1),
    found: floored(1, { flood: [{ ...flood![1], rings: [] }] }),
  },
]
