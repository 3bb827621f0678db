import { middleOf } from './ring-middle.ts'
import type { IndexedNode } from './scene-index.ts'

/** The names that files have for boards without a label of their own. */
const UNNAMED: Readonly<Record<string, string>> = { slab: 'Slab', ceiling: 'Ceiling' }

/**
 * Names slabs and ceilings without a label by the only room that they belong to. `isOver` is true
 * of a board that is above or below a point of the plan.
 */
export function nameBoards(
  nodes: ReadonlyMap<string, IndexedNode>,
  isOver: (id: string, x: number, z: number) => boolean,
): void {
  const rooms = [...nodes.values()].flatMap(({ polygon, levelId, label }) =>
    polygon ? [{ levelId, label, middle: middleOf(polygon) }] : [],
  )
  for (const node of nodes.values()) {
    const name = UNNAMED[node.kind]
    if (name === undefined || node.label !== name) continue
    const own = rooms.filter(
      ({ levelId, middle }) => levelId === node.levelId && isOver(node.id, ...middle),
    )
    if (own.length === 1) node.label = `${name}, ${own[0].label}`
  }
}
