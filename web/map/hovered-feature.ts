import type { Map as MapLibre } from 'maplibre-gl'
import { HOVERED, idPrefix } from './map-style.ts'

type Target = Parameters<MapLibre['setFeatureState']>[0]

/** Marks the parcel under the pointer, whose line is then drawn thicker. */
export function markHovered(map: MapLibre): void {
  let hovered: Target | null = null
  const leave = () => {
    if (hovered && map.getSource(hovered.source)) map.setFeatureState(hovered, { hover: false })
    hovered = null
  }
  map.on('mousemove', ({ point }) => {
    const layers = map
      .getStyle()
      .layers.filter(({ id, type }) => type === 'fill' && id.startsWith(idPrefix(HOVERED)))
      .map(({ id }) => id)
    const [found] = layers.length > 0 ? map.queryRenderedFeatures(point, { layers }) : []
    if (found?.id === hovered?.id && found?.source === hovered?.source) return
    leave()
    if (found?.id === undefined) return
    const { source, sourceLayer, id } = found
    hovered = { source, id, ...(sourceLayer && { sourceLayer }) }
    map.setFeatureState(hovered, { hover: true })
  })
  map.on('mouseout', leave)
}
