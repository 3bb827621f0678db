import type { Point } from '../geometry/point.ts'
import { boxOf, type Polygon } from '../geometry/polygon.ts'
import { METRES_PER } from '../scene/units.ts'
import { type Dossier, ElevationShape } from './dossier-shape.ts'
import { groundGrid, type KnownHeight } from './ground-heights.ts'
import type { PulledLayer } from './layers-of-dossier.ts'
import type { LocalFrame } from './local-frame.ts'
import { cut, knownLayer, readSection, unknownLayer } from './section-reading.ts'

const FOOT_M = METRES_PER.ft
/** Distance of the heights that are taken along a contour, in metres. */
const ALONG_M = 1
/** Heights taken from all contours of a parcel. */
const HEIGHTS_MAX = 50_000
const DATUM_CHARACTERS_MAX = 60
/** Heights are stored in centimetres: no source is finer. */
const GRAIN = 100

const inCentimetres = (height: number): number => Math.round(height * GRAIN) / GRAIN

type Terrain = NonNullable<ElevationShape['terrain']>

/** Whether the terrain of the parcel is still being computed: the dossier is requested again. */
export function isComputing(dossier: Dossier): boolean {
  const read = readSection(dossier, 'elevation', ElevationShape)
  return 'data' in read && read.data.terrain_status === 'computing'
}

/**
 * The ground of a parcel from the contours of its dossier, with the height at the origin of plan as
 * its height 0. One height alone is known where there are no contours.
 */
export function groundOf(
  dossier: Dossier,
  frame: LocalFrame,
  ring: Polygon | null,
): PulledLayer<'ground'> {
  const read = readSection(dossier, 'elevation', ElevationShape)
  if (!('data' in read))
    return { layer: unknownLayer('ground', read.reason, read.section, dossier) }
  const { data, section } = read
  const { terrain, elevation_m, terrain_status } = data
  if (!terrain || !ring) {
    const why =
      terrain_status === 'computing'
        ? 'The contours were not computed in time: pull again shortly.'
        : 'No contours are stated, so one height alone is known.'
    const known = { datum: cut(data.datum, DATUM_CHARACTERS_MAX), zero: inCentimetres(elevation_m) }
    return { known: { ...known, within: 0 }, layer: knownLayer('ground', section, dossier, [why]) }
  }
  const [min, max] = [terrain.min_ft * FOOT_M, terrain.max_ft * FOOT_M]
  const point = frame.toPlan({ latitude: dossier.point.lat, longitude: dossier.point.lng })
  const atPoint: KnownHeight[] =
    data.datum === terrain.datum ? [{ at: point, height: elevation_m }] : []
  const along = heightsAlong(terrain, frame)
  const reasons = [
    ...((terrain.without_height_pct ?? 0) > 0
      ? [`${terrain.without_height_pct} % of the parcel's box has no height.`]
      : []),
    ...(terrain.geometry ? [] : ['The contours came without their lines.']),
  ]
  const layer = knownLayer('ground', section, dossier, reasons)
  const datum = cut(terrain.datum, DATUM_CHARACTERS_MAX)
  if (along.length === 0) {
    const zero = inCentimetres(atPoint[0]?.height ?? (min + max) / 2)
    return { known: { datum, zero, within: inCentimetres(max - min) }, layer }
  }
  const heights = [...along, ...atPoint]
  const grid = groundGrid({ box: boxOf(ring), heights, min, max })
  const zero = inCentimetres(heightAtOrigin(grid))
  return {
    layer,
    known: {
      datum,
      zero,
      within: inCentimetres(terrain.contour_interval_ft * FOOT_M),
      grid: { ...grid, heights: grid.heights.map((height) => inCentimetres(height - zero)) },
    },
  }
}

/** Heights along the contours, also between their points: the grid has none without them. */
function heightsAlong(terrain: Terrain, frame: LocalFrame): KnownHeight[] {
  const heights: KnownHeight[] = []
  for (const { properties, geometry } of terrain.geometry?.features ?? []) {
    const height = properties.elevation_ft * FOOT_M
    const line = geometry.coordinates.map(([longitude, latitude]) =>
      frame.toPlan({ latitude, longitude }),
    )
    for (const [index, from] of line.entries()) {
      const to: Point = line[index + 1] ?? from
      const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / ALONG_M))
      for (let step = 0; step < steps && heights.length < HEIGHTS_MAX; step++) {
        const t = step / steps
        const at: Point = [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])]
        heights.push({ at, height })
      }
    }
  }
  return heights
}

/** The height of the node that is nearest to [0, 0]. */
function heightAtOrigin({ corner, step, columns, heights }: ReturnType<typeof groundGrid>): number {
  const rows = heights.length / columns
  const column = Math.min(columns - 1, Math.max(0, Math.round(-corner[0] / step)))
  const row = Math.min(rows - 1, Math.max(0, Math.round(-corner[1] / step)))
  return heights[row * columns + column]
}
