import type { Feature, FeatureCollection, Geometry } from 'geojson'
import type { Section } from '../layers/section.ts'

/** A shape in the data of a section, with its own attributes. */
export type SectionShape = Pick<Feature, 'geometry' | 'properties'>

/** Levels of nested data in which shapes are looked for. */
const DEPTH_MAX = 3
/** Features of one section that are used. */
const FEATURES_MAX = 20_000

/** The shapes in a section's `data`, at any depth. */
export function sectionShapes({ data }: Pick<Section, 'data'>): SectionShape[] {
  return shapesIn(data, 0).slice(0, FEATURES_MAX)
}

function shapesIn(value: unknown, depth: number): SectionShape[] {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return []
  return Object.entries(value).flatMap(([key, each]) => {
    if (key === 'geometry') return shapesOf(each)
    return Array.isArray(each) ? [] : shapesIn(each, depth + 1)
  })
}

function shapesOf(value: unknown): SectionShape[] {
  const shape = value as Feature | FeatureCollection | Geometry | null
  if (shape === null || typeof shape !== 'object') return []
  if (shape.type === 'FeatureCollection') return shape.features.flatMap(shapesOf)
  if (shape.type === 'Feature') return shape.geometry ? [shape] : []
  return 'coordinates' in shape ? [{ geometry: shape, properties: null }] : []
}
