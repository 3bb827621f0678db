import type { LayerEntry } from '../../serve/schemas/layers.ts'
import type { Api } from '../api.ts'
import type { ShownCollection } from './map-pane.ts'
import { ownPath } from './own-path.ts'

interface View {
  zoom: number
  /** West, south, east, north; past 180 degrees where the view is. */
  bounds: number[]
}

/** Asks the layers that have no tiles for what the view shows. A view that has moved on is dropped. */
export class LiveShapes {
  readonly #api: Api
  readonly #onShown: (slug: string, collection: ShownCollection) => void
  /** What is shown of each layer, by the address that was asked. */
  readonly #shown = new Map<string, string>()
  #asking = new AbortController()

  constructor(api: Api, onShown: (slug: string, collection: ShownCollection) => void) {
    this.#api = api
    this.#onShown = onShown
  }

  /** After the style was replaced, and the shapes with it. */
  forget(): void {
    this.#shown.clear()
  }

  ask(
    layers: readonly LayerEntry[],
    view: View,
    put: (slug: string, collection: ShownCollection) => void,
  ): void {
    this.#asking.abort()
    this.#asking = new AbortController()
    const { signal } = this.#asking
    for (const layer of layers) {
      const path = pathFor(layer, view)
      if (path === null || this.#shown.get(layer.slug) === path) continue
      void this.#api
        .get<ShownCollection>(path, signal)
        .then((collection) => {
          this.#shown.set(layer.slug, path)
          put(layer.slug, collection)
          this.#onShown(layer.slug, collection)
        })
        // The dossier and the catalog tell what is wrong with the service: a map has less to say.
        .catch((error) => signal.aborted || console.warn(`${layer.slug}: ${error.message}`))
    }
  }
}

/** What to ask for a layer in this view; null where its tiles do, or it is not drawn. */
export function pathFor({ rendering }: LayerEntry, { zoom, bounds }: View): string | null {
  if (rendering?.type !== 'geojson' && rendering?.type !== 'live_geojson') return null
  if (zoom < (rendering.min_zoom ?? 0)) return null
  if (rendering.type === 'geojson') return ownPath(rendering.url)
  return ownPath(rendering.query_url.replace('{bbox}', boxOf(bounds).join(',')))
}

/** A view in degrees as the service takes it: west is greater than east across 180 degrees. */
export function boxOf([west, south, east, north]: number[]): number[] {
  const isWhole = east - west >= 360
  const wrapped = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180
  const sides = isWhole ? [-180, 180] : [wrapped(west), wrapped(east)]
  const box = [sides[0], Math.max(-90, south), sides[1], Math.min(90, north)]
  return box.map((degrees) => Number(degrees.toFixed(6)))
}
