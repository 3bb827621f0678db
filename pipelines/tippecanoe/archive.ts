import { mkdtempSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Progress, Step } from '../../terminal/progress.ts'
import type { ArchiveMetadata } from '../archive/archive-file.ts'
import { TILE_BYTES_MAX } from '../archive/archive-options.ts'
import type { TileFeature } from '../archive/feature-intake.ts'
import type { LayerKind } from '../archive/layer-kind.ts'
import { BUFFER, EXTENT } from '../archive/world-grid.ts'
import { GeoJsonLines } from './geojson-lines.ts'
import { runTippecanoe } from './process.ts'
import { restateArchive } from './restated-archive.ts'
import { assertVersion, TIPPECANOE } from './version.ts'

/** Options of an archive that Tippecanoe draws: those of our own tiler that it has. */
export interface TippecanoeOptions {
  /** File to write, under a temporary name in the same folder until it is whole. */
  file: string
  /** Name of the MVT layer. */
  layer: string
  minZoom: number
  maxZoom: number
  kind: LayerKind
  /** The version that is expected on PATH, and named in the archive. */
  version: string
  /** Threads. */
  workers: number
  metadata: ArchiveMetadata
  progress: Progress
  /** Receives the id of the process once it runs. */
  started?: (pid: number) => void
}

/** Units of Tippecanoe's buffer: 256ths of a tile. */
const BUFFER_UNITS = 256

/** What becomes of features for which a tile has no place. */
const STRATEGY: Record<LayerKind, readonly string[]> = {
  contiguous: ['--coalesce-densest-as-needed', '--detect-shared-borders'],
  discontinuous: ['--drop-densest-as-needed'],
}

/**
 * Has the Tippecanoe on PATH tile one layer of polygons into a PMTiles 3 archive, with metadata as
 * our own tiler writes them but for the ledger. Returns the number of tiles. Throws `StepError`
 * when it is absent, too old, fails or hangs, or draws nothing; then `file` is as it was.
 */
export async function writeTippecanoeArchive(
  features: AsyncIterable<TileFeature[]>,
  options: TippecanoeOptions,
): Promise<number> {
  const { file, layer, kind, version, metadata, workers, progress, started } = options
  assertVersion(version)
  const folder = mkdtempSync(join(dirname(file), `.${basename(file)}.`))
  try {
    const drawn = join(folder, 'drawn.pmtiles')
    const lines = new GeoJsonLines(features)
    const shown = new ShownProgress(layer, lines, progress)
    await runTippecanoe(
      lines.chunks((count) => shown.read(count)),
      {
        args: argumentsOf(options, drawn, folder),
        workers,
        percent: (value) => shown.drawn(value),
        started,
      },
    )
    const { bounds } = lines
    const tiler = { name: TIPPECANOE, version, kind }
    const target = { temporary: join(folder, 'archive'), file }
    const tiles = restateArchive(drawn, target, { layer, metadata, bounds, tiler })
    shown.done(tiles)
    return tiles
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Two steps, one after the other: features that Tippecanoe reads, and zooms that it draws. */
class ShownProgress {
  private readonly reading: Step
  private drawing: Step | null = null
  private percent = 0
  private readonly layer: string
  private readonly lines: GeoJsonLines
  private readonly progress: Progress

  constructor(layer: string, lines: GeoJsonLines, progress: Progress) {
    this.layer = layer
    this.lines = lines
    this.progress = progress
    this.reading = progress.step(`read ${layer} into Tippecanoe`, { unit: 'features' })
  }

  read(count: number): void {
    this.reading.advance(count)
  }

  drawn(percent: number): void {
    this.draw().advance(percent - this.percent)
    this.percent = percent
  }

  done(tiles: number): void {
    this.drawn(100)
    this.draw().done(`${tiles} tiles`)
  }

  private draw(): Step {
    if (this.drawing) return this.drawing
    this.reading.done(`${this.lines.features} features`)
    const { layer, progress } = this
    this.drawing = progress.step(`draw ${layer} by Tippecanoe`, { total: 100, unit: '%' })
    return this.drawing
  }
}

function argumentsOf(
  { layer, minZoom, maxZoom, kind }: TippecanoeOptions,
  drawn: string,
  folder: string,
): string[] {
  return [
    ...['-o', drawn, '-t', folder, '-l', layer, `-Z${minZoom}`, `-z${maxZoom}`],
    // Lines are parsed in threads. A buffer as wide as ours, which maps and `plat verify` expect.
    ...['--read-parallel', `--buffer=${(BUFFER * BUFFER_UNITS) / EXTENT}`],
    ...[`--maximum-tile-bytes=${TILE_BYTES_MAX}`, '--progress-interval=1'],
    ...STRATEGY[kind],
  ]
}
