import { join } from 'node:path'
import { zxyToTileId } from 'pmtiles'
import type { ZoomLedger } from './archive-ledger.ts'
import type { ArchiveOptions } from './archive-options.ts'
import { DrawnZooms } from './drawn-zooms.ts'
import { OverviewRun } from './overview-run.ts'
import { PartFile } from './part-file.ts'
import type { Region, RegionSpool } from './region-spool.ts'
import type { SliceSettings } from './slice.ts'
import { checkSlice, tileTooLarge } from './slice-errors.ts'
import type { TileStore } from './tile-store.ts'
import { openTileThreads, type TileThreads } from './tile-threads.ts'
import type { TileAnswer, TileJob } from './tile-worker.ts'

/** Chooses regions by their tile of the region zoom. */
export type IsWanted = (region: Pick<Region, 'x' | 'y'>) => boolean

/** Draws all zooms of an archive: the regions in parallel, then the overview zoom by zoom. */
export class ZoomRun {
  readonly settings: SliceSettings
  private readonly spool: RegionSpool
  private readonly options: ArchiveOptions
  private readonly drawn: DrawnZooms
  /** Folder for records between the zooms. */
  private readonly folder: string

  constructor(
    settings: SliceSettings,
    spool: RegionSpool,
    store: TileStore,
    options: ArchiveOptions,
    folder: string,
  ) {
    this.settings = settings
    this.spool = spool
    this.options = options
    this.drawn = new DrawnZooms(store, options.minZoom, options.maxZoom)
    this.folder = folder
  }

  async drawAll(features: { in: number; collapsed: number }): Promise<ZoomLedger[]> {
    const { settings, options, drawn, folder } = this
    const hasOverview = options.minZoom < this.spool.zoom
    await this.withThreads(async (threads) => {
      const parts = hasOverview ? new PartFile(join(folder, 'parts')) : null
      await this.drawRegions(threads, parts)
      if (parts) {
        const regionZoom = this.spool.zoom
        const setup = { settings, options, drawn, regionZoom, folder }
        await new OverviewRun(setup, threads).draw(parts)
      }
    })
    return drawn.ledger(features, settings.kind)
  }

  /** Draws the regions that are wanted, for the slices that the threads store. */
  async drawSlices(isWanted: IsWanted): Promise<void> {
    await this.withThreads(async (threads) => await this.drawRegions(threads, null, isWanted))
  }

  /** Runs work with the threads of the options, or with threads of this archive alone. */
  private async withThreads(work: (threads: TileThreads) => Promise<void>): Promise<void> {
    const { workers, threads } = this.options
    if (threads) return await work(threads)
    const own = openTileThreads(workers)
    try {
      await work(own)
    } finally {
      await own.close()
    }
  }

  /**
   * Draws every region, then again those zooms of those regions that were drawn at a lower level
   * than the zoom ended up with. A level is skipped only if some tile of it is over the cap, so the
   * levels reached do not depend on the order in which regions were drawn.
   */
  private async drawRegions(
    threads: TileThreads,
    parts: PartFile | null,
    isWanted: IsWanted = () => true,
  ): Promise<void> {
    const { zoom: regionZoom } = this.spool
    const { minZoom, maxZoom, layer, progress, file } = this.options
    const regions = this.spool.regions().filter(isWanted)
    for (const { bytes, x, y } of regions) checkSlice(file, `${regionZoom}/${x}/${y}`, bytes)
    // The largest first, so that the threads finish at about the same time.
    regions.sort(
      (a, b) =>
        b.bytes - a.bytes || zxyToTileId(regionZoom, a.x, a.y) - zxyToTileId(regionZoom, b.x, b.y),
    )
    for (let round = 0; ; round++) {
      const zoomsOf = (region: Region): number[] => {
        const zooms: number[] = []
        for (let z = maxZoom; z >= Math.max(minZoom, regionZoom); z--)
          if (this.drawn.isStale(z, region)) zooms.push(z)
        return zooms
      }
      const stale = regions.filter((region) => zoomsOf(region).length > 0)
      if (stale.length === 0) return
      const name = round === 0 ? `tile ${layer}` : `tile ${layer} again, coalesced harder`
      const step = progress.step(name, { total: stale.length, unit: 'regions' })
      let stored = 0
      await threads.runAll(this.jobs(stale, zoomsOf), (answer, { job: { region } }) => {
        if (answer.isStored) stored++
        this.take(answer, region, parts)
        step.advance(1)
      })
      step.done(stored > 0 ? `${stored} as they were` : undefined)
    }
  }

  private *jobs(regions: Region[], zoomsOf: (region: Region) => number[]): Generator<TileJob> {
    const { settings } = this
    const { file, zoom: regionZoom } = this.spool
    const { slices = null, minZoom } = this.options
    const handsOn = minZoom < regionZoom
    for (const region of regions) {
      const requests = zoomsOf(region).map((zoom) => ({ zoom, level: this.drawn.levelOf(zoom) }))
      const job = { task: 'region' as const, file, region, regionZoom, requests, handsOn }
      yield { settings, slices, job }
    }
  }

  private take({ slice }: TileAnswer, region: Region, parts: PartFile | null): void {
    if (slice.over !== undefined)
      throw tileTooLarge(this.options.file, slice.over, this.settings.maxTileBytes)
    for (const drawn of slice.zooms) this.drawn.take(region, drawn)
    if (slice.parts.length > 0) parts?.add([this.spool.zoom, region.x, region.y], slice.parts)
  }
}
