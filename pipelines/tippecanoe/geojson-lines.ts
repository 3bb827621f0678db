import { toGeoJson } from '../../geometry/geojson.ts'
import { type Box, boundsOf } from '../../geometry/polygons.ts'
import type { TileFeature } from '../archive/feature-intake.ts'

/**
 * Lines written at a time. At most three such chunks are in memory: one is being made, one waits,
 * and one is in the pipe's buffer.
 */
export const CHUNK_LINES_MAX = 500

/** Features as newline-delimited GeoJSON, and what is counted as they go by. */
export class GeoJsonLines {
  /** Bounds of all features, in 1e-7 degree. */
  readonly bounds: Box = [Infinity, Infinity, -Infinity, -Infinity]
  features = 0
  private readonly batches: AsyncIterable<TileFeature[]>

  constructor(batches: AsyncIterable<TileFeature[]>) {
    this.batches = batches
  }

  /** The lines in chunks, each made when the one before was taken. `passed` counts features. */
  async *chunks(passed: (count: number) => void): AsyncGenerator<string> {
    for await (const batch of this.batches)
      for (let at = 0; at < batch.length; at += CHUNK_LINES_MAX) {
        const some = batch.slice(at, at + CHUNK_LINES_MAX)
        yield some.map((feature) => this.line(feature)).join('')
        this.features += some.length
        passed(some.length)
      }
  }

  private line({ id, polygons, properties }: TileFeature): string {
    const { bounds } = this
    const [west, south, east, north] = boundsOf(polygons)
    bounds[0] = Math.min(bounds[0], west)
    bounds[1] = Math.min(bounds[1], south)
    bounds[2] = Math.max(bounds[2], east)
    bounds[3] = Math.max(bounds[3], north)
    const geometry = toGeoJson(polygons)
    return `${JSON.stringify({ type: 'Feature', id, properties, geometry })}\n`
  }
}
