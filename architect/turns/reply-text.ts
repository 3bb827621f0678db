import { REPLY_CHARACTERS_MAX } from './turn-limits.ts'

/** Bytes in a text: a data URL, or a long run of base64. */
const EMBEDDED = /data:[\w/+.-]+;base64,[A-Za-z0-9+/=]+|[A-Za-z0-9+/]{400,}={0,2}/g

/**
 * The reply of a model as text for people: a line that is JSON becomes lines of its fields, and
 * embedded bytes are left out.
 */
export function replyText(text: string): string {
  // No database stores a zero.
  const shown = text.replaceAll('\0', '').replace(EMBEDDED, '[file]')
  const plain = wholeObject(shown) ?? plainLines(shown)
  const reply = plain.split('\n').map(withoutOpening).join('\n').trim()
  return reply.length > REPLY_CHARACTERS_MAX
    ? `${reply.slice(0, REPLY_CHARACTERS_MAX)}\n\nThe reply is longer than is shown.`
    : reply
}

/** A reply that is nothing but a JSON value. */
function wholeObject(text: string): string | null {
  const value = parsed(text.trim())
  return value && fieldLines(value)
}

const plainLines = (text: string): string => text.split('\n').map(plainLine).join('\n')

function plainLine(line: string): string {
  const value = parsed(line.trim())
  return value ? fieldLines(value) : line
}

/** A line without the brackets with which JSON begins, such as of a value that is cut. */
const withoutOpening = (line: string): string => line.replace(/^(\s*)(?:[{[]\s*)+(?=")/, '$1')

function parsed(text: string): object | null {
  if (!/^[{[]/.test(text)) return null
  try {
    return JSON.parse(text) as object
  } catch {
    return null
  }
}

function fieldLines(value: object): string {
  const lines = Object.entries(value).map(([name, field]) => {
    const text =
      field !== null && typeof field === 'object' ? fieldLines(field) : plainLines(`${field}`)
    return Array.isArray(value) ? `- ${text}` : `${name}: ${text}`
  })
  return lines.join('\n')
}
