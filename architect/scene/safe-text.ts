/** What stands for each character that is replaced, in drawings, terminals and stored labels. */
export const REPLACEMENT = '?'

/** Spaces, tabs and ends of lines that are not U+0020: one space each, as they separate words. */
const SEPARATORS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
/**
 * C0 and C1 controls, marks and overrides of direction, joiners and other characters without a
 * width, halves of surrogate pairs: what makes a text read as another one, or moves a terminal.
 */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}|[\u{e0000}-\u{e007f}]/gu

/** The text on one line, with `REPLACEMENT` for each character that could change how it reads. */
export function safeText(text: string): string {
  return text.replace(SEPARATORS, ' ').replace(UNSAFE, REPLACEMENT)
}

/** True for a text that `safeText` leaves as it is. */
export const isSafeText = (text: string): boolean => safeText(text) === text

/**
 * Output for a terminal: its lines stay apart. In JSON the characters are escaped instead, so that
 * a program still reads what is stored.
 */
export function safeOutput(text: string): string {
  const isJson = /^[[{][\s\S]*[\]}]$/.test(text)
  const escaped = (character: string): string =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join('')
  return text
    .split('\n')
    .map((line) => (isJson ? line.replace(UNSAFE, escaped) : safeText(line)))
    .join('\n')
}

/** Most levels of arguments that are looked through; the schemas of the edits have fewer. */
const INPUT_DEPTH_MAX = 12

/** The arguments of a call with `safeText` for each text in them. */
export function safeInput<Value>(value: Value, depth = 0): Value {
  if (typeof value === 'string') return safeText(value) as Value
  if (value === null || typeof value !== 'object' || depth >= INPUT_DEPTH_MAX) return value
  if (Array.isArray(value)) return value.map((entry) => safeInput(entry, depth + 1)) as Value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, safeInput(entry, depth + 1)]),
  ) as Value
}
