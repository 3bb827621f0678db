import { z } from 'zod'

/** A law or a form that governs building in a jurisdiction, in the contract's shape. */
export const GoverningDocument = z.object({
  /** land_development_code, floodplain_ordinance, permit_administration, ... */
  kind: z.string().min(1),
  /** As the authority's table of contents has it. */
  title: z.string().min(1),
  section: z.string().min(1).optional(),
  url: z.url(),
  /** ISO date. */
  retrieved_at: z.iso.date().optional(),
})
export type GoverningDocument = z.infer<typeof GoverningDocument>

const List = z.array(GoverningDocument).min(1)

/** The text that a district's row carries: a pack has no lists. */
export function documentsText(documents: readonly GoverningDocument[]): string | null {
  return documents.length === 0 ? null : JSON.stringify(List.parse(documents))
}

/** Lists kept as read: all districts of an authority carry the same one. */
const KEPT_LISTS = 256
const keptLists = new Map<string, GoverningDocument[]>()

/** Reads that text. Throws where it is not what `documentsText` writes. */
export function readDocuments(text: string | null): readonly GoverningDocument[] {
  if (text === null) return []
  const known = keptLists.get(text)
  if (known) return known
  const documents = List.parse(JSON.parse(text))
  if (keptLists.size >= KEPT_LISTS) keptLists.clear()
  keptLists.set(text, documents)
  return documents
}
