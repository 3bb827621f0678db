import { z } from 'zod'

const Zoom = z.int().min(0).max(30)

const Geometry = z.enum(['polygon', 'line', 'point'])

const ColorBy = z.object({
  property: z.string().describe('property of the features'),
  map: z.record(z.string(), z.string()).describe('CSS colours by value of the property'),
  default: z.string().optional().describe('for any other value'),
})

const SourceLayer = z.object({
  id: z.string().describe('name in the tiles'),
  fields: z.record(z.string(), z.string()).optional().describe('properties and their types'),
  filter: z
    .object({ property: z.string(), equals: z.union([z.string(), z.number(), z.boolean()]) })
    .optional()
    .describe('draw only features of the source layer with this property value'),
})

const LiveGeoJson = z.object({
  type: z.literal('live_geojson').describe('features in the view, requested as it moves'),
  query_url: z
    .string()
    .describe('replace `{bbox}` with west,south,east,north of the view in degrees'),
  geometry: Geometry,
  min_zoom: Zoom.describe('lowest zoom for requests: below it a view has too many features'),
  label_property: z.string().optional(),
  color_by: ColorBy.optional(),
  overview_tiles: z
    .object({ tile_url: z.string(), min_zoom: Zoom, max_zoom: Zoom, source_layer: z.string() })
    .optional()
    .describe('vector tiles for the zooms below `min_zoom`'),
})

/** A table whose labels a map writes over its layers: names of streets and places. */
export const MapNames = LiveGeoJson.pick({
  query_url: true,
  geometry: true,
  min_zoom: true,
}).extend({
  id: z.string().describe('the table'),
  label_property: z.string(),
})
export type MapNames = z.infer<typeof MapNames>

/**
 * How a map draws a layer, by `type`. Addresses are absolute where the request named a valid host.
 */
export const Rendering = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('geojson').describe('the whole layer in one response'),
    url: z.string(),
    geometry: Geometry,
    id_property: z.string(),
    label_property: z.string().optional(),
    min_zoom: Zoom.optional(),
    max_zoom: Zoom.optional(),
  }),
  LiveGeoJson,
  z.object({
    type: z.literal('vector_tiles'),
    sources: z
      .array(
        z.object({
          id: z.string(),
          tile_url: z.string().describe('address with `{z}`, `{x}` and `{y}`'),
          min_zoom: Zoom,
          max_zoom: Zoom,
          bounds: z.array(z.number()).length(4).optional().describe('west, south, east, north'),
          source_layers: z.array(SourceLayer),
          label_layer: z
            .string()
            .optional()
            .describe(
              'source layer of points, one for each feature with a label: write `label_property` ' +
                'there, not on areas, which tiles cut (additive)',
            ),
        }),
      )
      .min(1),
    color_by: ColorBy.optional(),
    label_property: z.string().optional().describe('names a feature for people (additive)'),
    point_radius: z.number().positive().optional().describe('radius of points in pixels'),
  }),
  z.object({
    type: z.literal('raster'),
    tile_url: z.string(),
    tile_size: z.int().positive().optional(),
    min_zoom: Zoom.optional(),
    max_zoom: Zoom.optional(),
    opacity: z.number().optional(),
  }),
  z.object({
    type: z.literal('hillshade'),
    dem_url: z
      .string()
      .describe(
        'address of tiles of 256 pixels with `{z}`, `{x}` and `{y}`; elevations as Mapbox terrain-RGB',
      ),
    exaggeration: z.number().optional(),
    min_zoom: Zoom.optional().describe('lowest zoom with tiles (additive)'),
    max_zoom: Zoom.optional().describe(
      'highest zoom with tiles; a map scales them beyond (additive)',
    ),
  }),
  z.object({ type: z.literal('none').describe('nothing to draw, or not in the build') }),
])
export type Rendering = z.infer<typeof Rendering>
