export interface PipeRecord {
  /** Line of the file that the record begins in, from 1. */
  line: number
  values: string[]
}

/**
 * Records of a pipe-delimited text: a value that begins with a double quote reaches to the closing
 * one, with pipes and line breaks in it, and a quote in it is doubled. Blank lines are skipped.
 * Throws `Error` with the line where a quoted value does not end, or more follows its end.
 *
 * DuckDB's `read_csv` (1.5.6) was tried first: it takes the first line end for that of all records,
 * even one inside a quoted text; with `new_line = '\r\n'` it returned no row of a one-line file.
 */
export function* pipeRecords(text: string): Generator<PipeRecord> {
  let at = 0
  let line = 1
  while (at < text.length) {
    const record: PipeRecord = { line, values: [] }
    do {
      if (record.values.length > 0) at++
      record.values.push(text[at] === '"' ? quoted() : bare())
    } while (text[at] === '|')
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    line++
    if (record.values.length > 1 || record.values[0] !== '') yield record
  }

  function bare(): string {
    const from = at
    while (at < text.length && !isEnd(text[at])) at++
    return text.slice(from, at)
  }

  function quoted(): string {
    const opened = line
    const pieces: string[] = []
    // A doubled quote ends one piece and begins the next.
    do {
      const from = at + 1
      at = text.indexOf('"', from)
      if (at < 0) throw new Error(`its line ${opened} opens a quote that is not closed`)
      pieces.push(text.slice(from, at++))
    } while (text[at] === '"')
    if (at < text.length && !isEnd(text[at]))
      throw new Error(`its line ${opened} has text behind a closed quote`)
    const value = pieces.join('"')
    for (const character of value) if (character === '\n') line++
    return value
  }
}

function isEnd(character: string): boolean {
  return character === '|' || character === '\r' || character === '\n'
}
