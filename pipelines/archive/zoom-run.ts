import { zxyToTileId } from 'pmtiles'
import { StepError } from '../../terminal/step-error.ts'
import { type ZoomLedger, zoomLedger } from './archive-ledger.ts'
import type { ArchiveOptions } from './archive-options.ts'
import type { Region, RegionSpool } from './region-spool.ts'
import type { DrawnZoom, SliceSettings } from './slice.ts'
import { overviewName, readSlice, writeSlice } from './slice-store.ts'
import type { TileStore } from './tile-store.ts'
import { openTileThreads, type TileThreads } from './tile-threads.ts'
import type { TileAnswer, TileJob, TileSetup } from './tile-worker.ts'

/** Records of one region that may be in memory. */
const REGION_BYTES = 2 ** 30
/** The same of the overview, one slice whatever the size of its layer: of 18 million parcels. */
const OVERVIEW_BYTES = 2 ** 32

type Drawn = Omit<DrawnZoom, 'batch'>

/** Chooses regions by their tile of the region zoom. */
export type IsWanted = (region: Pick<Region, 'x' | 'y'>) => boolean

/** Draws all zooms of an archive: the regions in parallel, then the overview zoom by zoom. */
export class ZoomRun {
  readonly settings: SliceSettings
  private readonly spool: RegionSpool
  private readonly store: TileStore
  private readonly options: ArchiveOptions
  /** The level of each zoom. It only rises, when a tile of the zoom is over the cap. */
  private readonly levels = new Map<number, number>()
  private readonly drawn = new Map<number, Map<string, Drawn>>()
  private readonly residues = new Map<Region, Uint8Array>()
  private residueBytes = 0

  constructor(
    settings: SliceSettings,
    spool: RegionSpool,
    store: TileStore,
    options: ArchiveOptions,
  ) {
    this.settings = settings
    this.spool = spool
    this.store = store
    this.options = options
    for (let z = options.minZoom; z <= options.maxZoom; z++) {
      this.levels.set(z, 0)
      this.drawn.set(z, new Map())
    }
  }

  async drawAll(features: { in: number; collapsed: number }): Promise<ZoomLedger[]> {
    const { minZoom, maxZoom } = this.options
    await this.withThreads(async (threads) => {
      await this.drawRegions(threads)
      if (minZoom < this.spool.zoom) await this.drawOverview(threads)
    })
    const ledger: ZoomLedger[] = []
    for (let zoom = minZoom; zoom <= maxZoom; zoom++) {
      const slices = [...this.drawn.get(zoom)!].sort(([a], [b]) => (a < b ? -1 : 1))
      const drawn = slices.map(([, slice]) => slice)
      const stored = this.store.measure(zoom)
      ledger.push(zoomLedger(zoom, drawn, features, this.settings.kind, stored))
    }
    return ledger
  }

  /** Draws the regions that are wanted, for the slices that the threads store. */
  async drawSlices(isWanted: IsWanted): Promise<void> {
    await this.withThreads(async (threads) => await this.drawRegions(threads, isWanted))
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
  private async drawRegions(threads: TileThreads, isWanted: IsWanted = () => true): Promise<void> {
    const { zoom: regionZoom } = this.spool
    const { minZoom, maxZoom, layer, progress } = this.options
    const regions = this.spool.regions().filter(isWanted)
    for (const { bytes, x, y } of regions)
      this.checkSlice(bytes, REGION_BYTES, `${regionZoom}/${x}/${y}`)
    // The largest first, so that the threads finish at about the same time.
    regions.sort(
      (a, b) =>
        b.bytes - a.bytes || zxyToTileId(regionZoom, a.x, a.y) - zxyToTileId(regionZoom, b.x, b.y),
    )
    const residueZoom = minZoom < regionZoom ? regionZoom - 1 : undefined
    for (let round = 0; ; round++) {
      const zoomsOf = (region: Region): number[] => {
        const zooms: number[] = []
        for (let z = maxZoom; z >= Math.max(minZoom, regionZoom); z--)
          if (this.isStale(z, region)) zooms.push(z)
        return zooms
      }
      const stale = regions.filter((region) => zoomsOf(region).length > 0)
      if (stale.length === 0) return
      const name = round === 0 ? `tile ${layer}` : `tile ${layer} again, coalesced harder`
      const step = progress.step(name, { total: stale.length, unit: 'regions' })
      let stored = 0
      await threads.runAll(
        this.jobs(stale, zoomsOf, round === 0 ? residueZoom : undefined),
        (answer, job) => {
          if ('isStored' in answer && answer.isStored) stored++
          this.takeSlice(answer, (job as { slice: { region: Region } }).slice.region)
          step.advance(1)
        },
      )
      step.done(stored > 0 ? `${stored} as they were` : undefined)
    }
  }

  private *jobs(regions: Region[], zoomsOf: (r: Region) => number[], residueZoom?: number) {
    const { file: spool, zoom: regionZoom } = this.spool
    const setup = this.setup()
    for (const region of regions) {
      const requests = zoomsOf(region).map((zoom) => ({ zoom, level: this.levels.get(zoom)! }))
      const slice = { spool, region, regionZoom, requests, residueZoom }
      yield { ...setup, slice } satisfies TileJob
    }
  }

  private setup(): TileSetup {
    return { settings: this.settings, slices: this.options.slices ?? null }
  }

  private isStale(zoom: number, region: Region): boolean {
    const drawn = this.drawn.get(zoom)!.get(sliceName(region))
    return drawn === undefined || drawn.level < this.levels.get(zoom)!
  }

  private takeSlice(answer: TileAnswer, region: Region): void {
    this.refuse(answer)
    if (!('slice' in answer)) throw new Error('a slice job answered with something else')
    for (const drawn of answer.slice.zooms) this.take(sliceName(region), drawn)
    const { residue } = answer.slice
    if (residue === undefined) return
    this.residues.set(region, residue)
    this.residueBytes += residue.length
    this.checkSlice(this.residueBytes, OVERVIEW_BYTES, `zooms below ${this.spool.zoom}`)
  }

  private take(slice: string, { batch, ...drawn }: DrawnZoom): void {
    const { zoom } = batch
    this.store.put(slice, batch)
    this.drawn.get(zoom)!.set(slice, drawn)
    this.levels.set(zoom, Math.max(this.levels.get(zoom)!, drawn.level))
  }

  /** Draws the zooms below those of the regions, or takes the stored ones of the same records. */
  private async drawOverview(threads: TileThreads): Promise<void> {
    const { minZoom, layer, progress, slices = null } = this.options
    const from = this.spool.zoom - 1
    const step = progress.step(`tile ${layer} overview`, {
      total: from - minZoom + 1,
      unit: 'zooms',
    })
    const residues = this.takeResidues()
    const first = { zoom: from, level: this.levelBelow(from + 1) }
    const name = slices && overviewName(slices, this.settings, first, minZoom, residues)
    const stored = slices && readSlice(slices, name!)
    if (stored) {
      for (const drawn of stored.zooms) this.take('overview', drawn)
      return step.done('as it was')
    }
    const zooms: DrawnZoom[] = []
    for await (const drawn of this.overviewZooms(threads, joined(residues))) {
      this.take('overview', drawn)
      if (slices) zooms.push(drawn)
      step.advance(1)
    }
    if (slices) writeSlice(slices, name!, { zooms })
    step.done()
  }

  /** Each zoom is made of the one above it: only the first has features that were not merged. */
  private async *overviewZooms(
    threads: TileThreads,
    fabric: Uint8Array,
  ): AsyncGenerator<DrawnZoom, void> {
    for (let zoom = this.spool.zoom - 1; zoom >= this.options.minZoom; zoom--) {
      const request = { zoom, level: this.levelBelow(zoom + 1) }
      const answer = await threads.run({ ...this.setup(), overview: { fabric, request } }, [
        fabric.buffer as ArrayBuffer,
      ])
      this.refuse(answer)
      if (!('overview' in answer)) throw new Error('an overview job answered with something else')
      yield answer.overview.drawn
      fabric = answer.overview.next
    }
  }

  /** Two levels correspond to one zoom, so the next zoom is never finer on the ground. */
  private levelBelow(zoom: number): number {
    return Math.max(0, this.levels.get(zoom)! - 2)
  }

  /** The residues in Hilbert order of the regions, in whatever order they were drawn. */
  private takeResidues(): Uint8Array[] {
    const { zoom } = this.spool
    const sorted = [...this.residues].sort(
      ([a], [b]) => zxyToTileId(zoom, a.x, a.y) - zxyToTileId(zoom, b.x, b.y),
    )
    this.residues.clear()
    return sorted.map(([, bytes]) => bytes)
  }

  private refuse(answer: TileAnswer): void {
    if (!('tooLarge' in answer)) return
    throw new StepError(
      'tile',
      `${this.options.file} ${answer.tooLarge}`,
      `the tile is over ${this.settings.maxTileBytes} bytes however hard it is coalesced`,
      'leave out properties, start at a higher zoom, or raise maxTileBytes',
    )
  }

  private checkSlice(bytes: number, most: number, where: string): void {
    if (bytes <= most) return
    throw new StepError(
      'tile',
      `${this.options.file} ${where}`,
      `${bytes} bytes of records are more than a slice of ${most} holds`,
      'tile partition by partition, or start at a higher zoom',
    )
  }
}

const sliceName = ({ x, y }: Region): string => `${x}/${y}`

/** Joins buffers, which are empty afterwards. */
function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const bytes of parts) {
    whole.set(bytes, at)
    at += bytes.length
    // At once: this thread waits from here on, and collects no garbage.
    const { buffer } = bytes
    if (buffer instanceof ArrayBuffer) buffer.transfer(0)
  }
  return whole
}
