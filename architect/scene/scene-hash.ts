import { createHash } from 'node:crypto'
import type { Scene } from './scene.ts'

/**
 * The canonical form of a scene: JSON with sorted names and nodes in the order of their ids. Nodes
 * that were added and deleted again leave no trace, since `lastId` is left out.
 */
export function canonicalScene({ format, nodes }: Scene): string {
  return JSON.stringify(sorted({ format, nodes }))
}

/** SHA-256 of the canonical form, in hex: equal exactly for equal scenes. */
export function sceneHash(scene: Scene): string {
  let hash = hashes.get(scene.nodes)
  if (hash === undefined) {
    hash = createHash('sha256').update(canonicalScene(scene)).digest('hex')
    hashes.set(scene.nodes, hash)
  }
  return hash
}

const hashes = new WeakMap<Scene['nodes'], string>()

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(
    names.map((name) => [name, sorted((value as Record<string, unknown>)[name])]),
  )
}
