import { LRUCache } from 'lru-cache'
import { z } from 'zod'

/** A law or a form that governs building in a jurisdiction, in the contract's shape. */
export const GoverningDocument = z.object({
  kind: z
    .string()
    .min(1)
    .describe('land_development_code, floodplain_ordinance, permit_administration and others'),
  title: z.string().min(1).describe("as the authority's table of contents has it"),
  section: z.string().min(1).optional().describe('where in the document'),
  url: z.url(),
  retrieved_at: z.iso.date().optional().describe('when we read it, ISO date'),
})
export type GoverningDocument = z.infer<typeof GoverningDocument>

const List = z.array(GoverningDocument).min(1)

/** Encodes documents as the text in a district's row: a pack has no lists. */
export function documentsText(documents: readonly GoverningDocument[]): string | null {
  return documents.length === 0 ? null : JSON.stringify(List.parse(documents))
}

/** Parsed lists that are cached: all districts of an authority carry the same one. */
const CACHED_LISTS_MAX = 256
const listCache = new LRUCache<string, GoverningDocument[]>({ max: CACHED_LISTS_MAX })

/** Decodes the text of `documentsText`. Throws for any other text. */
export function readDocuments(text: string | null): readonly GoverningDocument[] {
  if (text === null) return []
  const known = listCache.get(text)
  if (known) return known
  const documents = List.parse(JSON.parse(text))
  listCache.set(text, documents)
  return documents
}
