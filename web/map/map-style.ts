import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import type { UnitSystem } from '../../report/units.ts'
import type { LayerEntry } from '../../serve/schemas/layers.ts'
import { colorBy, plainColor, writtenProperty } from '../layers/layer-colors.ts'
import { SHAPES, shapeLayers } from './dossier-shapes.ts'
import {
  type Geometry,
  HOVERED,
  heightsOf,
  LOTS_FROM_ZOOM,
  NOTHING,
  type Part,
  partsOf,
} from './layer-parts.ts'
import {
  areaLabels,
  featureLabels,
  isRepeat,
  isStreets,
  placeNames,
  streetNames,
} from './map-labels.ts'
import type { MapOverlay } from './map-overlay.ts'
import { FLAT_SCENE, type Scene, sceneParts } from './map-scene.ts'

const BACKGROUND = { light: '#f3f1ec', dark: '#15191d' }

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
  const isBelow = (each: LayerSpecification) => isStreets(each) || isRepeat(each)
  const rank = (each: LayerSpecification) => order.indexOf(each.type) - (isBelow(each) ? 0.5 : 0)
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

/** How opaque a layer's colour is painted: inside areas and points, and along lines. */
export interface DrawnLook {
  fill: number | null
  line: number | null
}

/** The look of a layer as the map paints it; that of lots is how they look from afar. */
export function drawnLook(layer: LayerEntry, isDark: boolean): DrawnLook {
  const look: DrawnLook = { fill: null, line: null }
  for (const drawn of partsOf(layer).flatMap((part, number) =>
    drawnOf(layer, part, number, true, isDark),
  ))
    if (drawn.type === 'fill') look.fill = fillOf(layer, isDark)
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

/**
 * Zooms, and the share of their opacity that fills of lots have there: the uses of land show from
 * afar, and near the other layers do, which lie over the lots.
 */
const FADING = [
  [11, 1],
  [14, 0.4],
  [16, 0],
] as const

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
  const fillOpacity = fillOf(layer, isDark)
  const hasColors = fillOpacity > 0
  const isFading = hasColors && slug === HOVERED
  const fadedTo = ([zoom, share]: readonly [number, number]) => [zoom, fillOpacity * share]
  const areas: FilterSpecification = ['==', ['geometry-type'], 'Polygon']
  const filter = part.filter ? (['all', areas, part.filter] as FilterSpecification) : areas
  const fill: LayerSpecification = {
    ...base('fill'),
    type: 'fill',
    layout,
    filter,
    paint: {
      'fill-color': color,
      'fill-opacity': isFading
        ? ['interpolate', ['linear'], ['zoom'], ...FADING.flatMap(fadedTo)]
        : fillOpacity,
      // The line hides the edge.
      'fill-antialias': false,
    },
  }
  const line: LayerSpecification = {
    ...base('line'),
    type: 'line',
    layout,
    ...(isFading && { minzoom: LOTS_FROM_ZOOM }),
    ...(part.filter && { filter: part.filter }),
    paint: {
      'line-color': color,
      'line-opacity': 0.85,
      'line-width': ['interpolate', ['linear'], ['zoom'], ...widths(slug === HOVERED)],
    },
  }
  // Without colours only the layer under the pointer needs its areas.
  const area = hasColors || slug === HOVERED ? [fill, line] : [line]
  // Tiles hold areas, lines or both.
  const drawn: Record<Geometry, LayerSpecification[]> = {
    point: [circle],
    line: [line],
    polygon: area,
    tiles: area,
  }
  return drawn[part.geometry]
}

/** How opaque areas are; 0 without colours. */
function fillOf(layer: LayerEntry, isDark: boolean): number {
  if (colorBy(layer) === undefined) return 0
  return isDark ? 0.28 : 0.38
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
  if (part.labelLayer) return areaLabels(base, part.labelLayer, part.geometry, style)
  return [featureLabels(base, part.geometry, style, part.filter)]
}

function colorOf(layer: LayerEntry, isDark: boolean): string | ExpressionSpecification {
  const by = colorBy(layer)
  const plain = plainColor(layer, isDark)
  if (!by) return plain
  const colors = Object.entries(by.map).flat()
  return ['match', ['to-string', ['get', by.property]], ...colors, plain] as ExpressionSpecification
}
