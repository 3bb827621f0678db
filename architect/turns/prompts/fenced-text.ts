import { createHash } from 'node:crypto'
import { safeText } from '../../scene/safe-text.ts'

/** Hexadecimal digits of the number of a fence. */
const FENCE_DIGITS = 12
/** Begins of tags and of the control tokens of models: `<system>`, `</data-1>`, `<|im_start|>`. */
const TAG_START = /<(?=[|/!?a-z])/gi
/** How `<` of such a begin is written: in JSON it is the same character. */
const ESCAPED = '\\u003c'
const FENCES = /<data-([0-9a-f]+) kind="[a-z_]+">\n[\s\S]*?\n<\/data-\1>/g
const FENCED = /^<data-([0-9a-f]+) kind="[a-z_]+">\n([\s\S]*)\n<\/data-\1>$/

/**
 * Text of others for a model: inside delimiters that the text cannot contain, with every begin of a
 * tag escaped and without characters that cannot be seen. JSON stays the same JSON. The same text
 * has the same delimiters, so that prompts can be cached. `kind` is a name such as `tool_output`.
 */
export function asData(kind: string, text: string): string {
  if (!/^[a-z_]+$/.test(kind)) throw new Error(`${kind} is not a kind of data`)
  const plain = text
    .split(/([\n\t])/)
    .map((piece) => (piece === '\n' || piece === '\t' ? piece : safeText(piece)))
    .join('')
    .replace(TAG_START, ESCAPED)
  const fence = `data-${freeNumber(kind, plain)}`
  return `<${fence} kind="${kind}">\n${plain}\n</${fence}>`
}

/** The text inside of `asData`, with its escapes; a text without delimiters as it is. */
export const dataOf = (text: string): string => FENCED.exec(text)?.[2] ?? text

/** What people wrote of a text: without the data of others that `asData` has put around it. */
export const withoutData = (text: string): string => text.replace(FENCES, '').trim()

/** A number that the text does not contain, so that nobody can write the end of the fence. */
function freeNumber(kind: string, text: string): string {
  for (let attempt = 0; ; attempt++) {
    const hash = createHash('sha256').update(`${kind} ${attempt} ${text}`).digest('hex')
    const number = hash.slice(0, FENCE_DIGITS)
    if (!text.includes(number)) return number
  }
}
