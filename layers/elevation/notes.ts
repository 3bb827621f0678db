import type { TerrainState } from '../../rasters/terrain.ts'
import type { Location } from '../location.ts'
import type { ElevationData } from './data.ts'
import { NAVD88, NOT_STATED } from './datum.ts'

/** Contour interval over vertical error, at least: ASPRS, Positional Accuracy Standards, 2014. */
const INTERVAL_TO_RMSE = 3

/** Caveats of an answer, in sentences. */
export function notesOf(
  { parcel }: Location,
  { datum, terrain, cell_range_m: range, resolution_m }: ElevationData,
  state: TerrainState | null,
): string[] {
  const notes = ['Feet are international feet.']
  if (range && range.max > range.min)
    notes.push(
      `The height is interpolated between cells ${resolution_m} m apart, which here go from ${range.min} to ${range.max} m.`,
    )
  if (datum !== NAVD88) {
    const zero = datum === NOT_STATED ? 'what the source does not state' : datum
    notes.push(
      `Heights count from ${zero}: they are not comparable with ${NAVD88}, which flood elevations and the contours here count from, without a conversion.`,
    )
  }
  if (terrain) {
    const { contour_interval_ft: interval, without_height_pct: missing } = terrain
    const error_cm = Math.round((interval * 30.48) / INTERVAL_TO_RMSE)
    notes.push(
      `The contours are of bare earth on an about 10 m grid, and ${interval} ft is finer than such a grid's accuracy supports: by the rule that an interval is about ${INTERVAL_TO_RMSE} times the vertical error (RMSEz), it requires ${error_cm} cm.`,
    )
    if (missing > 0)
      notes.push(`${missing} % of the grid over the parcel's box have no height, and no contours.`)
    const because = state?.status === 'ready' ? state.terrain.missing_because : null
    if (because !== null) notes.push(`There may be more: ${because}`)
  } else if (parcel) notes.push(...withoutTerrain(state))
  return notes
}

const NOT_REQUESTED =
  'Contours are not made for answers of this kind: use GET /v1/location or `plat dossier` for a single location.'

function withoutTerrain(state: TerrainState | null): string[] {
  switch (state?.status) {
    case 'computing':
      return ['The terrain of the parcel is being made: request it again shortly.']
    case 'unavailable':
      return [`There is no terrain of the parcel. ${state.reason}`]
    case 'ready':
    case undefined:
      return [`There is no terrain of the parcel. ${NOT_REQUESTED}`]
  }
}
