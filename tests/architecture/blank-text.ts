/** A slash after one of these begins a regular expression, after anything else it divides. */
const BEFORE_EXPRESSION = /(^|[=(,:;!&|?{}[+\-*%~<>]|\breturn|\btypeof|\bcase)\s*$/

/**
 * The source with comments, template literals and regular expressions blanked out, and of the
 * plain strings all that cannot be a module's name, so that a search for imports finds imports
 * only. Same length, same line breaks.
 */
export function blankText(source: string): string {
  let out = ''
  let at = 0
  const blankTo = (end: number) => {
    out += source.slice(at, end).replace(/[^\n]/g, ' ')
    at = end
  }
  while (at < source.length) {
    const two = source.slice(at, at + 2)
    const one = source[at]
    if (two === '//') blankTo(endOr(source, source.indexOf('\n', at)))
    else if (two === '/*') blankTo(endOr(source, source.indexOf('*/', at + 2), 2))
    else if (one === '`') blankTo(templateEnd(source, at))
    else if (one === '/' && BEFORE_EXPRESSION.test(out.slice(-40)))
      blankTo(expressionEnd(source, at))
    else {
      const end = one === "'" || one === '"' ? stringEnd(source, at) : at + 1
      const isSentence = end > at + 1 && /[\s()`]|['"].*['"].*['"]/.test(source.slice(at, end))
      if (isSentence) blankTo(end)
      else {
        out += source.slice(at, end)
        at = end
      }
    }
  }
  return out
}

function endOr(source: string, found: number, length = 0): number {
  return found < 0 ? source.length : found + length
}

function stringEnd(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === source[start] || source[at] === '\n') return at + 1
  }
  return source.length
}

function expressionEnd(source: string, start: number): number {
  let isInClass = false
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '[') isInClass = true
    else if (source[at] === ']') isInClass = false
    else if (source[at] === '\n' || (source[at] === '/' && !isInClass)) return at + 1
  }
  return source.length
}

/** Past the closing backtick, with templates inside `${}` inside templates. */
function templateEnd(source: string, start: number): number {
  let at = start + 1
  while (at < source.length) {
    if (source[at] === '\\') at += 2
    else if (source[at] === '`') return at + 1
    else if (source.startsWith('${', at)) at = substitutionEnd(source, at + 2)
    else at++
  }
  return source.length
}

function substitutionEnd(source: string, start: number): number {
  let depth = 1
  let at = start
  while (at < source.length) {
    const one = source[at]
    if (one === '`') at = templateEnd(source, at)
    else if (one === "'" || one === '"') at = stringEnd(source, at)
    else {
      if (one === '{') depth++
      if (one === '}' && --depth === 0) return at + 1
      at++
    }
  }
  return source.length
}
