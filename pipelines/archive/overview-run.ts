import { join } from 'node:path'
import type { ArchiveOptions } from './archive-options.ts'
import type { DrawnZooms } from './drawn-zooms.ts'
import { PartFile } from './part-file.ts'
import type { SliceSettings, ZoomRequest } from './slice.ts'
import { checkSlice, tileTooLarge } from './slice-errors.ts'
import { overviewGrid } from './slice-grid.ts'
import type { CoarsenJob, SliceJob } from './slice-job.ts'
import type { TileThreads } from './tile-threads.ts'
import type { TileJob } from './tile-worker.ts'
import { LAST_LEVEL, levelBelow } from './zoom-rule.ts'

export interface OverviewSetup {
  settings: SliceSettings
  options: ArchiveOptions
  drawn: DrawnZooms
  regionZoom: number
  /** Folder for the records that one zoom hands on to the next. */
  folder: string
}

/**
 * Draws the zooms below those of the regions, each from what the one above hands on: slice by
 * slice, so no thread holds more than one, and a slice whose records are those of an earlier
 * archive is not drawn again.
 */
export class OverviewRun {
  private readonly setup: OverviewSetup
  private readonly threads: TileThreads
  private files = 0
  private slices = 0
  private stored = 0
  /** A tile of the zoom at hand that is over the cap. */
  private over: string | null = null

  constructor(setup: OverviewSetup, threads: TileThreads) {
    this.setup = setup
    this.threads = threads
  }

  /** Draws all zooms below that of the regions from what these have handed on. */
  async draw(handedOn: PartFile): Promise<void> {
    const from = this.setup.regionZoom - 1
    const { minZoom, layer, progress } = this.setup.options
    const total = from - minZoom + 1
    const step = progress.step(`tile ${layer} overview`, { total, unit: 'zooms' })
    let parts: PartFile | null = handedOn
    for (let zoom = from; parts !== null; zoom--) {
      const next: PartFile | null = await this.drawZoom(zoom, parts)
      parts.remove()
      parts = next
      step.advance(1)
    }
    const { stored, slices } = this
    step.done(stored > 0 ? `${stored} of ${slices} slices as they were` : undefined)
  }

  /**
   * Draws a zoom at the level at which its features were handed on. Where a tile is over the cap
   * the whole zoom is drawn again, one level higher. Returns what it hands on; null for the lowest.
   */
  private async drawZoom(zoom: number, parts: PartFile): Promise<PartFile | null> {
    const { options, drawn, settings } = this.setup
    const first = levelBelow(drawn.levelOf(zoom + 1))
    for (let level = first; ; level++) {
      const request = { zoom, level }
      const coarser = level > first ? await this.coarsen(request, parts) : null
      const next = zoom > options.minZoom ? this.newFile() : null
      drawn.begin(zoom, level)
      await this.drawSlices(request, coarser ?? parts, next)
      coarser?.remove()
      if (this.over === null) return next
      next?.remove()
      if (level === LAST_LEVEL) throw tileTooLarge(options.file, this.over, settings.maxTileBytes)
    }
  }

  /** Draws the slices of a zoom, until one has a tile that is over the cap. */
  private async drawSlices(
    request: ZoomRequest,
    parts: PartFile,
    into: PartFile | null,
  ): Promise<void> {
    const { zoom, level } = request
    const next = into && { zoom: zoom - 1, level: levelBelow(level) }
    this.over = null
    const { regionZoom } = this.setup
    const above = zoom + 1
    const fromZoom = above === regionZoom ? above : this.gridOf({ zoom: above })
    const jobs = this.jobs(request, parts, (each) => {
      return { task: 'overview', ...each, fromZoom, next }
    })
    await this.threads.runAll(jobs, ({ slice, isStored }, { job: { region } }) => {
      this.slices++
      if (isStored) this.stored++
      this.over ??= slice.over ?? null
      for (const drawn of slice.zooms) this.setup.drawn.take(region, drawn)
      into?.add([this.gridOf(request), region.x, region.y], slice.parts)
    })
  }

  /** The features of a zoom, merged or thinned for a higher level than they were handed on at. */
  private async coarsen(request: ZoomRequest, parts: PartFile): Promise<PartFile> {
    const into = this.newFile()
    this.over = null
    const jobs = this.jobs(request, parts, (each) => ({ task: 'coarsen', ...each }))
    await this.threads.runAll(jobs, ({ slice }, { job: { region } }) =>
      into.add([this.gridOf(request), region.x, region.y], slice.parts),
    )
    return into
  }

  private *jobs(
    request: ZoomRequest,
    parts: PartFile,
    jobOf: (job: CoarsenJob) => SliceJob,
  ): Generator<TileJob> {
    const { settings, options } = this.setup
    const { file, slices = null } = options
    for (const region of parts.regions()) {
      if (this.over !== null) return
      const { x, y, bytes } = region
      checkSlice(file, `zoom ${request.zoom} in ${this.gridOf(request)}/${x}/${y}`, bytes)
      yield { settings, slices, job: jobOf({ file: parts.file, region, request }) }
    }
  }

  private gridOf({ zoom }: Pick<ZoomRequest, 'zoom'>): number {
    return overviewGrid(zoom, this.setup.settings.maxZoom).zoom
  }

  private newFile(): PartFile {
    return new PartFile(join(this.setup.folder, `parts-${this.files++}`))
  }
}
