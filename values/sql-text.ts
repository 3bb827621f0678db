/** SQL that folds runs of white space in a text, and turns a blank text into null. */
export function cleanText(raw: string): string {
  // Runs are rare: the cheap check for them saves nearly every text the regular expression.
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
