import type { Map as MapLibre } from 'maplibre-gl'
import { HOVERED } from './layer-parts.ts'
import { idPrefix } from './map-style.ts'

type Target = Parameters<MapLibre['setFeatureState']>[0]

/** Marks the parcel under the pointer, whose line is then drawn thicker. */
export function markHovered(map: MapLibre): void {
  let hovered: Target | null = null
  const leave = () => {
    if (hovered && map.getSource(hovered.source)) map.setFeatureState(hovered, { hover: false })
    hovered = null
  }
  map.on('mousemove', ({ point }) => {
    // The ids alone: the style itself would be copied, shapes included, at each move.
    const layers = map
      .getLayersOrder()
      .filter((id) => id.startsWith(idPrefix(HOVERED)) && id.endsWith('/fill'))
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
