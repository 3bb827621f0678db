import type { ReferenceExample } from './reference.ts'

/** The header with the key in shown commands. */
const KEY_HEADER = ' -H "Authorization: Bearer $PLAT_KEY"'

/** The curl command of an example. `output` names the file for bytes. */
export function curlOf(
  { url, headers, isOpen, sent }: Pick<ReferenceExample, 'url' | 'headers' | 'isOpen' | 'sent'>,
  base: string,
  output?: string,
): string {
  const own = Object.entries(headers).map(([name, value]) => ` -H '${name}: ${value}'`)
  const key = isOpen ? '' : KEY_HEADER
  const body = sent === undefined ? '' : ` -H 'Content-Type: application/json' -d ${quoted(sent)}`
  return `curl${output ? ` -o ${output}` : ''}${key}${own.join('')}${body} '${base}${url}'`
}

/** JSON in quotes of the shell. */
function quoted(value: unknown): string {
  return `'${JSON.stringify(value).replaceAll("'", '\\u0027')}'`
}

/** Limits of a shown example: items per list, and characters per text. */
const ITEMS_SHOWN = 2
const CHARACTERS_SHOWN = 200

/** Readable JSON: long lists and texts are cut with `...`, lists of numbers stand on one line. */
export function shownJson(value: unknown): string {
  const text = JSON.stringify(shortened(value), null, 2) ?? ''
  return text
    .replace(/\[[\d\s.,e+-]+\]/g, (list) => list.replace(/\s+/g, ' '))
    .replace(/"\.\.\. (\d+ more)"/g, '... $1')
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > CHARACTERS_SHOWN ? `${value.slice(0, CHARACTERS_SHOWN)}...` : value
  if (Array.isArray(value)) {
    // A position or a box is shown whole.
    const isNumbers = value.length <= 4 && value.every((each) => typeof each === 'number')
    const isFew = value.every((each) => typeof each !== 'object') && value.length <= 8
    if (isNumbers || isFew || value.length <= ITEMS_SHOWN + 1) return value.map(shortened)
    const rest = value.length - ITEMS_SHOWN
    return [...value.slice(0, ITEMS_SHOWN).map(shortened), `... ${rest} more`]
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]))
}
