import type { Scene } from '../scene/scene.ts'
import { nodeHashes, type ProjectLink } from './project-link.ts'

/** Most nodes that one sentence names; further ones are counted. */
const NAMED_MAX = 6

/**
 * What changed in the project since the file and its draft were the same, as sentences; nodes that
 * the file changed too come last. Without a common state it is how the two differ.
 */
export function formatRemoteChanges(
  shared: ProjectLink['shared'],
  local: Scene,
  remote: Scene,
): string {
  const [own, there] = [nodeHashes(local), nodeHashes(remote)]
  const base = shared?.nodes ?? own
  const changed = differing(base, there)
  const named = (ids: string[]) => {
    const names = ids.slice(0, NAMED_MAX).map((id) => nameOf(id, remote, local))
    return names.join(', ') + (ids.length > NAMED_MAX ? ` and ${ids.length - NAMED_MAX} more` : '')
  }
  const both = shared ? changed.filter((id) => own[id] !== base[id] && own[id] !== there[id]) : []
  const parts: [string, string[]][] = [
    [shared ? 'created there' : 'only there', changed.filter((id) => !(id in base))],
    [
      shared ? 'changed there' : 'different there',
      changed.filter((id) => id in base && id in there),
    ],
    [shared ? 'deleted there' : 'only in the file', changed.filter((id) => !(id in there))],
    ['changed in the file too', both],
  ]
  const stated = parts.filter(([, ids]) => ids.length > 0)
  if (stated.length === 0) return 'no node differs from before'
  return stated.map(([what, ids]) => `${what}: ${named(ids)}`).join('; ')
}

function differing(before: Record<string, string>, after: Record<string, string>): string[] {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return ids.filter((id) => before[id] !== after[id])
}

function nameOf(id: string, ...scenes: Scene[]): string {
  const label = scenes.map(({ nodes }) => nodes[id]).find((node) => node !== undefined)?.label
  return label ? `${id} (${label})` : id
}
