import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  RasterDEMSourceSpecification,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import type { UnitSystem } from '../../report/units.ts'
import type { LayerEntry } from '../../serve/schemas/layers.ts'
import { colorBy, plainColor, writtenProperty } from '../layers/layer-colors.ts'
import { SHAPES, shapeLayers } from './dossier-shapes.ts'
import { featureLabels, isStreets, namesSource, placeNames, streetNames } from './map-labels.ts'
import type { MapOverlay } from './map-overlay.ts'
import { FLAT_SCENE, type Scene, sceneParts } from './map-scene.ts'
import { ownPath } from './own-path.ts'

/** Protocol of tile addresses in the style, which makes MapLibre request them through the page. */
export const PROTOCOL = 'plat'
export const NOTHING = { type: 'FeatureCollection' as const, features: [] }
/** Slug of the layer whose feature under the pointer is drawn thicker. */
export const HOVERED = 'parcels'
/**
 * Lots are drawn from this zoom on: at it a lot of 40 m is 5 pixels wide, and at the one before a
 * county is a brown cloth of half a megabyte.
 */
const LOTS_FROM_ZOOM = 13
const BACKGROUND = { light: '#f3f1ec', dark: '#15191d' }

type Rendering = NonNullable<LayerEntry['rendering']>
type ShapesRendering = Extract<Rendering, { geometry: string }>
type GroundRendering = Extract<Rendering, { type: 'raster' | 'hillshade' }>
type Geometry = ShapesRendering['geometry'] | 'tiles'
/** A part of a layer that is drawn from one source. */
interface Part {
  source: string
  spec: SourceSpecification
  geometry: Geometry
  sourceLayer?: string
  filter?: FilterSpecification
  minZoom?: number
  maxZoom?: number
  label?: string
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

/** What a style shows besides its layers. */
export interface StyleChoices {
  system?: UnitSystem
  overlay?: MapOverlay | null
  scene?: Scene
}

/**
 * Builds a map style: background, hillshade, fills, streets, lines, points, labels, then the shapes
 * of the open dossier; an overlay lies below and above the layers.
 */
export function mapStyle(
  layers: readonly LayerEntry[],
  shown: ReadonlySet<string>,
  isDark: boolean,
  { system = 'us', overlay = null, scene = FLAT_SCENE }: StyleChoices = {},
): StyleSpecification {
  const below = sceneParts(scene, heightsOf(layers), isDark)
  const sources: Record<string, SourceSpecification> = {
    ...overlay?.sources,
    [SHAPES]: { type: 'geojson', data: NOTHING },
    ...below.sources,
  }
  const drawn: LayerSpecification[] = []
  for (const layer of layers)
    partsOf(layer).forEach((part, number) => {
      sources[part.source] = part.spec
      drawn.push(...drawnOf(layer, part, number, shown.has(layer.slug), isDark))
    })
  const order = ['hillshade', 'raster', 'fill', 'line', 'circle', 'symbol']
  const rank = (each: LayerSpecification) => order.indexOf(each.type) - (isStreets(each) ? 0.5 : 0)
  drawn.sort((a, b) => rank(a) - rank(b))
  const isName = ({ type }: LayerSpecification) => type === 'symbol'
  return {
    version: 8,
    sources,
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': groundColor(isDark) } },
      ...below.layers,
      ...(overlay?.ground ?? []),
      ...drawn.filter((each) => !isName(each)),
      ...(overlay?.points ?? []),
      ...drawn.filter(isName),
      ...shapeLayers(isDark, system),
    ],
    ...(below.terrain && { terrain: below.terrain }),
  }
}

/** The tiles of heights of a build, which raise the ground; null where it has none. */
export function heightsOf(layers: readonly LayerEntry[]): RasterDEMSourceSpecification | null {
  const specs = layers.flatMap((layer) => partsOf(layer)).map(({ spec }) => spec)
  return specs.find((spec) => spec.type === 'raster-dem') ?? null
}

/** How opaque a layer's colour is painted: inside areas and points, and along lines. */
export interface DrawnLook {
  fill: number | null
  line: number | null
}

/** The look of a layer, read from the paint that draws it. */
export function drawnLook(layer: LayerEntry, isDark: boolean): DrawnLook {
  const look: DrawnLook = { fill: null, line: null }
  for (const drawn of partsOf(layer).flatMap((part, number) =>
    drawnOf(layer, part, number, true, isDark),
  ))
    if (drawn.type === 'fill') look.fill = drawn.paint?.['fill-opacity'] as number
    else if (drawn.type === 'line') look.line = drawn.paint?.['line-opacity'] as number
    else if (drawn.type === 'circle') look.fill ??= 1
  return look
}

/** Colour of the land that no layer covers. */
export function groundColor(isDark: boolean): string {
  return BACKGROUND[isDark ? 'dark' : 'light']
}

/** Prefix of the ids of a layer's style layers. */
export function idPrefix(slug: string): string {
  return `${slug}/`
}

function partsOf(layer: LayerEntry): Part[] {
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
            ...(slug === HOVERED && { minZoom: LOTS_FROM_ZOOM }),
            label: rendering.label_property,
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

function drawnOf(
  layer: LayerEntry,
  part: Part,
  number: number,
  isShown: boolean,
  isDark: boolean,
): LayerSpecification[] {
  const { slug, rendering } = layer
  if (rendering === undefined) return []
  const base = (type: string) => ({
    id: `${idPrefix(slug)}${number}/${type}`,
    source: part.source,
    ...(part.sourceLayer && { 'source-layer': part.sourceLayer }),
    ...(part.minZoom !== undefined && { minzoom: part.minZoom }),
    ...(part.maxZoom !== undefined && { maxzoom: part.maxZoom }),
  })
  const layout = { visibility: isShown ? ('visible' as const) : ('none' as const) }
  if (part.isNames) return labelsOf(layer, part, base('names'), isShown, isDark)
  switch (rendering.type) {
    case 'hillshade': {
      const paint = {
        'hillshade-exaggeration': Math.min(rendering.exaggeration ?? 0.5, 1),
        'hillshade-shadow-color': isDark ? '#000000' : '#6b6a5f',
        'hillshade-highlight-color': isDark ? '#3a4248' : '#ffffff',
        'hillshade-accent-color': isDark ? '#0b0d0f' : '#8d8b7d',
      }
      return [{ ...base('hillshade'), type: 'hillshade', layout, paint }]
    }
    case 'raster': {
      const paint = { 'raster-opacity': rendering.opacity ?? 1 }
      return [{ ...base('raster'), type: 'raster', layout, paint }]
    }
    case 'vector_tiles':
    case 'geojson':
    case 'live_geojson': {
      const labels = labelsOf(layer, part, base('symbol'), isShown, isDark)
      return [...shapesOf(layer, part, base, layout, isDark), ...labels]
    }
    case 'none':
      return []
    default:
      rendering satisfies never
      return []
  }
}

interface Base {
  id: string
  source: string
}

/** Style layers of a part that is drawn as points, lines or areas. */
function shapesOf(
  layer: LayerEntry,
  part: Part,
  base: (type: string) => Base,
  layout: { visibility: 'visible' | 'none' },
  isDark: boolean,
): LayerSpecification[] {
  const color = colorOf(layer, isDark)
  const { slug } = layer
  const circle: LayerSpecification = {
    ...base('circle'),
    type: 'circle',
    layout,
    ...(part.filter && { filter: part.filter }),
    paint: {
      'circle-color': color,
      'circle-radius': part.pointRadius ?? ['interpolate', ['linear'], ['zoom'], 14, 2, 18, 4],
      'circle-stroke-color': isDark ? BACKGROUND.dark : '#ffffff',
      'circle-stroke-width': 1,
    },
  }
  // Areas are filled only where colours have a meaning; an outline hides nothing.
  // Parcels of a condominium lie on each other: 48 of 0.04 were a dark block.
  const hasColors = colorBy(layer) !== undefined
  const areas: FilterSpecification = ['==', ['geometry-type'], 'Polygon']
  const filter = part.filter ? (['all', areas, part.filter] as FilterSpecification) : areas
  const fill: LayerSpecification = {
    ...base('fill'),
    type: 'fill',
    layout,
    filter,
    paint: { 'fill-color': color, 'fill-opacity': !hasColors ? 0 : isDark ? 0.28 : 0.38 },
  }
  const line: LayerSpecification = {
    ...base('line'),
    type: 'line',
    layout,
    ...(part.filter && { filter: part.filter }),
    paint: {
      'line-color': color,
      'line-opacity': 0.85,
      'line-width': ['interpolate', ['linear'], ['zoom'], ...widths(slug === HOVERED)],
    },
  }
  const drawn: Record<Geometry, LayerSpecification[]> = {
    point: [circle],
    line: [line],
    polygon: [fill, line],
    // Tiles hold areas, lines or both.
    tiles: [fill, line],
  }
  return drawn[part.geometry]
}

/** Widths of lines by zoom; of the layer under the pointer that of the feature there is larger. */
function widths(isHovered: boolean): (number | ExpressionSpecification)[] {
  const usual = [
    [10, 0.2],
    [13, 0.5],
    [15, 0.9],
    [18, 1.6],
  ]
  const isHere: ExpressionSpecification = ['boolean', ['feature-state', 'hover'], false]
  return usual.flatMap(([zoom, width]) => [
    zoom,
    isHovered ? (['case', isHere, width + 2, width] satisfies ExpressionSpecification) : width,
  ])
}

/** Labels of a part, or the streets and names that it is there for. */
function labelsOf(
  layer: LayerEntry,
  part: Part,
  base: Base,
  isShown: boolean,
  isDark: boolean,
): LayerSpecification[] {
  const property = part.label ?? writtenProperty(layer)
  if (property === null) return []
  const style = { property, isShown, isDark }
  if (part.isNames) return (part.geometry === 'line' ? streetNames : placeNames)(base, style)
  return [featureLabels(base, part.geometry, style, part.filter)]
}

function colorOf(layer: LayerEntry, isDark: boolean): string | ExpressionSpecification {
  const by = colorBy(layer)
  const plain = plainColor(layer, isDark)
  if (!by) return plain
  const colors = Object.entries(by.map).flat()
  return ['match', ['to-string', ['get', by.property]], ...colors, plain] as ExpressionSpecification
}
