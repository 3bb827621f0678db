// The list of layers and what is drawn of it, loaded with the catalog after the first paint.
export { openLayerList } from './layer-list.ts'
export { formatAttribution, shownLayers } from './shown-layers.ts'
