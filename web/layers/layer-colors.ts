import type { LayerEntry } from '../../serve/schemas/layers.ts'

/** A line of a legend. */
export interface LegendLine {
  color: string
  label: string
}

/** Colours of layers without their own, for a light and for a dark map. */
const CATEGORY_COLORS: Record<LayerEntry['category'], [light: string, dark: string]> = {
  boundary: ['#4a57b0', '#a3adf0'],
  parcel: ['#7a5a4e', '#c9ada2'],
  hazard: ['#1565c0', '#7db6f2'],
  regulatory: ['#8e24aa', '#d896e8'],
  market: ['#c62828', '#ef9a9a'],
  imagery: ['#6b6b6b', '#bdbdbd'],
  infrastructure: ['#455a64', '#b0c4cd'],
  environment: ['#2e7d32', '#98d09b'],
}
/** Entries of one legend. */
const LEGEND_MAX = 40
/** Names of values that their code does not explain: buildings that a model found in imagery. */
const VALUE_NAMES: Record<string, string> = { learned: 'from imagery' }

/** The single colour of a layer, or its colour for unlisted values. */
export function plainColor(layer: LayerEntry, isDark: boolean): string {
  const colors = CATEGORY_COLORS[layer.category] ?? CATEGORY_COLORS.imagery
  const by = colorBy(layer)
  return by?.default ?? colors[isDark ? 1 : 0]
}

/** The colours of a layer by a property; undefined where it has none. */
export function colorBy({ rendering }: LayerEntry) {
  const by = rendering && 'color_by' in rendering ? rendering.color_by : undefined
  return by && Object.keys(by.map).length > 0 ? by : undefined
}

/** The property that is drawn as a label, where there are too many values for colours. */
export function writtenProperty({ rendering }: LayerEntry): string | null {
  const by = rendering && 'color_by' in rendering ? rendering.color_by : undefined
  return by && Object.keys(by.map).length === 0 ? by.property : null
}

/** The legend of a layer; empty for a layer of one colour. */
export function legendOf(layer: LayerEntry): LegendLine[] {
  const lines = Object.entries(colorBy(layer)?.map ?? {}).map(([value, color]) => ({
    color,
    label: formatLegendValue(value),
  }))
  return lines.slice(0, LEGEND_MAX)
}

type RenderingType = NonNullable<LayerEntry['rendering']>['type']
/** True for layers that are drawn as ground below the others, without a colour of their own. */
const IS_GROUND: Record<RenderingType, boolean> = {
  hillshade: true,
  raster: true,
  vector_tiles: false,
  geojson: false,
  live_geojson: false,
  none: false,
}

/** The colour next to the title; null where the layer has several or none. */
export function titleColor(layer: LayerEntry, isDark: boolean): string | null {
  const isGround = layer.rendering !== undefined && IS_GROUND[layer.rendering.type]
  return isGround || colorBy(layer) ? null : plainColor(layer, isDark)
}

/** `high_coastal` as "high coastal", `COOPERATIVE` as "cooperative"; codes stay unchanged. */
function formatLegendValue(value: string): string {
  if (Object.hasOwn(VALUE_NAMES, value)) return VALUE_NAMES[value]
  const spaced = value.replaceAll('_', ' ')
  return /^[A-Z][A-Z ]{3,}$/.test(spaced) ? spaced.toLowerCase() : spaced
}
