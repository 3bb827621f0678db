import type { Column } from '../../layers/column-mapping.ts'
import type { AttributeValue } from '../stages/read-features.ts'
import type { Tally } from '../stages/tally.ts'
import { decodeEntities } from '../text-entities.ts'

/** Values of a source row by the names of its columns. */
export type Attributes = Readonly<Record<string, AttributeValue>>

/** Exports of exports contain `&amp;amp;`. */
const DECODINGS_MAX = 2

/**
 * Reads the first name of a column that has a text: trimmed, with runs of blanks collapsed,
 * entities decoded and counted, and otherwise verbatim. Null where all are blank.
 */
export function publishedText(
  attributes: Attributes,
  column: Column | undefined,
  tally: Tally,
): string | null {
  for (const name of column?.names ?? []) {
    const value = attributes[name] ?? null
    const text = value === null ? '' : `${value}`.replace(/\s+/g, ' ').trim()
    if (text === '' || text === '<Null>') continue
    let decoded = text
    for (let left = DECODINGS_MAX; left > 0; left--) decoded = decodeEntities(decoded)
    if (decoded !== text) tally.add('addresses.entity_decoded')
    return decoded
  }
  return null
}

/** ZIP codes that no post office has: files use them for an unknown one. */
const NO_ZIPS = new Set(['00000', '99999'])

/**
 * Parses the five digits of `34501`, `34501-1234` or `345011234`; anything else is null and
 * counted.
 */
export function zipOf(text: string | null, tally: Tally): string | null {
  if (text === null) return null
  const [, zip] = /^(\d{5})(?:-?\d{4})?$/.exec(text) ?? []
  if (zip !== undefined && !NO_ZIPS.has(zip)) return zip
  tally.add('addresses.unreadable_zip')
  return null
}

/** Parses the postal code of a state; a name or anything else is null and counted. */
export function stateOf(text: string | null, tally: Tally): string | null {
  if (text === null) return null
  const code = text.toUpperCase()
  if (/^[A-Z]{2}$/.test(code)) return code
  tally.add('addresses.unreadable_state')
  return null
}
