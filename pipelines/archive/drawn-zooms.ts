import { type ZoomLedger, zoomLedger } from './archive-ledger.ts'
import type { LayerKind } from './layer-kind.ts'
import type { DrawnZoom } from './slice.ts'
import type { TileStore } from './tile-store.ts'

type Drawn = Omit<DrawnZoom, 'batch'>

/** The column and the row of a slice. */
export interface SlicePlace {
  x: number
  y: number
}

/** What has been drawn of an archive: the level of each zoom, and sums and tiles by slice. */
export class DrawnZooms {
  private readonly store: TileStore
  /** The level of each zoom. It only rises, when a tile of the zoom is over the cap. */
  private readonly levels = new Map<number, number>()
  private readonly slices = new Map<number, Map<string, Drawn>>()

  constructor(store: TileStore, minZoom: number, maxZoom: number) {
    this.store = store
    for (let zoom = minZoom; zoom <= maxZoom; zoom++) {
      this.levels.set(zoom, 0)
      this.slices.set(zoom, new Map())
    }
  }

  levelOf(zoom: number): number {
    return this.levels.get(zoom)!
  }

  /** True for a slice that was not drawn, and for one drawn at a lower level than its zoom has. */
  isStale(zoom: number, place: SlicePlace): boolean {
    const drawn = this.slices.get(zoom)!.get(nameOf(place))
    return drawn === undefined || drawn.level < this.levelOf(zoom)
  }

  take(place: SlicePlace, { batch, ...drawn }: DrawnZoom): void {
    const { zoom } = batch
    this.store.put(nameOf(place), batch)
    this.slices.get(zoom)!.set(nameOf(place), drawn)
    this.levels.set(zoom, Math.max(this.levelOf(zoom), drawn.level))
  }

  /** Begins a zoom at a level: what was drawn of it at a lower one is forgotten. */
  begin(zoom: number, level: number): void {
    for (const slice of this.slices.get(zoom)!.keys()) this.store.drop(zoom, slice)
    this.slices.get(zoom)!.clear()
    this.levels.set(zoom, level)
  }

  /** The ledger of all zooms, lowest first. */
  ledger(features: { in: number; collapsed: number }, kind: LayerKind): ZoomLedger[] {
    return [...this.slices].map(([zoom, slices]) => {
      const sorted = [...slices].sort(([a], [b]) => (a < b ? -1 : 1))
      const drawn = sorted.map(([, slice]) => slice)
      return zoomLedger(zoom, this.levelOf(zoom), drawn, features, kind, this.store.measure(zoom))
    })
  }
}

function nameOf({ x, y }: SlicePlace): string {
  return `${x}/${y}`
}
