import { z } from 'zod'
import { levelFrames } from '../kernel/levels.ts'
import type { Issue } from '../scene/issue.ts'
import type { Kind, SceneNode } from '../scene/nodes.ts'
import { childrenOf } from '../scene/scene.ts'
import { levelLabel, levelPosition, settleLevel, shiftLevels } from './levels/level-stack.ts'
import { requireNode } from './nodes/require-node.ts'
import type { Operation } from './operation.ts'
import { SceneEdit } from './scene-edit.ts'

const CONTENTS = ['structure', 'all'] as const
type Content = (typeof CONTENTS)[number]

/**
 * The least content with which a kind is copied; openings are copied with their walls. `never`: a
 * roof lies on the uppermost storey only, and the others are not on a level.
 */
const COPIED_WITH: Record<Kind, Content | 'never'> = {
  wall: 'structure',
  door: 'structure',
  window: 'structure',
  opening: 'structure',
  zone: 'structure',
  slab: 'structure',
  ceiling: 'structure',
  column: 'structure',
  beam: 'structure',
  stair: 'structure',
  railing: 'all',
  item: 'all',
  fence: 'all',
  annotation: 'all',
  roof: 'never',
  site: 'never',
  building: 'never',
  level: 'never',
}

const input = z.strictObject({
  levelId: z.string(),
  position: levelPosition,
  label: z.string().min(1).max(120).optional().describe('Name for people'),
  content: z.enum(CONTENTS).optional(),
})

export const duplicateLevel: Operation<z.infer<typeof input>> = {
  name: 'duplicate_level',
  description:
    'Copies a storey: its structure, or all with furniture, railings and notes; not its roof. The structure is walls with their openings, rooms, slabs, ceilings, columns, beams, and stairs where there is a storey above for them to reach. `idMap` maps each original to its copy.',
  input,
  refusals: ['invalid_input', 'node_not_found', 'wrong_kind', 'limit_exceeded'],
  run(scene, { levelId, position, label: given, content = 'structure' }) {
    const source = requireNode(scene, levelId, ['level'], 'levelId')
    const edit = new SceneEdit(scene)
    const { index, shifted } = shiftLevels(edit, source.parent!, position)
    const { height } = source
    const label = given ?? levelLabel(index)
    const level = edit.add('level', source.parent!, { label, index, height })
    const frame = levelFrames(edit.scene).get(level.id)!
    const idMap: Record<string, string> = { [levelId]: level.id }
    const skipped: { id: string; reason: string }[] = []
    // Read from the scene before the edit, so that copies are not copied again.
    for (const node of childrenOf(scene, levelId)) {
      const why = reasonToSkip(node, content, frame.above)
      if (why !== null) skipped.push({ id: node.id, reason: why })
      else copy(edit, node, level.id, idMap, frame.above)
    }
    rehost(edit, idMap)
    const { retargeted, issues } = settleLevel(edit, level.id)
    const result = {
      levelId: level.id,
      index,
      elevation: frame.elevation,
      idMap,
      shifted,
      retargeted,
      skipped,
    }
    return { scene: edit.scene, result, issues: issues satisfies Issue[] }
  },
}

function reasonToSkip(node: SceneNode, content: Content, above: string | undefined): string | null {
  if (node.kind === 'stair' && above === undefined)
    return 'there is no storey above the new one for it to reach'
  const least = COPIED_WITH[node.kind]
  if (least === 'never') return `${node.kind}s are not copied`
  return CONTENTS.indexOf(least) <= CONTENTS.indexOf(content) ? null : `content is ${content}`
}

function copy(
  edit: SceneEdit,
  node: SceneNode,
  parent: string,
  idMap: Record<string, string>,
  above: string | undefined,
): void {
  const { id, kind, parent: _, ...own } = node
  const fields = kind === 'stair' ? { ...own, toLevel: above } : own
  const made = edit.add(kind, parent, fields as Partial<SceneNode>)
  idMap[id] = made.id
  for (const child of childrenOf(edit.scene, id)) copy(edit, child, made.id, idMap, above)
}

/** Hangs copied items on the copies of their hosts. */
function rehost(edit: SceneEdit, idMap: Record<string, string>): void {
  for (const id of Object.values(idMap)) {
    const node = edit.scene.nodes[id]
    if (node.kind !== 'item' || node.host === undefined) continue
    edit.change(id, { host: idMap[node.host] })
  }
}
