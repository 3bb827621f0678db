import type { AttributeValue } from '../stages/read-features.ts'
import type { Tally } from '../stages/tally.ts'
import { decodeEntities } from '../text-entities.ts'

/**
 * A publisher's text: trimmed, null when blank, with the entities that a web export left in it
 * decoded once and counted. All else is verbatim.
 */
export function publishedText(value: AttributeValue, tally: Tally): string | null {
  const text = value === null ? '' : `${value}`.trim()
  if (text === '' || text === '<Null>') return null
  const decoded = decodeEntities(text)
  if (decoded !== text) tally.add('zoning.entity_decoded')
  return decoded
}
