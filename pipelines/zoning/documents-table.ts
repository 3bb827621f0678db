import { zoningDocuments } from '../../layers/zoning/tables.ts'
import { literal } from '../../values/sql-text.ts'
import type { PartitionContext } from '../pipeline.ts'
import { type WrittenTable, writeSql } from '../stages/table.ts'
import { Tally } from '../stages/tally.ts'
import type { ZoningMapping } from './mapping.ts'

/** Hex digits of a SHA-256 in a key, as in keys of polygons. */
const HASH_DIGITS = 16

/** The authority's documents as rows, for analysts; null when the mapping names none. */
export async function writeDocuments(
  { governing_documents: documents, jurisdiction, authority_level }: ZoningMapping,
  context: PartitionContext,
): Promise<WrittenTable | null> {
  if (documents.length === 0) return null
  const lines = documents.map(({ kind, title, section, url, retrieved_at }) =>
    [kind, title, section, url, retrieved_at]
      .map((text) => (text === undefined ? 'NULL' : literal(text)))
      .join(', '),
  )
  const select = `
    SELECT DISTINCT
      concat_ws(':', ${literal(context.partition)}, left(sha256(
        concat_ws(chr(31), kind, title, coalesce(section, chr(30)), url)), ${HASH_DIGITS}))
        AS zoning_document_key,
      ${literal(context.partition)} AS partition, ${literal(jurisdiction)} AS jurisdiction,
      ${literal(authority_level)} AS authority_level, *
    FROM (VALUES ${lines.map((line) => `(${line})`).join(', ')})
      AS documents(kind, title, section, url, retrieved_at)`
  return await writeSql(zoningDocuments, select, new Tally(), context)
}
