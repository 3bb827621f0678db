import type { LayerEntry } from '../../serve/schemas/layers.ts'

/** A line of a legend. */
export interface LegendLine {
  color: string
  label: string
}

/** Where a layer has no colours of its own, for a light and for a dark map. */
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
const LEGEND_MAX = 40

/** The one colour of a layer, or that of what its colours do not name. */
export function plainColor(layer: LayerEntry, isDark: boolean): string {
  const colors = CATEGORY_COLORS[layer.category] ?? CATEGORY_COLORS.imagery
  const by = colorBy(layer)
  return by?.default ?? colors[isDark ? 1 : 0]
}

/** How a layer is coloured by a property, where it says so and names a colour at all. */
export function colorBy({ rendering }: LayerEntry) {
  const by = rendering && 'color_by' in rendering ? rendering.color_by : undefined
  return by && Object.keys(by.map).length > 0 ? by : undefined
}

/** The property whose value is written, where there are too many values for colours. */
export function writtenProperty({ rendering }: LayerEntry): string | undefined {
  const by = rendering && 'color_by' in rendering ? rendering.color_by : undefined
  return by && Object.keys(by.map).length === 0 ? by.property : undefined
}

/** What the colours of a layer mean; nothing for a layer of one colour. */
export function legendOf(layer: LayerEntry): LegendLine[] {
  const lines = Object.entries(colorBy(layer)?.map ?? {}).map(([value, color]) => ({
    color,
    label: formatLegendValue(value),
  }))
  return lines.slice(0, LEGEND_MAX)
}

/** The colour that stands beside the title, where there is one alone. */
export function titleColor(layer: LayerEntry, isDark: boolean): string | null {
  const isGround = layer.rendering?.type === 'hillshade' || layer.rendering?.type === 'raster'
  return isGround || colorBy(layer) ? null : plainColor(layer, isDark)
}

/** `high_coastal` as "high coastal", `COOPERATIVE` as "cooperative"; a code as it is. */
function formatLegendValue(value: string): string {
  const spaced = value.replaceAll('_', ' ')
  return /^[A-Z][A-Z ]{3,}$/.test(spaced) ? spaced.toLowerCase() : spaced
}
