import type { SceneNode } from '../../architect/scene/nodes.ts'
import { levelIdOf, nodesOf, type Scene } from '../../architect/scene/scene.ts'
import { largeBuilding } from './large-building.ts'

/**
 * A furnished office building whose storeys are all like its ground floor, without stairs and roof.
 * Its storeys are copied as data, which takes no time: a large one has more than 10,000 nodes.
 */
export function tower(storeys: number, roomsPerSide: number): Scene {
  const base = largeBuilding({ storeys: 1, roomsPerSide })
  const [ground] = nodesOf(base, 'level')
  const stored = Object.values(base.nodes).filter(({ kind }) => !/^roof/.test(kind))
  const storey = stored.filter((node) => levelIdOf(base, node) === ground.id)
  const nodes = Object.fromEntries(stored.map((node) => [node.id, node]))
  for (let index = 1; index < storeys; index++) {
    const ids = new Map(
      storey.map(({ id }) => [
        id,
        id.replace(/\d+$/, (number) => `${+number + index * base.lastId}`),
      ]),
    )
    for (const node of storey) {
      const copy = withIds(node, ids) as SceneNode
      nodes[copy.id] = copy.kind === 'level' ? { ...copy, index } : copy
    }
  }
  return { ...base, lastId: base.lastId * storeys, nodes }
}

/** A copy of a value in which ids are replaced. */
function withIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value
  if (Array.isArray(value)) return value.map((each) => withIds(each, ids))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIds(each, ids)]))
}
