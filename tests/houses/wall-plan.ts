import { fullNode, newScene, type Scene } from '../../architect/scene/scene.ts'

/**
 * A scene of walls 0.2 m thick, `wall_10` and on, with openings listed by the number of their wall.
 */
export function wallPlan(
  walls: readonly object[],
  openings: readonly {
    wall: number
    kind: 'door' | 'window' | 'opening'
    [field: string]: unknown
  }[] = [],
): Scene {
  const scene = newScene('A plan', 'p1an')
  const nodes = { ...scene.nodes }
  for (const [index, fields] of walls.entries()) {
    const id = `wall_${index + 10}`
    nodes[id] = fullNode({ id, kind: 'wall', parent: 'level_2', thickness: 0.2, ...fields })
  }
  for (const [index, { wall, ...fields }] of openings.entries()) {
    const id = `${fields.kind}_${index + 1000}`
    nodes[id] = fullNode({ id, parent: `wall_${wall + 10}`, ...fields })
  }
  return { ...scene, lastId: 10_000, nodes }
}
