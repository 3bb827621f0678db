import { createHash } from 'node:crypto'
import type { Scene } from './scene.ts'

/**
 * The one spelling of a scene: JSON with sorted names and nodes in the order of their ids. What was
 * added and deleted again leaves no trace: `lastId` is not in it.
 */
export function canonicalScene({ format, nodes }: Scene): string {
  return spelled({ format, nodes })
}

/** SHA-256 of the canonical form, in hex: two scenes are the same exactly when it is. */
export function sceneHash(scene: Scene): string {
  let hash = hashes.get(scene.nodes)
  if (hash === undefined) {
    hash = createHash('sha256').update(canonicalScene(scene)).digest('hex')
    hashes.set(scene.nodes, hash)
  }
  return hash
}

const hashes = new WeakMap<Scene['nodes'], string>()

/** As `JSON.stringify` spells it, with sorted names; written at once, without a sorted copy. */
function spelled(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null'
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(spelled).join()}]`
  let text = ''
  for (const name of Object.keys(value).sort()) {
    const field = (value as Record<string, unknown>)[name]
    if (field === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${spelled(field)}`
  }
  return `{${text}}`
}
