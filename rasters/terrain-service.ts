import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import type { BuildFile } from '../catalog/build-file.ts'
import { sharedFile } from '../catalog/shared-file.ts'
import { UnavailableFile } from '../catalog/unavailable-file.ts'
import { GRID } from '../geometry/polygons.ts'
import { UpstreamFailure } from '../upstream/failure.ts'
import type { BlockCache } from './byte-cache.ts'
import { spacingM } from './lattice.ts'
import type { LiveTiles } from './live-tiles.ts'
import { OpenRasters } from './open-rasters.ts'
import { RasterFault } from './raster-fault.ts'
import {
  boundReached,
  makeTerrain,
  type Terrain,
  type TerrainMaker,
  type TerrainRequest,
  type TerrainSource,
  type TerrainState,
} from './terrain.ts'

/** Parcels processed at a time: one that waits for an upstream leaves time for others. */
const AT_ONCE = 4
/** Parcels in the queue; for more than these the state is `computing`. */
const WAITING_MAX = 64
/** Parcels whose terrain is cached, and the points of all their contours: 16 MB. */
const CACHED_PARCELS_MAX = 1_024
const CACHED_POINTS_MAX = 2_000_000
/** Time for which a failure is cached before terrain is tried again. */
const FAILURE_CACHE_MS = 15_000

type FinishedState = Exclude<TerrainState, { status: 'computing' }>

export interface TerrainServiceOptions {
  /** Cache of decoded blocks. */
  blocks: BlockCache
  /** Bare earth in NAVD88 for areas that no raster of the build covers. */
  live?: LiveTiles | null
  now?: () => number
  /** Receives errors that are defects of the product or of its files. */
  onFailure?: (error: unknown) => void
}

/** Computes the terrain of parcels, once for all callers at a time, and caches it. */
export class TerrainService implements TerrainMaker {
  private readonly live: LiveTiles | null
  private readonly now: () => number
  private readonly onFailure: (error: unknown) => void
  private readonly queue = new PQueue({ concurrency: AT_ONCE })
  private readonly blocks: BlockCache
  private readonly cached: LRUCache<string, FinishedState>
  private readonly inFlight = new Map<string, Promise<FinishedState>>()
  /** Folders of the builds in the cache, by id. */
  private readonly folders = new Map<string, string>()

  constructor({
    blocks,
    live = null,
    now = Date.now,
    onFailure = () => {},
  }: TerrainServiceOptions) {
    this.live = live
    this.now = now
    this.onFailure = onFailure
    this.blocks = blocks
    this.cached = new LRUCache({
      max: CACHED_PARCELS_MAX,
      maxSize: CACHED_POINTS_MAX,
      sizeCalculation: (state) => Math.max(1, pointsOf(state)),
      perf: { now },
      ttlResolution: 0,
    })
  }

  /** Waits for the terrain; `computing` only if the queue is full. */
  async terrainOf(request: TerrainRequest): Promise<TerrainState> {
    const key = keyOf(request)
    const known = this.cached.get(key) ?? this.inFlight.get(key)
    if (known) return forRequest(await known, request)
    if (this.queue.size >= WAITING_MAX) return { status: 'computing' }
    const making = this.queue.add(() => this.make(request))
    this.inFlight.set(key, making)
    try {
      const state = await making
      this.cached.set(key, state, { ttl: isWhole(state) ? 0 : FAILURE_CACHE_MS })
      return forRequest(state, request)
    } finally {
      this.inFlight.delete(key)
    }
  }

  /** Drops the cached terrain and blocks of a build that is no longer served. */
  forget(build: string): void {
    const folder = this.folders.get(build)
    if (folder !== undefined) this.blocks.deletePrefix(folder)
    this.folders.delete(build)
    for (const key of [...this.cached.keys()])
      if (key.startsWith(`${build} `)) this.cached.delete(key)
  }

  private async make(request: TerrainRequest): Promise<FinishedState> {
    // Opened for this parcel alone: a build may be closed and removed meanwhile.
    const rasters = new OpenRasters(request.folder, this.blocks, filesOf(request))
    this.folders.set(request.build, request.folder)
    try {
      return await this.makeFrom(rasters, request)
    } catch (error) {
      if (error instanceof UpstreamFailure)
        return { status: 'unavailable', reason: `${error.reason} ${error.hint}` }
      const bound = boundReached(error)
      if (bound !== null) return { status: 'unavailable', reason: bound }
      this.onFailure(error)
      const problem =
        error instanceof RasterFault || error instanceof UnavailableFile
          ? 'A raster of heights could not be read'
          : 'The terrain could not be made'
      return { status: 'unavailable', reason: `${problem}.` }
    } finally {
      await rasters.close()
    }
  }

  private async makeFrom(
    rasters: OpenRasters,
    { rasters: refs, box }: TerrainRequest,
  ): Promise<FinishedState> {
    const pinned = await Promise.all(
      refs.map(async (ref): Promise<TerrainSource> => {
        const { partition, resolution_m } = ref
        return { cog: await rasters.open(ref), partition, resolution_m }
      }),
    )
    const own = pinned.length > 0 ? await makeTerrain(pinned, box) : null
    if (own && (own.without_height_pct === 0 || !this.live?.isOn || covers(pinned, box)))
      return { status: 'ready', terrain: own }
    if (!this.live?.isOn)
      return {
        status: 'unavailable',
        reason:
          pinned.length > 0
            ? 'The bare-earth rasters of this build have no height in the box of the parcel.'
            : 'No bare-earth raster in NAVD88 of this build reaches the parcel.',
      }
    try {
      return (
        (await this.withLive(pinned, box)) ?? (own ? { status: 'ready', terrain: own } : NOWHERE)
      )
    } catch (error) {
      if (!own || !(error instanceof UpstreamFailure)) throw error
      // The part from the build is returned, with the reason why there is no more.
      return { status: 'ready', terrain: { ...own, missing_because: error.reason } }
    }
  }

  /** Terrain of the same rasters with the live tiles after them; null if there are no tiles. */
  private async withLive(
    pinned: readonly TerrainSource[],
    box: TerrainRequest['box'],
  ): Promise<FinishedState | null> {
    const tiles = await this.live!.over(box.map((units) => units / GRID))
    if (tiles.length === 0) return null
    try {
      const behind = tiles.map((cog): TerrainSource => {
        return { cog, partition: null, resolution_m: Math.round(spacingM(cog.levels[0])) }
      })
      const terrain = await makeTerrain([...pinned, ...behind], box)
      if (!terrain) return null
      return {
        status: 'ready',
        terrain: { ...terrain, live_at: new Date(this.now()).toISOString() },
      }
    } catch (error) {
      if (error instanceof RasterFault && boundReached(error) === null)
        for (const cog of tiles) this.live!.forget(cog)
      throw error
    }
  }
}

const NOWHERE = {
  status: 'unavailable',
  reason: 'No bare-earth raster in NAVD88 has a height in the box of the parcel.',
} as const

/** Looks up the files of a request that the service verified. */
function filesOf({ folder, files }: TerrainRequest): ((name: string) => BuildFile) | null {
  if (!files) return null
  const byPath = new Map(files.map((shared) => [shared.path, shared]))
  return (name) => sharedFile(byPath.get(join(folder, name))!)
}

function keyOf({ build, parcel_key }: TerrainRequest): string {
  return `${build} ${parcel_key}`
}

/** True if one raster covers the whole box: gaps in it are its own nodata. */
function covers(sources: readonly TerrainSource[], box: TerrainRequest['box']): boolean {
  const [west, south, east, north] = box.map((units) => units / GRID)
  return sources.some(({ cog }) => {
    const [own] = cog.levels
    return (
      west >= own.west &&
      north <= own.north &&
      east <= own.west + (own.columns - 1) * own.dx &&
      south >= own.north - (own.rows - 1) * own.dy
    )
  })
}

function pointsOf(state: FinishedState): number {
  return state.status === 'ready' ? state.terrain.lines!.coords.length / 2 : 0
}

function isWhole(state: FinishedState): boolean {
  return state.status === 'ready' && state.terrain.missing_because === null
}

/** The state as requested: with or without the lines of the contours. */
function forRequest(state: FinishedState, { withLines }: TerrainRequest): TerrainState {
  if (state.status !== 'ready' || withLines) return state
  const { lines: _, ...terrain }: Terrain = state.terrain
  return { status: 'ready', terrain }
}
