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
/** Every fifth contour is an index contour, as on maps of the USGS; the interval is 1 ft. */
const INDEX_FT = 5
/** Up to so many different heights each line is labelled. */
const FEW_HEIGHTS = 8

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
  const shapes = sectionShapes(section)
  const heights = new Set(shapes.flatMap(({ properties }) => properties?.elevation_ft ?? []))
  return shapes.map(({ geometry, properties }) => {
    const is_filled = properties?.is_in_flood_zone !== false
    const contour = contourOf(properties?.elevation_ft, heights.size <= FEW_HEIGHTS)
    return {
      type: 'Feature',
      geometry,
      properties: { section: layer, color, is_filled, ...contour },
    }
  })
}

/** What the map draws a contour by: every fifth is thicker and has its height; of few all have. */
function contourOf(elevation_ft: unknown, isFew: boolean) {
  if (typeof elevation_ft !== 'number') return {}
  const is_index = elevation_ft % INDEX_FT === 0
  return { elevation_ft, is_index, is_labelled: is_index || isFew }
}

export function asCollection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features }
}
