import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { settledZone } from '../../tests/sample/locations/known-location.ts'
import { sampleCounty } from '../../tests/sample/shared-county.ts'
import { COAST, REACHES } from '../flood/flood-plan.ts'
import { fromLngLat, type LngLat, MAPPED } from '../plan/plan.ts'
import { SEA_FEET, SEAWARD_END } from './ground-heights.ts'
import { METRES_PER_FOOT, metresAt } from './height-grid.ts'

const LOCATIONS = 6000
/** A zone's elevation is one number, and the flood falls by up to 2 ft along it. */
const ALONG_A_REACH_FEET = 1.2

/** Between one level and another the ground slopes, metres. */
const SLOPE = 60

const county = sampleCounty()
const { terrain, groundHeights, floodPlan } = county

/**
 * Random points of the mapped rectangle: their zone, 3 m off any line, and their height in feet.
 */
const locations = (() => {
  const random = seededRandom(11, 'heights')
  return Array.from({ length: LOCATIONS }, () => {
    const at: LngLat = [
      MAPPED.west + random() * (MAPPED.east - MAPPED.west),
      MAPPED.south + random() * (MAPPED.north - MAPPED.south),
    ]
    const metres = metresAt(terrain, groundHeights, at)
    const zone = settledZone(floodPlan, at)
    const [u] = floodPlan.warp.undo(fromLngLat(at))
    return { at, u, zone, feet: metres === null ? null : metres / METRES_PER_FOOT }
  })
})()

describe('the ground agrees with the flood map', () => {
  test('inside a zone with an elevation it lies below that flood', () => {
    const within = locations.filter(
      ({ zone }) => typeof zone?.bfeFeet === 'number' && zone.datum === 'NAVD88',
    )
    for (const { u, zone, feet } of within)
      if (u < COAST.inner - SLOPE)
        expect(feet).toBeLessThan((zone!.bfeFeet as number) + ALONG_A_REACH_FEET)
    const below = within.filter(({ zone, feet }) => feet! <= (zone!.bfeFeet as number))
    expect(within.length).toBeGreaterThan(200)
    expect(below.length / within.length).toBeGreaterThan(0.9)
  })

  test('outside every hazard it lies above the flood of the nearest reach', () => {
    const minimal = locations.filter(({ zone }) => zone?.subtype === 'AREA OF MINIMAL FLOOD HAZARD')
    let compared = 0
    for (const { u, feet } of minimal) {
      if (u > COAST.inner - SLOPE) continue
      const reach = REACHES.find(({ from, to }) => u >= from && u < to)
      if (typeof reach?.attributes.bfeFeet !== 'number' || reach.attributes.datum !== 'NAVD88')
        continue
      compared++
      expect(feet).toBeGreaterThan(reach.attributes.bfeFeet - ALONG_A_REACH_FEET)
    }
    expect(compared).toBeGreaterThan(500)
  })

  test('the sea is level, and far out it has no height', () => {
    const seaward = locations.map(({ at, feet }) => ({
      u: terrain.ground.undo(fromLngLat(at))[0],
      feet,
    }))
    const sea = seaward.filter(({ u }) => u > 15_501)
    expect(sea.length).toBeGreaterThan(500)
    for (const { u, feet } of sea)
      if (u >= SEAWARD_END) expect(feet).toBeNull()
      else expect(feet).toBeCloseTo(SEA_FEET, 9)
    for (const { u, feet } of seaward) if (u < 15_400) expect(feet).not.toBeNull()
  })
})
