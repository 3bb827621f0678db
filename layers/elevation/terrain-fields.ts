import { GRID } from '../../geometry/polygons.ts'
import type { ContourLines } from '../../rasters/contours.ts'
import { CONTOUR_INTERVAL_FT, type TerrainState } from '../../rasters/terrain.ts'
import { round } from '../../values/round.ts'
import type { Location } from '../location.ts'
import type { ElevationData, TerrainData } from './data.ts'

export function terrainStatus(
  { parcel }: Location,
  terrain: TerrainState | null,
): ElevationData['terrain_status'] {
  if (!parcel) return 'no_parcel'
  return terrain?.status ?? 'unavailable'
}

/** The terrain in the contract's shape, when it is ready. */
export function terrainFields(state: TerrainState | null): TerrainData | null {
  if (state?.status !== 'ready') return null
  const { min_ft, max_ft, contour_count, source_resolution_m, without_height_pct, lines } =
    state.terrain
  const [low, high] = [round(min_ft, 2), round(max_ft, 2)]
  return {
    min_ft: low,
    max_ft: high,
    relief_ft: round(high - low, 2),
    contour_interval_ft: CONTOUR_INTERVAL_FT,
    contour_count,
    datum: 'NAVD88',
    source_resolution_m: round(source_resolution_m, 2),
    clipped_to: 'parcel_bbox',
    without_height_pct: round(without_height_pct, 1),
    ...(lines && { geometry: contourFeatures(lines) }),
  }
}

function contourFeatures({ elevations, ends, coords }: ContourLines) {
  const features = Array.from(elevations, (elevation_ft, i) => {
    const coordinates: number[][] = []
    for (let point = i === 0 ? 0 : ends[i - 1]; point < ends[i]; point++)
      coordinates.push([coords[point * 2] / GRID, coords[point * 2 + 1] / GRID])
    return {
      type: 'Feature' as const,
      properties: { elevation_ft },
      geometry: { type: 'LineString' as const, coordinates },
    }
  })
  return { type: 'FeatureCollection' as const, features }
}
