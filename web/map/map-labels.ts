import type { FilterSpecification, LayerSpecification } from 'maplibre-gl'
import { LABELS_FROM_ZOOM } from '../../layers/label-zoom.ts'

/** At lower zooms labels of points would fill the map. */
const POINT_LABELS_FROM_ZOOM = 17
/** Names of places end where a view lies within one place. */
const PLACES_TO_ZOOM = 15
/** Colours of labels and of the halo around them. */
export const LABEL_TEXT = { light: ['#2b2b2b', '#ffffff'], dark: ['#eef1f3', '#15191d'] }
const STREET = { light: '#ffffff', dark: '#39424a' }
/** Pixels between two labels of a street. */
const STREET_SPACING = 320
/** Pixels around a repeated label without another one: at 72 a district of a view had three. */
const REPEAT_CLEARANCE = 128

type Geometry = 'polygon' | 'line' | 'point' | 'tiles'
/** The id, the source and the zooms of a style layer. */
interface Base {
  id: string
  source: string
  'source-layer'?: string
  minzoom?: number
}
interface LabelStyle {
  property: string
  isShown: boolean
  isDark: boolean
}

/** Labels of a layer's own features; of areas and points from the zoom at which they have room. */
export function featureLabels(
  base: Base,
  geometry: Geometry,
  style: LabelStyle,
  filter?: FilterSpecification,
): LayerSpecification {
  const isPoint = geometry === 'point'
  const from = isPoint ? POINT_LABELS_FROM_ZOOM : LABELS_FROM_ZOOM
  return {
    ...base,
    type: 'symbol',
    minzoom: Math.max(base.minzoom ?? 0, from),
    ...(filter && { filter }),
    layout: {
      ...written(style, isPoint ? 11 : 12),
      ...(isPoint && { 'text-anchor': 'top', 'text-offset': [0, 0.4] }),
      ...(geometry === 'line' && ALONG),
    },
    paint: inked(style),
  }
}

/**
 * Labels of areas that have a point each: there, and again on the pieces that tiles cut areas into,
 * where no other label is near. A district wider than the view has one in it then.
 */
export function areaLabels(
  base: Base,
  pointLayer: string,
  geometry: Geometry,
  style: LabelStyle,
): LayerSpecification[] {
  const points = featureLabels({ ...base, 'source-layer': pointLayer }, geometry, style)
  const pieces = featureLabels({ ...base, id: `${base.id}${REPEATS_END}` }, geometry, style)
  const layout = { ...pieces.layout, 'text-padding': REPEAT_CLEARANCE }
  return [points, { ...pieces, layout } as LayerSpecification]
}

/** Names of places, at one point each. */
export function placeNames(base: Base, style: LabelStyle): LayerSpecification[] {
  const layout = { ...written(style, 15), 'text-letter-spacing': 0.04, 'text-max-width': 8 }
  return [{ ...base, type: 'symbol', maxzoom: PLACES_TO_ZOOM, layout, paint: inked(style) }]
}

/** Streets as pale bands, with their names along them. */
export function streetNames(base: Base, style: LabelStyle): LayerSpecification[] {
  const visibility = style.isShown ? 'visible' : 'none'
  return [
    {
      ...base,
      id: `${base.id}${STREETS_END}`,
      type: 'line',
      layout: { visibility, 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': STREET[style.isDark ? 'dark' : 'light'],
        'line-width': ['interpolate', ['linear'], ['zoom'], 15, 2, 17, 5, 20, 14],
      },
    },
    {
      ...base,
      type: 'symbol',
      layout: { ...written(style, 12), ...ALONG, 'symbol-spacing': STREET_SPACING },
      paint: inked(style),
    },
  ]
}

/** The source of the names of a table of a layer. */
export function namesSource(slug: string, table: string): string {
  return `${slug}:${table}`
}

/** Streets lie below the lines of all layers. */
export const isStreets = ({ id }: LayerSpecification): boolean => id.endsWith(STREETS_END)

/** Labels that repeat others are placed last, so that they make way for all. */
export const isRepeat = ({ id }: LayerSpecification): boolean => id.endsWith(REPEATS_END)

const REPEATS_END = '/repeats'
const STREETS_END = '/streets'
const ALONG = { 'symbol-placement': 'line', 'text-max-angle': 35, 'text-padding': 4 } as const

function written({ property, isShown }: LabelStyle, size: number) {
  return {
    visibility: isShown ? ('visible' as const) : ('none' as const),
    'text-field': ['to-string', ['get', property]] as ['to-string', ['get', string]],
    'text-size': size,
  }
}

function inked({ isDark }: LabelStyle) {
  const [color, halo] = LABEL_TEXT[isDark ? 'dark' : 'light']
  return { 'text-color': color, 'text-halo-color': halo, 'text-halo-width': 1.5 }
}
