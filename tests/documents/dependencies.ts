import { dirname } from 'node:path'
import type { Tree } from '../architecture/tree.ts'
import { formatTable } from './markdown-table.ts'

/**
 * Why each dependency is here, and why some code is the project's own: `docs/dependencies.json`.
 */
interface Reasons {
  packages: Record<string, string>
  own: { what: string; where: string; instead_of: string; why: string }[]
}

const HEAD = `# Dependencies

Each does what would take weeks to write as well. Versions are exact; a test refuses a range. This
page is generated from the \`package.json\` files, \`package-lock.json\` and the reasons in
[dependencies.json](dependencies.json). \`UPDATE_GOLDENS=1 vitest run tests/documents\` writes it, and
a test compares it and fails for a dependency without a reason. Licence texts are in
[third-party-notices.txt](../third-party-notices.txt).
`
const OWN_HEAD = `## Written here

What a library could do and code of the project does, with the reason.
`

/** The page of dependencies. Throws for one without a reason, and for a reason without one. */
export function formatDependencies(tree: Tree): string {
  const reasons: Reasons = JSON.parse(tree.get('docs/dependencies.json')!)
  const users = findUsers(tree)
  const lock = JSON.parse(tree.get('package-lock.json')!).packages
  const missing = [...users.keys()].filter((name) => !reasons.packages[name])
  const stale = Object.keys(reasons.packages).filter((name) => !users.has(name))
  if (missing.length > 0 || stale.length > 0)
    throw new Error(
      `docs/dependencies.json: no reason for ${missing.join(', ') || 'none'}; not a dependency: ${stale.join(', ') || 'none'}`,
    )
  const rows = [...users]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, use]) => [
      `\`${name}\``,
      use.version,
      [...use.by].join(', '),
      findLicence(lock, name, use.folders),
      reasons.packages[name],
    ])
  const own = reasons.own.map(({ what, where, instead_of, why }) => {
    return `- **${what}** (\`${where}\`), instead of ${instead_of}: ${why}.`
  })
  const table = formatTable(
    ['package', 'version', 'used by', 'licence', 'instead of writing'],
    rows,
  )
  return `${HEAD}\n${table}\n${OWN_HEAD}\n${own.map(wrapItem).join('\n')}\n`
}

interface Use {
  version: string
  /** Workspaces, `all` of them, or `tests` and development. */
  by: Set<string>
  folders: Set<string>
}

function findUsers(tree: Tree): Map<string, Use> {
  const users = new Map<string, Use>()
  for (const [path, text] of tree) {
    if (!/^(?:[\w-]+\/)*package\.json$/.test(path)) continue
    const { dependencies = {}, devDependencies = {} } = JSON.parse(text)
    const folder = path.includes('/') ? dirname(path) : 'all'
    const lists: [Record<string, string>, string][] = [
      [dependencies, folder],
      [devDependencies, 'tests'],
    ]
    for (const [list, by] of lists)
      for (const [name, version] of Object.entries(list)) {
        // Of a package under another name `npm:<package>@<version>` is stated.
        const use = users.get(name) ?? {
          version: version.replace(/^npm:.*@/, ''),
          by: new Set(),
          folders: new Set(),
        }
        use.by.add(by)
        use.folders.add(folder)
        users.set(name, use)
      }
  }
  return users
}

/** The licence that the lock file states, of the workspace's own copy where it has one. */
function findLicence(
  lock: Record<string, { license?: string }>,
  name: string,
  folders: Set<string>,
): string {
  const paths = [...folders].map((folder) => `${folder}/node_modules/${name}`)
  return [...paths, `node_modules/${name}`].map((path) => lock[path]?.license).find(Boolean) ?? '-'
}

/** An item of a list in lines of at most 100 columns. */
function wrapItem(item: string): string {
  const lines = ['']
  for (const word of item.split(' ')) {
    const line = lines.at(-1)!
    if (line.length + word.length + 1 > 100) lines.push(`  ${word}`)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines.join('\n')
}
