import type { Tree, Violation } from '../architecture/tree.ts'

/** Commands that change the answers of those after them. */
const MOVES_PIN =
  /\b(?:plat|plat --) (?:pin \S|rollback)|\bplat(?: --)? (?:build|start) [^#\n]*--pin\b/

/**
 * Commands of the README that stand before others and change the build that these read. Its blocks
 * are run from the top on a fresh checkout, and every one must work.
 */
export function findOrderFaults(tree: Tree): Violation[] {
  const path = 'README.md'
  const blocks = [...(tree.get(path) ?? '').matchAll(/^```\n([\s\S]*?)^```$/gm)]
  const calls = blocks.flatMap(([, text]) =>
    text.split('\n').filter((line) => /\bplat\b/.test(line)),
  )
  const faults = calls.slice(0, -1).filter((line) => MOVES_PIN.test(line))
  return faults.map((line) => ({ path, problem: `moves the pin before other commands: ${line}` }))
}

/** A command that reads a file which no command before it writes and which the repository lacks. */
export function findUnwrittenFiles(tree: Tree): Violation[] {
  const path = 'README.md'
  const blocks = [...(tree.get(path) ?? '').matchAll(/^```\n([\s\S]*?)^```$/gm)]
  const lines = blocks.flatMap(([, text]) => text.replace(/\\\n/g, ' ').split('\n'))
  const written = new Set<string>()
  const faults: Violation[] = []
  for (const line of lines) {
    const read = [
      ...line.matchAll(/--(?:points|file|operations) (\S+)|\b(?:apply|verify|view) (\S+\.json)/g),
    ]
    for (const [, option, scene] of read) {
      const file = option ?? scene
      if (!written.has(file) && !tree.has(file))
        faults.push({ path, problem: `reads ${file}, which nothing writes before it` })
    }
    for (const [, file] of line.matchAll(/(?:> ?|--out |-o |\bnew )([\w./-]+\.\w+)/g))
      written.add(file)
  }
  return faults
}
