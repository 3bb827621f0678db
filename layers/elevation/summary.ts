import type { ElevationData } from './data.ts'
import { NOT_STATED } from './datum.ts'

/** One sentence: height, datum and the relief of the parcel. */
export function summarise(
  { elevation_ft, elevation_m, datum, terrain }: ElevationData,
  isSurface: boolean,
) {
  const what = isSurface ? 'The surface here, with what stands on the ground,' : 'The ground here'
  const side = elevation_m < 0 ? 'below' : 'above'
  const amounts = `${Math.abs(elevation_ft)} ft (${Math.abs(elevation_m)} m)`
  const relief = terrain ? `, and its parcel's ground rises by ${terrain.relief_ft} ft` : ''
  const zero = datum === NOT_STATED ? 'a datum that its source does not state' : datum
  return `${what} is ${amounts} ${side} ${zero}${relief}.`
}
