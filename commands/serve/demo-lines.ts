export interface DemoLines {
  /** Public address of the service. */
  url: string
  /** A command that requests an example, with the key in `$PLAT_KEY`; null without an example. */
  example: string | null
  /** A key to try the service with, and the file that holds it; null where none was made. */
  demo: { key: string; path: string } | null
  /** True when standard output is a terminal, not a log. */
  isTerminal: boolean
}

/**
 * The lines that show how to try the service. The key is printed only to a terminal: redirected
 * output becomes a log, which more people read and which is stored for longer than the key's file.
 */
export function demoLines({ url, example, demo, isTerminal }: DemoLines): string[] {
  const lines: string[] = []
  if (demo && isTerminal) lines.push(`The map, with a key to try it: ${url}/#key=${demo.key}`)
  if (demo && !isTerminal) lines.push(`The map: ${url}/ (a key to try it is in ${demo.path})`)
  if (!example) return lines
  if (!demo) return [...lines, `Try: ${example}`]
  const command = isTerminal
    ? example.replace('$PLAT_KEY', demo.key)
    : `PLAT_KEY=$(cat ${quoted(demo.path)}) && ${example}`
  return [...lines, `Try: ${command}`]
}

/** One word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
