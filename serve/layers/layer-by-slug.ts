import { z } from 'zod'
import { LAYERS } from '../../layers/index.ts'
import type { Layer } from '../../layers/layer.ts'
import { nearestWord } from '../../terminal/nearest-word.ts'
import { ApiError } from '../http/error-codes.ts'
import { quote } from '../http/query.ts'

const BY_SLUG = new Map(LAYERS.map((layer) => [layer.catalog.slug, layer]))

export const LayerPath = z.strictObject({
  slug: z.string().meta({
    description: 'slug of a layer, as GET /v1/layers has it',
    examples: ['parcels', 'flood-zones'],
  }),
})

/** For what only layers with an archive have. */
export const ArchivePath = z.strictObject({
  slug: z.string().meta({
    description: 'slug of a layer with tiles: its rendering in GET /v1/layers is vector_tiles',
    examples: ['parcels'],
  }),
})

/** The layer of a slug. Throws `ApiError` 404 for one that nobody knows. */
export function layerBySlug(slug: string): Layer {
  const layer = BY_SLUG.get(slug)
  if (layer) return layer
  const slugs = [...BY_SLUG.keys()]
  const near = nearestWord(slug.slice(0, 60), slugs)
  const meant = near ? `Did you mean ${near}? ` : ''
  throw new ApiError(404, `There is no layer ${quote(slug)}.`, {
    param: 'slug',
    hint: `${meant}Known layers: ${slugs.join(', ')}.`,
  })
}
