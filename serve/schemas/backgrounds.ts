import { z } from 'zod'

/** Pictures that a map may draw beneath its layers, from a service that the operator chose. */
export const Background = z.object({
  id: z.string().describe('stable id, which links name'),
  title: z.string().describe('name for people'),
  kind: z.enum(['aerial', 'map']).describe('aerial: photographs from above; map: a drawn map'),
  tile_url: z
    .string()
    .describe(
      'address of its tiles, with `{z}`, `{x}` and `{y}`: Web Mercator, rows from the north',
    ),
  attribution: z.string().describe('credit that must be shown with it'),
  min_zoom: z.number().describe('least zoom with tiles'),
  max_zoom: z.number().describe('last zoom with tiles; closer views enlarge them'),
  tile_size: z.union([z.literal(256), z.literal(512)]).describe('width of a tile in pixels'),
})
export type Background = z.infer<typeof Background>

/** The origins of the tiles of all backgrounds, each once. */
export function backgroundOrigins(backgrounds: readonly Background[]): string[] {
  return [...new Set(backgrounds.map(({ tile_url }) => new URL(tile_url).origin))]
}
