import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { BuildFile } from '../catalog/build-file.ts'
import { type BlockCache, ByteCache } from './byte-cache.ts'
import { FileSource } from './byte-source.ts'
import { Cog } from './cog.ts'
import { toFrame } from './frame.ts'
import { bilinear, readMosaic } from './mosaic.ts'
import type { RasterRef } from './raster-ref.ts'

/** Cached decoded blocks of one build's rasters per thread: 64 of 256 by 256 cells. */
export const BLOCK_CACHE_BYTES = 16 * 2 ** 20
/** Rasters of one build that are open at a time per thread; the least recently used is closed. */
const FILES_OPEN_MAX = 64

/** A height, and the raster that it was read from. */
export interface PinnedHeight {
  height_m: number
  /** Least and greatest of the heights of the four cells around the point. */
  low_m: number
  high_m: number
  raster: RasterRef
}

interface OpenCog {
  cog: Promise<Cog>
  /** Generation of its file: a raster opened on an earlier one is not used. */
  generation: number
}

/** The rasters of one build, opened on first use. Its creator closes it. */
export class OpenRasters {
  private readonly folder: string
  private readonly blocks: BlockCache
  private readonly files: ((name: string) => BuildFile) | null
  private readonly cogs = new LRUCache<string, OpenCog>({
    max: FILES_OPEN_MAX,
    dispose: ({ cog }, _file, reason) => {
      if (reason === 'evict') void closeOf(cog)
    },
  })
  private closing: Promise<unknown> | null = null

  /** Files come from `files`, whose owner closes them, or are opened in the folder. */
  constructor(
    folder: string,
    blocks = new ByteCache<Float32Array>(BLOCK_CACHE_BYTES),
    files: ((name: string) => BuildFile) | null = null,
  ) {
    this.folder = folder
    this.blocks = blocks
    this.files = files
  }

  /**
   * Throws `DamagedFile` for a file that changed after it was verified, `RasterFault` for one that
   * cannot be read, and an error when it is closed.
   */
  async open({ file, frame }: Pick<RasterRef, 'file' | 'frame'>): Promise<Cog> {
    if (this.closing) throw new Error(`the rasters of ${this.folder} are closed`)
    const guarded = this.files?.(file)
    const generation = guarded?.generation ?? 0
    const known = this.cogs.get(file)
    if (known?.generation === generation) return await known.cog
    const path = join(this.folder, file)
    const source = guarded ? Promise.resolve(new FileSource(guarded)) : FileSource.open(path)
    const cog = source.then((each) => Cog.open(each, path, this.blocks, frame !== null))
    const opening = { cog, generation }
    this.cogs.set(file, opening)
    cog.catch(() => this.cogs.get(file) === opening && this.cogs.delete(file))
    return await cog
  }

  /**
   * The height at a point in degrees, interpolated between the pixel centres around it, of the
   * first raster whose pixel there has one; null if none has. `rasters` are ordered with the best
   * first and reach at least a pixel around the point: at the edge of one the next of its kind
   * supplies the neighbours.
   */
  async heightAt(
    rasters: readonly RasterRef[],
    lng: number,
    lat: number,
  ): Promise<PinnedHeight | null> {
    for (const raster of rasters) {
      const cog = await this.open(raster)
      const [lattice] = cog.levels
      const [x, y] = raster.frame === null ? [lng, lat] : toFrame(raster.frame)([lng, lat])
      const column = (x - lattice.west) / lattice.dx
      const row = (lattice.north - y) / lattice.dy
      const isInside =
        column >= -0.5 && column < lattice.columns - 0.5 && row >= -0.5 && row < lattice.rows - 0.5
      if (!isInside) continue
      const window = { column: Math.floor(column), row: Math.floor(row), columns: 2, rows: 2 }
      const [u, v] = [column - window.column, row - window.row]
      let heights = await cog.read(0, window)
      if (Number.isNaN(heights[Math.round(v) * 2 + Math.round(u)])) continue
      if (heights.some(Number.isNaN)) {
        const alike = rasters.filter((other) => other !== raster && isAlike(raster, other))
        const neighbours = await Promise.all(alike.map((other) => this.open(other)))
        heights = (await readMosaic([cog, ...neighbours], lattice, window)).heights
      }
      const known = heights.filter((height) => !Number.isNaN(height))
      const [low_m, high_m] = [Math.min(...known), Math.max(...known)]
      return { height_m: bilinear(heights, window, u, v), low_m, high_m, raster }
    }
    return null
  }

  /** Closes every file once its reads in progress end. */
  async close(): Promise<void> {
    this.closing ??= Promise.all([...this.cogs.values()].map(({ cog }) => closeOf(cog)))
    this.cogs.clear()
    await this.closing
  }
}

async function closeOf(cog: Promise<Cog>): Promise<void> {
  const opened = await cog.catch(() => null)
  await opened?.close()
}

/** True if heights of the two rasters can be combined: same model, datum, resolution and frame. */
export function isAlike(a: RasterRef, b: RasterRef): boolean {
  return (
    a.model === b.model &&
    a.vertical_datum === b.vertical_datum &&
    a.resolution_m === b.resolution_m &&
    a.frame === b.frame
  )
}
