import { z } from 'zod'
import { lengthIn } from '../input/input-units.ts'
import type { Issue } from '../scene/issue.ts'
import type { SceneNode } from '../scene/nodes.ts'
import { nodeOf, type Scene } from '../scene/scene.ts'
import { itemsField } from './fit/items-mode.ts'
import { INVALID_CODES, refuseInvalid } from './fit/refuse-invalid.ts'
import { MISFIT_CODES, refuseMisfits } from './fit/refuse-misfits.ts'
import { resolveItems } from './fit/resolve-items.ts'
import { nodeFields, unsetFields } from './input/node-fields.ts'
import { setFields } from './input/set-fields.ts'
import { rederivedBy } from './nodes/rederived.ts'
import { requireNode } from './nodes/require-node.ts'
import type { Operation } from './operation.ts'
import { followGuards } from './railings/follow-guards.ts'
import { guardIssues } from './railings/guard-issues.ts'
import { zoneChanges } from './rooms/zone-changes.ts'
import { SceneEdit } from './scene-edit.ts'
import { followArcs } from './walls/follow-arcs.ts'
import { followLoops } from './walls/follow-loops.ts'
import { MOVE_LINE_CODES } from './walls/move-line.ts'
import { MOVE_MAX_M, moveWallBy } from './walls/move-wall-by.ts'
import { refuseTurnedWalls } from './walls/turned-walls.ts'
import { followWall } from './walls/wall-follow.ts'

const input = z.strictObject({
  id: z.string(),
  set: nodeFields.optional().describe('Fields to set; each kind has its own'),
  unset: unsetFields.optional().describe('Fields to derive again'),
  move: z
    .array(lengthIn(-MOVE_MAX_M, MOVE_MAX_M))
    .min(2)
    .max(3)
    .optional()
    .describe('Distance, [x, z], of an item [x, y, z]; north is -z'),
  rotate: z.number().min(-360).max(360).optional().describe('About its middle'),
  items: itemsField().describe('Of walls, doors, passages, stairs: furniture in the way'),
})

/** Superseded by the tools of `edit-kinds.ts`, which run it; files of calls still use it. */
export const editNode: Operation<z.infer<typeof input>> = {
  name: 'edit_node',
  isSuperseded: true,
  description:
    'Changes a node of any kind; the tools edit_wall, edit_opening and so on have the fields of one kind. Sets fields, moves it, turns it. A straight wall moves with its whole line: walls that meet it stretch or shorten and never turn, rooms, slabs, ceilings and roofs follow, openings of other walls stay where they are. Refused where something would no longer fit.',
  input,
  refusals: [
    ...new Set([
      'node_not_found' as const,
      'wall_turned' as const,
      ...INVALID_CODES,
      ...MISFIT_CODES,
      ...MOVE_LINE_CODES,
    ]),
  ],
  run(scene, { id, move, items, ...change }) {
    const node = requireNode(scene, id)
    const edit = new SceneEdit(scene)
    const left: Issue[] = []
    const shift = move && (move.length === 2 ? [move[0], 0, move[1]] : move)
    // A straight wall moves with its whole line, after its other changes.
    const isLine = node.kind === 'wall' && node.sagitta === 0 && shift !== undefined && !shift[1]
    setFields(edit, node, { ...change, shift: isLine ? undefined : shift }, 'set')
    if (node.kind === 'wall') {
      followWall(edit, node, isLine || !shift ? undefined : [shift[0], shift[2]])
      const followed = followLoops(scene, edit, node.parent!)
      left.push(...followArcs(scene, edit, node.parent!, followed))
      refuseTurnedWalls(scene, edit.scene, node)
    }
    const moved = isLine ? moveWallBy(edit, id, [shift[0], shift[2]], 'line') : undefined
    const resolved = isInTheWay(node) ? resolveItems(scene, edit, items) : null
    const railings = followGuards(scene, edit)
    const after = edit.scene
    refuseInvalid(after)
    refuseMisfits(scene, after)
    const rederived = rederivedBy(scene, after, id)
    return {
      scene: after,
      result: {
        ...fieldsThatChanged(node, after.nodes[id]),
        rederived,
        ...(moved && { walls: moved.move, zones: zoneChanges(scene, after) }),
        ...resolved?.items,
        ...(railings && { railings }),
      },
      issues: [
        ...left,
        ...(moved?.issues ?? []),
        ...(resolved?.issues ?? []),
        ...(change.set?.holes ? newHoleIssues(scene, after, id) : []),
      ],
    }
  },
}

/** One issue for each stretch of a new hole of a slab that has no guard. */
function newHoleIssues(before: Scene, after: Scene, id: string): Issue[] {
  const [old, slab] = [before, after].map((scene) => nodeOf(scene, id, 'slab'))
  if (!old || !slab) return []
  const known = new Set(old.holes.map(String))
  return guardIssues(
    after,
    slab,
    slab.holes.filter((hole) => !known.has(String(hole))),
  )
}

/** True for nodes that furniture has to make way for; items and columns may not move into it. */
const isInTheWay = ({ kind }: SceneNode): boolean =>
  kind === 'wall' || kind === 'door' || kind === 'opening' || kind === 'stair'

function fieldsThatChanged(before: SceneNode, after: SceneNode) {
  const [old, now] = [before, after] as unknown as Record<string, unknown>[]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  )
  const of = (node: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, node[name] ?? null]))
  return { before: of(old), after: of(now) }
}
