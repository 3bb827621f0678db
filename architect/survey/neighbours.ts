import { counterClockwise, type Polygon } from '../geometry/polygon.ts'
import { intersection } from '../geometry/regions.ts'
import { NEIGHBOURS_MAX, type SurveyNeighbour } from '../scene/survey.ts'
import type { Features } from './geodata-client.ts'
import type { LocalFrame } from './local-frame.ts'
import { regionsOf, storedRing, UnusableShape } from './plan-shapes.ts'

/** How far around a parcel its neighbours are stated, in metres. */
export const AROUND_M = 40
/** Features of one layer that are requested. */
export const FEATURES_REQUESTED_MAX = 200
/** Corners of the outline of a neighbour. */
const CORNERS_MAX = 48

/** Neighbours, and how many shapes could not be used or are too many. */
export interface FoundNeighbours {
  neighbours: SurveyNeighbour[]
  leftOut: number
}

/** The parcels or buildings around a parcel, cut at the box around it. */
export function neighboursOf(
  kind: SurveyNeighbour['kind'],
  { features }: Features,
  { frame, around, ownKey }: { frame: LocalFrame; around: Polygon; ownKey: string | null },
): FoundNeighbours {
  const found: SurveyNeighbour[] = []
  let leftOut = 0
  for (const { geometry, properties } of features) {
    if (kind === 'parcel' && properties?.parcel_key === ownKey) continue
    const height = properties?.height_m
    try {
      const rings = regionsOf(geometry, frame).map(({ outer }) => counterClockwise(outer))
      for (const { outer } of rings.length > 0 ? intersection(rings, [around]) : []) {
        const polygon = storedRing(outer, CORNERS_MAX)
        found.push({
          kind,
          polygon,
          ...(typeof height === 'number' && height > 0.1 && height < 1_000 && { height }),
        })
      }
    } catch (error) {
      if (!(error instanceof UnusableShape)) throw error
      leftOut++
    }
  }
  const most = NEIGHBOURS_MAX / 2
  const neighbours = found.slice(0, most)
  return { neighbours, leftOut: leftOut + found.length - neighbours.length }
}
