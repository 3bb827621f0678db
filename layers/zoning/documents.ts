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

/** The text that a district's row carries: a pack has no lists. */
export function documentsText(documents: readonly GoverningDocument[]): string | null {
  return documents.length === 0 ? null : JSON.stringify(List.parse(documents))
}

/** Lists kept as read: all districts of an authority carry the same one. */
const KEPT_LISTS = 256
const keptLists = new LRUCache<string, GoverningDocument[]>({ max: KEPT_LISTS })

/** Reads that text. Throws where it is not what `documentsText` writes. */
export function readDocuments(text: string | null): readonly GoverningDocument[] {
  if (text === null) return []
  const known = keptLists.get(text)
  if (known) return known
  const documents = List.parse(JSON.parse(text))
  keptLists.set(text, documents)
  return documents
}
