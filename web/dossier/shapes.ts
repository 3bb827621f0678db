import type { Feature, FeatureCollection, Geometry } from 'geojson'
import type { Section } from '../../layers/section.ts'

/** Colours of the sections' shapes, for lines and fills. */
const SECTION_COLORS: Record<string, string> = {
  parcel: '#e4572e',
  flood: '#1769d2',
  wetlands: '#00897b',
  structures: '#8e44ad',
  elevation: '#9a6b2f',
}
const OTHER_COLOR = '#5c6bc0'
/** Levels of nested data in which shapes are looked for. */
const DEPTH_MAX = 3
/** Features of one section that are drawn. */
const FEATURES_MAX = 20_000

export function sectionColor(layer: string): string {
  return Object.hasOwn(SECTION_COLORS, layer) ? SECTION_COLORS[layer] : OTHER_COLOR
}

/**
 * The shapes in a section's `data`, at any depth, each with the section's name and colour. A flood
 * zone without a high risk is drawn as an outline: filled it would look like water.
 */
export function drawnGeometry({ layer, data }: Section): Feature[] {
  const color = sectionColor(layer)
  return shapesIn(data, 0)
    .slice(0, FEATURES_MAX)
    .map(({ geometry, properties }) => {
      const is_filled = properties?.is_in_flood_zone !== false
      return { type: 'Feature', geometry, properties: { section: layer, color, is_filled } }
    })
}

export function asCollection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features }
}

type Shape = Pick<Feature, 'geometry' | 'properties'>

function shapesIn(value: unknown, depth: number): Shape[] {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return []
  return Object.entries(value).flatMap(([key, each]) => {
    if (key === 'geometry') return shapesOf(each)
    return Array.isArray(each) ? [] : shapesIn(each, depth + 1)
  })
}

function shapesOf(value: unknown): Shape[] {
  const shape = value as Feature | FeatureCollection | Geometry | null
  if (shape === null || typeof shape !== 'object') return []
  if (shape.type === 'FeatureCollection') return shape.features.flatMap(shapesOf)
  if (shape.type === 'Feature') return shape.geometry ? [shape] : []
  return 'coordinates' in shape ? [{ geometry: shape, properties: null }] : []
}
