/**
 * SQL expression: the text of another one with runs of white space folded; null for a blank text.
 */
export function cleanText(raw: string): string {
  // Runs are rare: a cheap test spares nearly every text the regular expression.
  const folded = `regexp_replace(${raw}, '\\s+', ' ', 'g')`
  const isRun = `contains(${raw}, '  ') OR contains(${raw}, chr(9)) OR contains(${raw}, chr(10))`
  return `nullif(trim(CASE WHEN ${isRun} THEN ${folded} ELSE ${raw} END), '')`
}

/** A text as an SQL literal in single quotes. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A name as an SQL identifier in double quotes. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
