/** SQL for a raw text with runs of white space folded and blanks as null: keys and values alike. */
export function cleanText(raw: string): string {
  // Runs are rare: the cheap look for them spares nearly every text the expression.
  const folded = `regexp_replace(${raw}, '\\s+', ' ', 'g')`
  const isRun = `contains(${raw}, '  ') OR contains(${raw}, chr(9)) OR contains(${raw}, chr(10))`
  return `nullif(trim(CASE WHEN ${isRun} THEN ${folded} ELSE ${raw} END), '')`
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
