import type { Feature, FeatureCollection } from 'geojson'
import type { LayerEntry } from '../../serve/schemas/layers.ts'
import type { LatLng } from '../location-ref.ts'
import type { MapPosition } from '../page-state.ts'

/** A spot is shown from this zoom on, where a parcel can be told from its neighbours. */
export const LOCATION_ZOOM = 16

/** The map as the rest of the page knows it: that of a browser without one does nothing. */
export interface MapPane {
  /** What there is to draw, and the slugs of what is drawn. */
  setLayers(layers: readonly LayerEntry[], shown: ReadonlySet<string>): void
  show(shown: ReadonlySet<string>): void
  setTheme(isDark: boolean): void
  /** Puts the pin at a spot, or takes it away. */
  mark(spot: LatLng | null): void
  /** Draws the shapes of a dossier, in place of those before. */
  outline(features: Feature[]): void
  /** Moves there; near enough to see a parcel where no zoom is given. */
  go(to: { center: LatLng; zoom?: number }): void
  /** Moves there if the spot is not in view: a sheet may have come over it. */
  reveal(spot: LatLng): void
  position(): MapPosition | null
  /** After its place has changed its size. */
  resize(): void
}

export interface MapPaneOptions {
  isDark: boolean
  /** Where it starts; null: at the build, once its layers are known. */
  position: MapPosition | null
  onSpot(spot: LatLng): void
  onMove(position: MapPosition): void
  onZoom(zoom: number): void
  onProblem(error: unknown): void
  /** What a layer without tiles shows of the view: `truncated` says that it is not all. */
  onShown(slug: string, collection: ShownCollection): void
}

/** The answer of GET /v1/layers/{slug}/features, as far as a map reads it. */
export type ShownCollection = FeatureCollection & { truncated?: boolean; hint?: string }

/** In place of a map that the browser does not draw. */
export const NO_MAP: MapPane = {
  setLayers() {},
  show() {},
  setTheme() {},
  mark() {},
  outline() {},
  go() {},
  reveal() {},
  position: () => null,
  resize() {},
}
