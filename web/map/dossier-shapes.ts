import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import type { UnitSystem } from '../../report/units.ts'

/** Source of the shapes of the open dossier. */
export const SHAPES = 'dossier-shapes'
/** Contours have their heights from this zoom on: at lower ones a lot is smaller than a label. */
const HEIGHTS_FROM_ZOOM = 15
/** From this zoom on, also those that are left out where lines are many. */
const ALL_HEIGHTS_FROM_ZOOM = 18
/** Pixels between two heights of one line. */
const HEIGHT_SPACING = 220
const HEIGHT = { light: ['#6b4517', '#ffffff'], dark: ['#e9c48f', '#15191d'] }

/**
 * Style layers of the open dossier: every shape in the colour of its section, over a contrasting
 * casing; contours with their heights along them.
 */
export function shapeLayers(isDark: boolean, system: UnitSystem): LayerSpecification[] {
  const isParcel: ExpressionSpecification = ['==', ['get', 'section'], 'parcel']
  const isContour: ExpressionSpecification = ['has', 'elevation_ft']
  const isIndex: ExpressionSpecification = ['boolean', ['get', 'is_index'], false]
  const line: ExpressionSpecification = ['==', ['geometry-type'], 'LineString']
  const width: ExpressionSpecification = [
    'case',
    isParcel,
    3.5,
    isIndex,
    2,
    isContour,
    0.8,
    line,
    1.2,
    2,
  ]
  return [
    {
      id: `${SHAPES}/fill`,
      type: 'fill',
      source: SHAPES,
      filter: ['all', ['==', ['geometry-type'], 'Polygon'], ['get', 'is_filled']],
      paint: { 'fill-color': ['get', 'color'], 'fill-opacity': ['case', isParcel, 0.08, 0.3] },
    },
    {
      id: `${SHAPES}/casing`,
      type: 'line',
      source: SHAPES,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': isDark ? '#000000' : '#ffffff',
        'line-opacity': ['case', isContour, 0.45, 0.75],
        'line-width': ['+', width, 2],
      },
    },
    {
      id: `${SHAPES}/line`,
      type: 'line',
      source: SHAPES,
      layout: { 'line-join': 'round', 'line-sort-key': ['case', isParcel, 1, 0] },
      paint: { 'line-color': ['get', 'color'], 'line-width': width },
    },
    heights('other-heights', ALL_HEIGHTS_FROM_ZOOM, false, isDark, system),
    // The last layer is placed first: these push the others away.
    heights('heights', HEIGHTS_FROM_ZOOM, true, isDark, system),
  ]
}

/** The height of a contour in the chosen units, for its label. */
export function heightText(system: UnitSystem): ExpressionSpecification {
  if (system === 'us') return ['concat', ['to-string', ['get', 'elevation_ft']], ' ft']
  const metres: ExpressionSpecification = ['*', ['get', 'elevation_ft'], 0.3048]
  const digits = { 'min-fraction-digits': 1, 'max-fraction-digits': 1 }
  return ['concat', ['number-format', metres, digits], ' m']
}

/** Ids of the style layers whose texts have units. */
export const HEIGHT_LAYERS = [`${SHAPES}/heights`, `${SHAPES}/other-heights`]

function heights(
  id: string,
  minzoom: number,
  isLabelled: boolean,
  isDark: boolean,
  system: UnitSystem,
): LayerSpecification {
  const [color, halo] = HEIGHT[isDark ? 'dark' : 'light']
  return {
    id: `${SHAPES}/${id}`,
    type: 'symbol',
    source: SHAPES,
    minzoom,
    filter: ['all', ['has', 'elevation_ft'], ['==', ['get', 'is_labelled'], isLabelled]],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': HEIGHT_SPACING,
      'text-field': heightText(system),
      'text-size': 11,
      'text-max-angle': 35,
      'text-padding': 6,
    },
    paint: { 'text-color': color, 'text-halo-color': halo, 'text-halo-width': 1.5 },
  }
}
