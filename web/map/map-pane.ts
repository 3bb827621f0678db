import type { Feature, FeatureCollection } from 'geojson'
import type { UnitSystem } from '../../report/units.ts'
import type { LayerEntry } from '../../serve/schemas/layers.ts'
import type { LatLng } from '../location-ref.ts'
import type { MapPosition, PageState } from '../page-state.ts'
import type { OverlayOf } from './map-overlay.ts'
import type { Scene } from './map-scene.ts'
import type { Exaggeration } from './relief-choice.ts'

/** Zoom for a location, at which single parcels are visible. */
export const LOCATION_ZOOM = 16

/** The map as the rest of the page uses it. */
export interface MapPane {
  /** Sets all layers, the slugs of those that are drawn, and what lies below them. */
  setLayers(layers: readonly LayerEntry[], shown: ReadonlySet<string>, scene: Scene): void
  setScene(scene: Scene): void
  show(shown: ReadonlySet<string>): void
  setTheme(isDark: boolean): void
  /** Puts the pin at a point, or removes it. */
  mark(point: LatLng | null): void
  /** Draws the shapes of a dossier and removes those of the previous one. */
  outline(features: Feature[]): void
  /** Moves to a point; without a zoom close enough to see a parcel. */
  go(to: Pick<MapPosition, 'center'> & Partial<MapPosition>): void
  /** Shows the box of west, south, east, north; `isStart` where it is not a step of the person. */
  fit(bounds: readonly number[], isStart: boolean): void
  /** Moves to a point that is not in view, for example behind the sheet on a phone. */
  reveal(point: LatLng): void
  position(): MapPosition | null
  /** Draws an overlay, or removes it. */
  setOverlay(overlay: OverlayOf | null): void
  /** Changes the units of the scale bar. */
  setUnits(system: UnitSystem): void
  /** Call after the size of the map has changed. */
  resize(): void
}

export interface MapPaneOptions {
  /** The layers of the service; none where they are not loaded yet. */
  layers: readonly LayerEntry[]
  shown: ReadonlySet<string>
  isDark: boolean
  /** What lies below the layers at the start. */
  scene: Scene
  system: UnitSystem
  /** The initial position; null to fit the build once its layers are loaded. */
  position: MapPosition | null
  onPoint(point: LatLng): void
  onMove(position: MapPosition): void
  onZoom(zoom: number): void
  onProblem(error: unknown): void
  /** Called when a person raises the ground, changes how high, or flattens it. */
  onRelief(relief: Exaggeration | null): void
  /** Where the credit of the background is written. */
  credit: HTMLElement
  /** Called with what a person should know, such as that their location was not found. */
  onNote(text: string): void
  /**
   * Called with the features in view of a layer without tiles; `truncated` where some are missing.
   */
  onShown(slug: string, collection: ShownCollection): void
}

/** The parts of GET /v1/layers/{slug}/features that the map reads. */
export type ShownCollection = FeatureCollection & { truncated?: boolean; hint?: string }

/** The start of the map; a link to a point starts there, without drawing the whole build first. */
export function startPosition({
  position,
  location: ref,
}: Pick<PageState, 'position' | 'location'>): MapPosition | null {
  return position ?? (ref && 'at' in ref ? { center: ref.at, zoom: LOCATION_ZOOM } : null)
}

/** The map of a browser that cannot draw one. */
export const NO_MAP: MapPane = {
  setLayers() {},
  setScene() {},
  show() {},
  setTheme() {},
  mark() {},
  outline() {},
  go() {},
  fit() {},
  reveal() {},
  position: () => null,
  setOverlay() {},
  setUnits() {},
  resize() {},
}
