import type { SharedFile } from '../catalog/build-file.ts'
import type { BuildFiles } from '../catalog/build-files.ts'
import { GRID } from '../geometry/polygons.ts'
import type { Cog } from './cog.ts'
import { type ContourLines, contoursOf, TooManyContours } from './contours.ts'
import { type HeightGrid, readHeightGrid, TooLarge } from './height-grid.ts'
import type { RasterRef } from './raster-ref.ts'

/** The international foot, which the National Spatial Reference System uses from 2022 on. */
export const FOOT_M = 0.3048
export const CONTOUR_INTERVAL_FT = 1
/** Stretches of contours of one parcel: about 4 MB of GeoJSON. */
export const CONTOUR_SEGMENTS_MAX = 200_000

/** The ground over the box of a parcel. */
export interface Terrain {
  min_ft: number
  max_ft: number
  contour_count: number
  /** Spacing of the finest source that has heights in the box, metres. */
  source_resolution_m: number
  /** Share of the grid's nodes without a height. */
  without_height_pct: number
  /** Sentence that states why heights are missing, if live tiles were requested and failed. */
  missing_because: string | null
  /**
   * Partitions of the build with heights in the box, in their order; empty if all heights are live.
   */
  partitions: string[]
  /** Time when live tiles were read, if the heights needed them. */
  live_at: string | null
  /** Only if requested. */
  lines?: ContourLines
}

/** A parcel whose terrain is requested. */
export interface ParcelTerrainRequest {
  parcel_key: string
  /** Bounds of the parcel in grid units. */
  box: readonly [west: number, south: number, east: number, north: number]
  /** Bare earth in NAVD88 that may reach into the box, the best first. */
  rasters: readonly RasterRef[]
  /** True to include the lines of the contours. */
  withLines: boolean
}

export interface TerrainRequest extends ParcelTerrainRequest {
  /** Id of the build, and the folder of its files. */
  build: string
  folder: string
  /** Files of `rasters` that the service verified; opened in the folder when absent. */
  files?: readonly SharedFile[]
}

export type TerrainState =
  | { status: 'ready'; terrain: Terrain }
  | { status: 'computing' }
  /** `reason` is a sentence. */
  | { status: 'unavailable'; reason: string }

/** Computes terrain, in this thread or another. Never throws: a failure is `unavailable`. */
export interface TerrainMaker {
  terrainOf(request: TerrainRequest): Promise<TerrainState>
}

/** Limits the wait for terrain: a longer computation continues and its state is `computing`. */
export function terrainWithin(wait_ms: number, maker: TerrainMaker): TerrainMaker {
  return {
    async terrainOf(request) {
      // No abort signal: an abort costs 0.15 ms.
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<TerrainState>((resolve) => {
        timer = setTimeout(() => resolve({ status: 'computing' }), wait_ms)
      })
      try {
        return await Promise.race([maker.terrainOf(request), late])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** Computes terrain for the parcels of one build. */
export interface BuildTerrain {
  terrainOf(request: ParcelTerrainRequest): Promise<TerrainState>
}

export function terrainIn(
  maker: TerrainMaker,
  { id, folder, files }: { id: string; folder: string; files?: BuildFiles },
): BuildTerrain {
  return {
    async terrainOf(request) {
      const shared = files && request.rasters.map(({ file }) => files.file(file).shared)
      return await maker.terrainOf({ ...request, build: id, folder, files: shared })
    },
  }
}

/** A raster with its description. */
export interface TerrainSource {
  cog: Cog
  resolution_m: number
  /** Partition of the build; null for a live tile. */
  partition: string | null
}

/**
 * Computes the terrain of a box from rasters, ordered with the best first; null if none of them has
 * a height there. Throws `RasterFault` for an unreadable file, and `TooLarge` and `TooManyContours`
 * past the limits.
 */
export async function makeTerrain(
  sources: readonly TerrainSource[],
  box: TerrainRequest['box'],
): Promise<Terrain | null> {
  const [west, south, east, north] = box.map((units) => units / GRID)
  const cogs = sources.map(({ cog }) => cog)
  const { grid, used } = await readHeightGrid(cogs, [west, south, east, north])
  const feet: HeightGrid = { ...grid, heights: grid.heights.map((metres) => metres / FOOT_M) }
  let [low, high, missing] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (const height of feet.heights) {
    if (Number.isNaN(height)) missing++
    else {
      low = Math.min(low, height)
      high = Math.max(high, height)
    }
  }
  if (missing === feet.heights.length) return null
  const usedSources = sources.filter(({ cog }) => used.includes(cog))
  const lines = contoursOf(feet, CONTOUR_INTERVAL_FT, CONTOUR_SEGMENTS_MAX)
  return {
    min_ft: low,
    max_ft: high,
    contour_count: lines.ends.length,
    source_resolution_m: Math.min(...usedSources.map(({ resolution_m }) => resolution_m)),
    without_height_pct: (missing / feet.heights.length) * 100,
    partitions: usedSources.flatMap(({ partition }) => partition ?? []),
    missing_because: null,
    live_at: null,
    lines,
  }
}

/** Sentence for an error of a limit; null for another error. */
export function boundReached(error: unknown): string | null {
  if (error instanceof TooLarge)
    return 'The parcel is too large: its box has more nodes of the 10 m grid than are read at once.'
  if (error instanceof TooManyContours)
    return `The parcel is too steep and large for contours of ${CONTOUR_INTERVAL_FT} ft: they would have more than ${CONTOUR_SEGMENTS_MAX.toLocaleString('en-US')} stretches.`
  return null
}
