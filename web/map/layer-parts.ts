import type {
  FilterSpecification,
  RasterDEMSourceSpecification,
  SourceSpecification,
} from 'maplibre-gl'
import type { LayerEntry } from '../../serve/schemas/layers.ts'
import { namesSource } from './map-labels.ts'
import { ownPath } from './own-path.ts'

/** Protocol of tile addresses in the style, which makes MapLibre request them through the page. */
export const PROTOCOL = 'plat'
export const NOTHING = { type: 'FeatureCollection' as const, features: [] }
/** Slug of the layer whose feature under the pointer is drawn thicker. */
export const HOVERED = 'parcels'
/**
 * Outlines of lots are drawn from this zoom on: at it a lot of 40 m is 5 pixels wide. Below it lots
 * show their uses, and where these are not known a brown cloth of half a megabyte, so nothing.
 */
export const LOTS_FROM_ZOOM = 13

type Rendering = NonNullable<LayerEntry['rendering']>
type ShapesRendering = Extract<Rendering, { geometry: string }>
type GroundRendering = Extract<Rendering, { type: 'raster' | 'hillshade' }>
export type Geometry = ShapesRendering['geometry'] | 'tiles'

/** A part of a layer that is drawn from one source. */
export interface Part {
  source: string
  spec: SourceSpecification
  geometry: Geometry
  sourceLayer?: string
  filter?: FilterSpecification
  minZoom?: number
  maxZoom?: number
  label?: string
  /** Source layer of the points at which labels are written; without it they are on the shapes. */
  labelLayer?: string
  pointRadius?: number
  /** It is there for its labels: streets with their names, or names of places. */
  isNames?: true
}

/** Layers that can be drawn, in catalog order. */
export function drawableLayers(layers: readonly LayerEntry[]): LayerEntry[] {
  return layers.filter((layer) => partsOf(layer).length > 0)
}

/** The lowest zoom at which a layer is drawn. */
export function firstZoom(layer: LayerEntry): number {
  const zooms = partsOf(layer).map(({ spec, minZoom }) =>
    Math.max(minZoom ?? 0, ('minzoom' in spec && spec.minzoom) || 0),
  )
  return zooms.length > 0 ? Math.min(...zooms) : 0
}

/** The tiles of heights of a build, which raise the ground; null where it has none. */
export function heightsOf(layers: readonly LayerEntry[]): RasterDEMSourceSpecification | null {
  const specs = layers.flatMap((layer) => partsOf(layer)).map(({ spec }) => spec)
  return specs.find((spec) => spec.type === 'raster-dem') ?? null
}

/** The parts of a layer: those of its own features first, then those of names. */
export function partsOf(layer: LayerEntry): Part[] {
  const names = (layer.names ?? []).map(({ id, geometry, min_zoom, label_property }): Part => {
    const source = namesSource(layer.slug, id)
    return { ...shapesPart(source, { geometry, min_zoom, label_property }), isNames: true }
  })
  // A street is written once: not as its source has it, where its name is drawn.
  const written = new Set(names.map(({ label }) => label))
  const own = ownParts(layer).map(
    ({ label, ...part }): Part =>
      label === undefined || written.has(label) ? part : { ...part, label },
  )
  return [...own, ...names]
}

/** The parts that draw the features of the layer itself. */
function ownParts({ slug, rendering }: LayerEntry): Part[] {
  if (rendering === undefined) return []
  const address = (text: string) => {
    const path = ownPath(text)
    return path === null ? null : `${PROTOCOL}://${path}`
  }
  const tiles = (url: string, min: number, max: number, bounds?: number[]) => {
    const own = address(url)
    return own === null
      ? null
      : ({
          type: 'vector',
          tiles: [own],
          minzoom: min,
          maxzoom: max,
          ...(bounds && { bounds: bounds as [number, number, number, number] }),
        } satisfies SourceSpecification)
  }
  switch (rendering.type) {
    case 'geojson':
      return [{ ...shapesPart(slug, rendering), maxZoom: rendering.max_zoom }]
    case 'live_geojson': {
      const part = shapesPart(slug, rendering)
      const over = rendering.overview_tiles
      const spec = over && tiles(over.tile_url, over.min_zoom, over.max_zoom)
      if (!over || !spec) return [part]
      const overview: Part = {
        source: `${slug}-overview`,
        spec,
        geometry: rendering.geometry,
        sourceLayer: over.source_layer,
        maxZoom: rendering.min_zoom,
      }
      return [overview, part]
    }
    case 'vector_tiles':
      return rendering.sources.flatMap((source) => {
        const spec = tiles(source.tile_url, source.min_zoom, source.max_zoom, source.bounds)
        if (!spec) return []
        return source.source_layers.map(({ id, filter }): Part => {
          return {
            source: `${slug}:${source.id}`,
            spec,
            geometry: rendering.point_radius ? 'point' : 'tiles',
            sourceLayer: id,
            pointRadius: rendering.point_radius,
            ...(slug === HOVERED && !rendering.color_by && { minZoom: LOTS_FROM_ZOOM }),
            label: rendering.label_property,
            // The points lack the property of a filter.
            ...(source.label_layer && !filter && { labelLayer: source.label_layer }),
            ...(filter && { filter: ['==', ['get', filter.property], filter.equals] }),
          }
        })
      })
    case 'raster':
      return groundParts(slug, rendering, 'raster', address(rendering.tile_url))
    case 'hillshade':
      return groundParts(slug, rendering, 'raster-dem', address(rendering.dem_url))
    case 'none':
      return []
    default:
      // The service may be of a later version than the open page.
      rendering satisfies never
      return []
  }
}

/** The part of a layer whose features are loaded as the map moves. */
function shapesPart(
  source: string,
  {
    geometry,
    min_zoom,
    label_property,
  }: Pick<ShapesRendering, 'geometry' | 'min_zoom' | 'label_property'>,
): Part {
  const spec: SourceSpecification = { type: 'geojson', data: NOTHING }
  return { source, spec, geometry, minZoom: min_zoom, label: label_property }
}

function groundParts(
  source: string,
  rendering: GroundRendering,
  type: 'raster' | 'raster-dem',
  address: string | null,
): Part[] {
  if (address === null) return []
  const { min_zoom, max_zoom } = rendering
  const spec: SourceSpecification = {
    type,
    tiles: [address],
    // Heights are drawn at twice their size: enough for shading, and fewer tiles count towards the
    // rate limit.
    tileSize: 'tile_url' in rendering ? (rendering.tile_size ?? 256) : 512,
    ...(min_zoom !== undefined && { minzoom: min_zoom }),
    ...(max_zoom !== undefined && { maxzoom: max_zoom }),
  }
  return [{ source, spec, geometry: 'tiles' }]
}
