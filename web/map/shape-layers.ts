import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'

/** Source of the shapes of the open dossier. */
export const SHAPES = 'dossier-shapes'

/**
 * Style layers of the open dossier: every shape in the colour of its section, over a contrasting
 * casing.
 */
export function shapeLayers(isDark: boolean): LayerSpecification[] {
  const isParcel: ExpressionSpecification = ['==', ['get', 'section'], 'parcel']
  const isContour: ExpressionSpecification = ['==', ['geometry-type'], 'LineString']
  const width: ExpressionSpecification = ['case', isParcel, 3.5, isContour, 1.2, 2]
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
        'line-opacity': 0.75,
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
  ]
}
