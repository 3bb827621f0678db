import { round } from '../../values/round.ts'
import { groundHeightFeet } from '../plan/ground-height.ts'
import { fromLngLat, HALF_HEIGHT, WIDTH } from '../plan/plan.ts'
import type { Terrain } from '../plan/terrain.ts'
import { numberIn, type SampleAnswer, type SampleService } from './sample-service.ts'

const FOOT_M = 0.3048
/** How far the sample's ground reaches beyond its plan. */
const MARGIN_M = 10_000

/**
 * Heights of the sample's ground as https://epqs.nationalmap.gov/v1/docs answers them: a string in
 * metres and a number in feet, as recorded from the real service; a sentence with HTTP 200 where
 * there is no height.
 */
export function epqs(terrain: Terrain): SampleService {
  return ({ query }): SampleAnswer => {
    const [x, y] = [numberIn(query, 'x'), numberIn(query, 'y')]
    const wkid = numberIn(query, 'wkid') ?? 4326
    if (x === null || y === null || wkid !== 4326)
      return { status: 400, body: { message: 'Invalid or missing parameters: x, y, wkid.' } }
    const [u, v] = fromLngLat([x, y])
    const isOff = u < -MARGIN_M || u > WIDTH + MARGIN_M || Math.abs(v) > HALF_HEIGHT + MARGIN_M
    if (isOff) return { body: 'Call failed.  [No raster of the sample covers the location.]' }
    const feet = groundHeightFeet(terrain.ground.undo([u, v]))
    const isFeet = (query.get('units') ?? 'Feet').toLowerCase() === 'feet'
    const date = query.get('includeDate')?.toLowerCase() === 'true'
    return {
      body: {
        location: { x, y, spatialReference: { wkid: 4326, latestWkid: 4326 } },
        locationId: 0,
        value: isFeet ? round(feet, 9) : (feet * FOOT_M).toFixed(9),
        rasterId: 99_001,
        resolution: 1,
        ...(date && { attributes: { AcquisitionDate: '3/1/2025' } }),
      },
    }
  }
}
