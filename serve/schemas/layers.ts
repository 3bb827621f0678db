import { z } from 'zod'

const Zoom = z.int().min(0).max(30)
const ColorBy = z.object({
  property: z.string(),
  map: z.record(z.string(), z.string()),
  default: z.string().optional(),
})

/** How a map draws a layer, by `type`. */
const Rendering = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('vector_tiles'),
    sources: z
      .array(
        z.object({
          id: z.string(),
          tile_url: z.string(),
          min_zoom: Zoom,
          max_zoom: Zoom,
          bounds: z.array(z.number()).length(4).optional(),
          source_layers: z.array(
            z.object({ id: z.string(), fields: z.record(z.string(), z.string()).optional() }),
          ),
        }),
      )
      .min(1),
    color_by: ColorBy.optional(),
  }),
  z.object({ type: z.literal('none') }),
])

export const LayerEntry = z.object({
  id: z.string().describe('stable; the name of its section'),
  object: z.literal('layer'),
  slug: z.string(),
  title: z.string(),
  description: z.string().optional(),
  category: z.enum([
    'boundary',
    'parcel',
    'hazard',
    'regulatory',
    'market',
    'imagery',
    'infrastructure',
    'environment',
  ]),
  status: z
    .enum(['available', 'building', 'planned'])
    .describe('available: in the pinned build; building: can be built and is not in it'),
  coverage: z
    .object({
      label: z.string(),
      states: z.array(z.string()).optional().describe('postal codes, or FIPS codes without one'),
      county_count: z.number().optional(),
      feature_count: z.number().optional(),
    })
    .optional(),
  vintage: z.string().optional().describe("the publishers' editions in the build"),
  attribution: z.string().optional(),
  rendering: Rendering.optional(),
  created_at: z.string().optional().describe('oldest copy of a source in the build'),
  updated_at: z.string().optional().describe('when the build was made'),
})
export type LayerEntry = z.infer<typeof LayerEntry>

export const LayerList = z.object({ object: z.literal('list'), data: z.array(LayerEntry) })
export type LayerList = z.infer<typeof LayerList>
