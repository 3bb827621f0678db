import type { IndexedNode } from '../viewer/scene-index.ts'
import { formatName } from './figures.ts'

const ID = /\b[a-z]+_[0-9a-z]{1,30}\b/g

/**
 * A message of the service for people: nodes by their names instead of their ids. Ids stay where
 * the name is that of the kind alone.
 */
export function withNames(message: string, nodes: ReadonlyMap<string, IndexedNode>): string {
  return message.replace(ID, (id) => {
    const node = nodes.get(id)
    return node && node.label !== formatName(node.kind) ? node.label : id
  })
}
