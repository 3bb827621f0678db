import type { LayerEntry } from '../../serve/schemas/layers.ts'
import type { Api } from '../api.ts'
import type { ShownCollection } from './map-pane.ts'
import { ownPath } from './own-path.ts'

interface View {
  zoom: number
  /** West, south, east, north; beyond 180 degrees where the view crosses it. */
  bounds: number[]
}

/**
 * Loads the features in view of the layers without tiles. Requests of an earlier view are aborted.
 */
export class LiveShapes {
  private readonly api: Api
  private readonly onShown: (slug: string, collection: ShownCollection) => void
  /** The path whose features are shown, by layer. */
  private readonly shown = new Map<string, string>()
  private pending = new AbortController()

  constructor(api: Api, onShown: (slug: string, collection: ShownCollection) => void) {
    this.api = api
    this.onShown = onShown
  }

  /** Call after the style was replaced, which removes all features. */
  forget(): void {
    this.shown.clear()
  }

  load(
    layers: readonly LayerEntry[],
    view: View,
    put: (slug: string, collection: ShownCollection) => void,
  ): void {
    this.pending.abort()
    this.pending = new AbortController()
    const { signal } = this.pending
    for (const layer of layers) {
      const path = pathFor(layer, view)
      if (path === null || this.shown.get(layer.slug) === path) continue
      void this.api
        .get<ShownCollection>(path, signal)
        .then((collection) => {
          this.shown.set(layer.slug, path)
          put(layer.slug, collection)
          this.onShown(layer.slug, collection)
        })
        // The dossier and the catalog report problems of the service to the person.
        .catch((error) => signal.aborted || console.warn(`${layer.slug}: ${error.message}`))
    }
  }
}

/**
 * The path of a layer's features in this view; null for a layer with tiles, or one not drawn at
 * this zoom.
 */
export function pathFor({ rendering }: LayerEntry, { zoom, bounds }: View): string | null {
  switch (rendering?.type) {
    case 'geojson':
    case 'live_geojson': {
      if (zoom < (rendering.min_zoom ?? 0)) return null
      if (rendering.type === 'geojson') return ownPath(rendering.url)
      return ownPath(rendering.query_url.replace('{bbox}', boxOf(bounds).join(',')))
    }
    case 'vector_tiles':
    case 'raster':
    case 'hillshade':
    case 'none':
    case undefined:
      return null
    default:
      rendering satisfies never
      return null
  }
}

/** The bbox of a view as the service expects it: west is greater than east across 180 degrees. */
export function boxOf([west, south, east, north]: number[]): number[] {
  const isWhole = east - west >= 360
  const wrapped = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180
  const sides = isWhole ? [-180, 180] : [wrapped(west), wrapped(east)]
  const box = [sides[0], Math.max(-90, south), sides[1], Math.min(90, north)]
  return box.map((degrees) => Number(degrees.toFixed(6)))
}
