import { z } from 'zod'
import { ApiError } from '../../http/error-codes.ts'
import { quote } from '../../http/query.ts'
import { LAYERS } from '../../layers/index.ts'
import type { Layer } from '../../layers/layer.ts'
import { nearestWord } from '../../terminal/nearest-word.ts'

const BY_SLUG = new Map(LAYERS.map((layer) => [layer.catalog.slug, layer]))

export const LayerPath = z.strictObject({
  slug: z.string().meta({
    description: 'slug of a layer, as listed by GET /v1/layers',
    examples: ['parcels', 'flood-zones'],
  }),
})

/** Path parameters of routes for layers with an archive. */
export const ArchivePath = z.strictObject({
  slug: z.string().meta({
    description: 'slug of a layer with tiles: its rendering in GET /v1/layers is vector_tiles',
    examples: ['parcels'],
  }),
})

/** The layer of a slug. Throws `ApiError` 404 for an unknown one. */
export function layerBySlug(slug: string): Layer {
  const layer = BY_SLUG.get(slug)
  if (layer) return layer
  const slugs = [...BY_SLUG.keys()]
  const near = nearestWord(slug.slice(0, 60), slugs)
  const suggestion = near ? `Did you mean ${near}? ` : ''
  throw new ApiError(404, `There is no layer ${quote(slug)}.`, {
    param: 'slug',
    hint: `${suggestion}Known layers: ${slugs.join(', ')}.`,
  })
}
