import type { LayerEntry } from '../../serve/schemas/layers.ts'
import type { Api } from '../api.ts'
import { namesSource } from './map-labels.ts'
import type { ShownCollection } from './map-pane.ts'
import { ownPath } from './own-path.ts'

interface View {
  zoom: number
  /** West, south, east, north; beyond 180 degrees where the view crosses it. */
  bounds: number[]
}

/** A source of the map that is loaded as it moves. */
export interface LiveSource {
  id: string
  /** Its address, with `{bbox}` where it is loaded by the box in view. */
  address: string
  minZoom: number
  /** The property with the names of streets or places that it is loaded for; else null. */
  names: string | null
}

interface Loaded {
  bounds: number[]
  isTruncated: boolean
}

/** Share of a view that is loaded beyond each of its sides, so that a short move loads nothing. */
const MARGIN = 0.25
const BOX = '{bbox}'
const FORBIDDEN = 403

/**
 * Loads the features in view of the layers without tiles, and the names of streets and places.
 * Requests of an earlier view are aborted.
 */
export class LiveShapes {
  private readonly api: Api
  private readonly onShown: (slug: string, collection: ShownCollection) => void
  /** What is shown, by source. */
  private readonly loaded = new Map<string, Loaded>()
  private pending = new AbortController()

  constructor(api: Api, onShown: (slug: string, collection: ShownCollection) => void) {
    this.api = api
    this.onShown = onShown
  }

  /** Call after the style was replaced, which removes all features. */
  forget(): void {
    this.loaded.clear()
  }

  load(
    layers: readonly LayerEntry[],
    { zoom, bounds }: View,
    put: (source: LiveSource, collection: ShownCollection) => void,
  ): void {
    this.pending.abort()
    this.pending = new AbortController()
    const { signal } = this.pending
    for (const source of layers.flatMap(liveSources)) {
      const { id, address, minZoom } = source
      const known = this.loaded.get(id)
      if (zoom < minZoom || (known && isCovered(bounds, known))) continue
      // Where not all came, a larger box would have even less of the view.
      const box = known?.isTruncated ? bounds : widened(bounds)
      void this.api
        .get<ShownCollection>(pathFor(address, box), signal)
        .then((collection) => {
          this.loaded.set(id, { bounds: box, isTruncated: collection.truncated === true })
          put(source, collection)
          this.onShown(id, collection)
        })
        // The dossier and the catalog report problems of the service to the person, and the bar of
        // the demo states what it shows.
        .catch(
          (error) =>
            signal.aborted || error.status === FORBIDDEN || console.warn(`${id}: ${error.message}`),
        )
    }
  }
}

/** The sources of a layer that are loaded as the map moves: itself without tiles, and its names. */
export function liveSources({ slug, rendering, names = [] }: LayerEntry): LiveSource[] {
  const found: (LiveSource | null)[] = names.map(({ id, query_url, min_zoom, label_property }) =>
    liveSource(namesSource(slug, id), query_url, min_zoom, label_property),
  )
  if (rendering?.type === 'geojson')
    found.push(liveSource(slug, rendering.url, rendering.min_zoom ?? 0))
  else if (rendering?.type === 'live_geojson')
    found.push(liveSource(slug, rendering.query_url, rendering.min_zoom))
  return found.filter((each) => each !== null)
}

function liveSource(
  id: string,
  url: string,
  minZoom: number,
  names: string | null = null,
): LiveSource | null {
  const address = ownPath(url)
  return address === null ? null : { id, address, minZoom, names }
}

function pathFor(address: string, bounds: number[]): string {
  return address.replace(BOX, boxOf(bounds).join(','))
}

/** Whether a view lies within what was loaded, and all of that was. */
function isCovered([west, south, east, north]: number[], { bounds, isTruncated }: Loaded): boolean {
  const [w, s, e, n] = bounds
  const isSame = west === w && south === s && east === e && north === n
  return isSame || (!isTruncated && west >= w && south >= s && east <= e && north <= n)
}

function widened([west, south, east, north]: number[]): number[] {
  const [x, y] = [(east - west) * MARGIN, (north - south) * MARGIN]
  return [west - x, south - y, east + x, north + y]
}

/** The bbox of a view as the service expects it: west is greater than east across 180 degrees. */
export function boxOf([west, south, east, north]: number[]): number[] {
  const isWhole = east - west >= 360
  const wrapped = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180
  const sides = isWhole ? [-180, 180] : [wrapped(west), wrapped(east)]
  const box = [sides[0], Math.max(-90, south), sides[1], Math.min(90, north)]
  return box.map((degrees) => Number(degrees.toFixed(6)))
}
