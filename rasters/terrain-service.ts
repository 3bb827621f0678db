import { join } from 'node:path'
import PQueue from 'p-queue'
import { DamagedFile } from '../catalog/damaged-file.ts'
import { GuardedFile } from '../catalog/guarded-file.ts'
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

/** Parcels made at a time: one that waits for an upstream leaves room for others. */
const AT_ONCE = 4
/** Parcels that wait for their turn; the next are told that terrain is being made, and ask again. */
const WAITING_MAX = 64
/** Parcels whose terrain is kept, and the points of their contours together: 16 MB. */
const PARCELS_KEPT = 1_024
const CACHED_POINTS_MAX = 2_000_000
/** Why there is no terrain is told again for so long, then it is tried anew. */
const FAILURE_CACHE_MS = 15_000

interface Kept {
  state: Exclude<TerrainState, { status: 'computing' }>
  points: number
  until: number
}

export interface TerrainServiceOptions {
  /** Decoded blocks that are kept. */
  blocks: BlockCache
  /** Bare earth in NAVD88 for where no raster of the build reaches; none without. */
  live?: LiveTiles | null
  now?: () => number
  /** Hears of faults of ours. */
  onFailure?: (error: unknown) => void
}

/** Makes terrain, each parcel's once however many ask, and keeps what it made. */
export class TerrainService implements TerrainMaker {
  private readonly live: LiveTiles | null
  private readonly now: () => number
  private readonly onFailure: (error: unknown) => void
  private readonly queue = new PQueue({ concurrency: AT_ONCE })
  private readonly blocks: BlockCache
  private readonly kept = new Map<string, Kept>()
  private readonly making = new Map<string, Promise<Kept['state']>>()
  private points = 0
  /** Of the builds that were asked about and not forgotten. */
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
  }

  /** Waits until it is made; `computing` only where too many wait already. */
  async terrainOf(question: TerrainRequest): Promise<TerrainState> {
    const key = keyOf(question)
    const kept = this.kept.get(key)
    if (kept && kept.until > this.now()) {
      this.kept.delete(key)
      this.kept.set(key, kept)
      return told(kept.state, question)
    }
    const known = this.making.get(key)
    if (known) return told(await known, question)
    if (this.queue.size >= WAITING_MAX) return { status: 'computing' }
    const making = this.queue.add(() => this.make(question))
    this.making.set(key, making)
    try {
      const state = await making
      this.keep(key, state)
      return told(state, question)
    } finally {
      this.making.delete(key)
    }
  }

  /** Drops what it keeps of a build that is no longer served. */
  forget(build: string): void {
    const folder = this.folders.get(build)
    if (folder !== undefined) this.blocks.drop(folder)
    this.folders.delete(build)
    for (const key of [...this.kept.keys()]) if (key.startsWith(`${build} `)) this.drop(key)
  }

  private async make(question: TerrainRequest): Promise<Kept['state']> {
    // For this parcel alone: a build may be closed and removed meanwhile.
    const rasters = new OpenRasters(question.folder, this.blocks, filesOf(question))
    this.folders.set(question.build, question.folder)
    try {
      return await this.makeFrom(rasters, question)
    } catch (error) {
      if (error instanceof UpstreamFailure)
        return { status: 'unavailable', reason: `${error.reason} ${error.hint}` }
      const bound = boundReached(error)
      if (bound !== null) return { status: 'unavailable', reason: bound }
      this.onFailure(error)
      const what =
        error instanceof RasterFault || error instanceof DamagedFile
          ? 'A raster of heights could not be read'
          : 'The terrain could not be made'
      return { status: 'unavailable', reason: `${what}.` }
    } finally {
      await rasters.close()
    }
  }

  private async makeFrom(
    rasters: OpenRasters,
    { rasters: refs, box }: TerrainRequest,
  ): Promise<Kept['state']> {
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
      // What the build has is told, with the reason why there is no more.
      return { status: 'ready', terrain: { ...own, missing_because: error.reason } }
    }
  }

  /** The same with the live tiles behind; null where they add nothing. */
  private async withLive(
    pinned: readonly TerrainSource[],
    box: TerrainRequest['box'],
  ): Promise<Kept['state'] | null> {
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

  private keep(key: string, state: Kept['state']): void {
    this.drop(key)
    const isReady = state.status === 'ready'
    const points = isReady ? state.terrain.lines!.coords.length / 2 : 0
    const isWhole = isReady && state.terrain.missing_because === null
    const until = isWhole ? Number.POSITIVE_INFINITY : this.now() + FAILURE_CACHE_MS
    this.kept.set(key, { state, points, until })
    this.points += points
    while (this.kept.size > PARCELS_KEPT || (this.points > CACHED_POINTS_MAX && this.kept.size > 1))
      this.drop(this.kept.keys().next().value!)
  }

  private drop(key: string): void {
    const known = this.kept.get(key)
    if (!known) return
    this.kept.delete(key)
    this.points -= known.points
  }
}

const NOWHERE = {
  status: 'unavailable',
  reason: 'No bare-earth raster in NAVD88 has a height in the box of the parcel.',
} as const

/** The files of a question as the service verified them. */
function filesOf({ folder, files }: TerrainRequest): ((name: string) => GuardedFile) | null {
  if (!files) return null
  const byPath = new Map(files.map((shared) => [shared.path, shared]))
  return (name) => new GuardedFile(byPath.get(join(folder, name))!)
}

function keyOf({ build, parcel_key }: TerrainRequest): string {
  return `${build} ${parcel_key}`
}

/** Whether one raster reaches over the whole box: what it lacks there is its own nodata. */
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

function told(state: Kept['state'], { withLines }: TerrainRequest): TerrainState {
  if (state.status !== 'ready' || withLines) return state
  const { lines: _, ...terrain }: Terrain = state.terrain
  return { status: 'ready', terrain }
}
