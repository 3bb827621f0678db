/** A Markdown table with its columns padded to one width. */
export function formatTable(head: readonly string[], rows: readonly string[][]): string {
  const widths = head.map((cell, i) =>
    Math.max(cell.length, 3, ...rows.map((row) => row[i].length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |\n`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n`
  return line(head) + rule + rows.map(line).join('')
}
