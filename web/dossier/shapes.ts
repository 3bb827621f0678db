import type { Feature, FeatureCollection } from 'geojson'
import type { Section } from '../../layers/section.ts'
import { sectionShapes } from '../../report/section-shapes.ts'

/** Colours of the sections' shapes, for lines and fills. */
const SECTION_COLORS: Record<string, string> = {
  parcel: '#e4572e',
  flood: '#1769d2',
  wetlands: '#00897b',
  structures: '#8e44ad',
  elevation: '#9a6b2f',
}
const OTHER_COLOR = '#5c6bc0'

export function sectionColor(layer: string): string {
  return Object.hasOwn(SECTION_COLORS, layer) ? SECTION_COLORS[layer] : OTHER_COLOR
}

/**
 * The shapes in a section's `data`, at any depth, each with the section's name and colour. A flood
 * zone without a high risk is drawn as an outline: filled it would look like water.
 */
export function drawnGeometry(section: Section): Feature[] {
  const { layer } = section
  const color = sectionColor(layer)
  return sectionShapes(section).map(({ geometry, properties }) => {
    const is_filled = properties?.is_in_flood_zone !== false
    return { type: 'Feature', geometry, properties: { section: layer, color, is_filled } }
  })
}

export function asCollection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features }
}
