import { z } from 'zod'
import { SectionSource } from '../../catalog/section-source.ts'

const Bounds = z.array(z.number()).length(4).describe('west, south, east, north')

/** One layer of vector tiles, as in a TileJSON and in the metadata of an archive. */
export const VectorLayer = z.object({
  id: z.string(),
  description: z.string().optional(),
  minzoom: z.int(),
  maxzoom: z.int(),
  fields: z.record(z.string(), z.string()),
})

/** TileJSON 3.0.0 of the tiles of one layer. */
export const TileJson = z.object({
  tilejson: z.literal('3.0.0'),
  name: z.string().describe('title of the layer'),
  description: z.string().describe('description of the layer'),
  attribution: z.string().describe('credits that must be shown on the map'),
  scheme: z.literal('xyz'),
  tiles: z
    .array(z.string())
    .min(1)
    .describe('addresses with `{z}`, `{x}` and `{y}`, which name the build'),
  minzoom: z.int().describe('lowest zoom with tiles'),
  maxzoom: z.int().describe('highest zoom with tiles; a map scales them beyond'),
  bounds: Bounds,
  center: z.array(z.number()).length(3).describe('longitude, latitude, zoom'),
  vector_layers: z.array(VectorLayer).optional().describe('only for vector tiles'),
  encoding: z
    .literal('mapbox')
    .optional()
    .describe('only for elevation tiles: encoding for a raster-dem source'),
})
export type TileJson = z.infer<typeof TileJson>

const Position = z.array(z.number()).min(2)

/** GeoJSON (RFC 7946) with additional members next to `features`. */
export const LayerFeatures = z.object({
  type: z.literal('FeatureCollection'),
  features: z
    .array(
      z.object({
        type: z.literal('Feature'),
        id: z.string().describe('stable between builds where the id of the source is'),
        geometry: z.discriminatedUnion('type', [
          z.object({ type: z.literal('Point'), coordinates: Position }),
          z.object({ type: z.literal('LineString'), coordinates: z.array(Position) }),
          z.object({
            type: z.literal('MultiLineString'),
            coordinates: z.array(z.array(Position)),
          }),
          z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(Position)) }),
          z.object({
            type: z.literal('MultiPolygon'),
            coordinates: z.array(z.array(z.array(Position))),
          }),
        ]),
        properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      }),
    )
    .describe('unclipped features in the order of the table'),
  layer: z.string().describe('slug of the layer'),
  table: z.string().describe('table of the layer'),
  build: z.string().describe('id of the build that answered'),
  limit: z.int().describe('as requested'),
  number_returned: z.int().describe('features in this answer'),
  number_matched: z
    .int()
    .nullable()
    .describe('features that intersect the box; null: too many to count'),
  truncated: z.boolean().describe('true when features that intersect the box are missing'),
  hint: z.string().optional().describe('why features are missing, and what to request instead'),
  sources: z.array(SectionSource).describe('sources of the returned features'),
})
export type LayerFeatures = z.infer<typeof LayerFeatures>
