import { z } from 'zod'
import { SectionSource } from '../../catalog/section-source.ts'

const Bounds = z.array(z.number()).length(4).describe('west, south, east, north')

/** One layer of vector tiles, in a TileJSON and in the metadata of an archive alike. */
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
  name: z.string().describe('of the layer'),
  description: z.string().describe('of the layer'),
  attribution: z.string().describe('to be shown on the map'),
  scheme: z.literal('xyz'),
  tiles: z.array(z.string()).min(1).describe('with `{z}`, `{x}` and `{y}`; they name the build'),
  minzoom: z.int().describe('below it there are no tiles'),
  maxzoom: z.int().describe('past it a map stretches its tiles'),
  bounds: Bounds,
  center: z.array(z.number()).length(3).describe('longitude, latitude, zoom'),
  vector_layers: z.array(VectorLayer).optional().describe('of vector tiles'),
  encoding: z
    .literal('mapbox')
    .optional()
    .describe('of tiles of heights: how a raster-dem source reads them'),
})
export type TileJson = z.infer<typeof TileJson>

const Position = z.array(z.number()).min(2)

/** GeoJSON (RFC 7946) with members of ours beside `features`. */
export const LayerFeatures = z.object({
  type: z.literal('FeatureCollection'),
  features: z
    .array(
      z.object({
        type: z.literal('Feature'),
        id: z.string().describe('lasts from build to build where its source does'),
        geometry: z.discriminatedUnion('type', [
          z.object({ type: z.literal('Point'), coordinates: Position }),
          z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(Position)) }),
          z.object({
            type: z.literal('MultiPolygon'),
            coordinates: z.array(z.array(z.array(Position))),
          }),
        ]),
        properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      }),
    )
    .describe('whole shapes, not clipped, in the order of the table'),
  layer: z.string().describe('slug of the layer'),
  table: z.string().describe('of the layer, that was drawn'),
  build: z.string().describe('id of the build that answered'),
  limit: z.int().describe('as asked for'),
  number_returned: z.int().describe('features in this answer'),
  number_matched: z.int().nullable().describe('what meets the box; null: more than are counted'),
  truncated: z.boolean().describe('whether anything that meets the box is not here'),
  hint: z.string().optional().describe('why something is missing, and what to ask instead'),
  sources: z.array(SectionSource).describe('of the features that are here'),
})
export type LayerFeatures = z.infer<typeof LayerFeatures>
