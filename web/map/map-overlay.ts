import type { LayerSpecification, SourceSpecification } from 'maplibre-gl'

/** Pixels of an image of the map: red, green, blue and alpha of each. */
export interface MapImage {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** What a view draws into the map in addition to the layers of the catalog, in one theme. */
export interface MapOverlay {
  sources: Record<string, SourceSpecification>
  /** Style layers below all others: streets and names stay readable on them. */
  ground: LayerSpecification[]
  /** Style layers above all shapes, below names. */
  points: LayerSpecification[]
  /** Images of fill patterns by their id. */
  images: Record<string, MapImage>
}

/** Makes an overlay for a theme. */
export type OverlayOf = (isDark: boolean) => MapOverlay

/** Pixels of an image of the map for one of the page. */
export const IMAGE_PIXEL_RATIO = 2
