import type {
  RasterDEMSourceSpecification,
  RasterLayerSpecification,
  RasterSourceSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import type { Background } from '../../serve/schemas/backgrounds.ts'
import type { Exaggeration } from './relief-choice.ts'

/** What lies below all layers of the map. */
export interface Scene {
  /** Pictures of another service; null for none. */
  background: Background | null
  /** Raised ground and how many times its height it is drawn; null for a flat map. */
  relief: Exaggeration | null
}

export const FLAT_SCENE: Scene = { background: null, relief: null }
/** Id of the source and of the style layer of the background. */
export const BACKGROUND = 'background-pictures'
/** Source of the raised ground: MapLibre draws worse where shading shares it. */
export const RELIEF = 'relief-heights'
/**
 * Size of its tiles. MapLibre draws the map on textures of four times this width: with the 512
 * pixels of shading, a turn by 15 degrees drew no frame within 2.8 s in software.
 */
const RELIEF_TILE_PIXELS = 256

/**
 * Paint of a background, for a light and for a dark map. With it, text of the map has a contrast of
 * 4.5 to 1 over every colour that a picture can have, and so do its lines mostly (a test computes
 * the first). Maps are paler than photographs, because they have lines and text of their own.
 */
const PAINT: Record<Background['kind'], [light: Muted, dark: Muted]> = {
  aerial: [
    { 'raster-opacity': 0.7, 'raster-brightness-min': 0.43, 'raster-saturation': -0.3 },
    { 'raster-opacity': 0.75, 'raster-brightness-max': 0.5, 'raster-saturation': -0.3 },
  ],
  map: [
    { 'raster-opacity': 0.6, 'raster-brightness-min': 0.35, 'raster-saturation': -0.5 },
    { 'raster-opacity': 0.6, 'raster-brightness-max': 0.5, 'raster-saturation': -0.5 },
  ],
}
type Muted = NonNullable<RasterLayerSpecification['paint']>

/** The source of a background: the only requests of the map that leave the service. */
export function backgroundSource({
  tile_url,
  tile_size,
  min_zoom,
  max_zoom,
}: Background): RasterSourceSpecification {
  return {
    type: 'raster',
    tiles: [tile_url],
    tileSize: tile_size,
    minzoom: min_zoom,
    maxzoom: max_zoom,
  }
}

export function backgroundLayer({ kind }: Background, isDark: boolean): RasterLayerSpecification {
  const paint = PAINT[kind][isDark ? 1 : 0]
  return { id: BACKGROUND, type: 'raster', source: BACKGROUND, paint }
}

/** The parts of a style that a scene adds; without `heights` the ground stays flat. */
export function sceneParts(
  { background, relief }: Scene,
  heights: RasterDEMSourceSpecification | null,
  isDark: boolean,
): Pick<StyleSpecification, 'sources' | 'layers' | 'terrain'> {
  const isRaised = relief !== null && heights !== null
  return {
    sources: {
      ...(background && { [BACKGROUND]: backgroundSource(background) }),
      ...(isRaised && { [RELIEF]: { ...heights, tileSize: RELIEF_TILE_PIXELS } }),
    },
    layers: background ? [backgroundLayer(background, isDark)] : [],
    ...(isRaised && { terrain: { source: RELIEF, exaggeration: relief } }),
  }
}

/**
 * What a person must know of a background besides its credit; null when that is nothing. A tile of
 * 256 pixels is drawn from the zoom before its own.
 */
export function backgroundNote(
  { min_zoom, max_zoom, tile_size }: Background,
  zoom: number,
  isFailing: boolean,
): string | null {
  const offset = tile_size === 256 ? 1 : 0
  if (isFailing) return 'It does not answer, so pictures are missing. The rest of the map is whole.'
  if (zoom < min_zoom - offset) return `Its pictures begin at zoom ${min_zoom - offset}: zoom in.`
  if (zoom > max_zoom - offset + 1) return 'Enlarged: it has no closer pictures.'
  return null
}
