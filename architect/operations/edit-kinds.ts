import { z } from 'zod'
import { lengthIn, unwrapped } from '../scene/length-schema.ts'
import { type Kind, LABEL_CHARACTERS_MAX, NODE_SCHEMAS, type NodeOf } from '../scene/nodes.ts'
import { ROOM_TYPES } from '../scene/room-types.ts'
import { nodeOf, type Scene } from '../scene/scene.ts'
import { editNode } from './edit-node.ts'
import { movedItemsFix, orFix } from './fit/first-fix.ts'
import { type ItemsMode, itemsField } from './fit/items-mode.ts'
import { partialChange } from './fit/partial-change.ts'
import type { NodeFields } from './input/node-fields.ts'
import { requireNode } from './nodes/require-node.ts'
import type { Operation, Outcome } from './operation.ts'
import { Refusal } from './refusal.ts'
import { MOVE_MAX_M } from './walls/move-wall-by.ts'

/** A tool that edits nodes of one kind, or of kinds that differ in little. */
interface EditTool {
  name: string
  kinds: readonly Kind[]
  description: string
  /** Absent where the kind cannot be moved; an item moves in height too. */
  moves?: 'in plan' | 'in space'
  turns?: true
  /** True where furniture may be in its way. */
  movesItems?: true
  /** True where `set_element` edits the kind, and files of calls still use this tool. */
  isSuperseded?: true
}

const TOOLS: readonly EditTool[] = [
  {
    name: 'edit_site',
    isSuperseded: true,
    kinds: ['site'],
    description: 'Changes the plot.',
    moves: 'in plan',
  },
  {
    name: 'edit_level',
    kinds: ['level'],
    description: 'Changes a storey; stairs, walls and the storeys above follow.',
  },
  {
    name: 'edit_wall',
    kinds: ['wall'],
    description:
      'Changes a wall; a straight one moves with its whole line, and rooms follow. Walls that meet it stretch or shorten and never turn.',
    moves: 'in plan',
    turns: true,
    movesItems: true,
  },
  {
    name: 'edit_opening',
    kinds: ['door', 'window', 'opening'],
    description: 'Changes a door, a window or a hole in a wall.',
    moves: 'in plan',
    movesItems: true,
  },
  {
    name: 'edit_room',
    kinds: ['zone'],
    description: 'Changes the name, use, colour or outline of a room, not its walls.',
    moves: 'in plan',
    turns: true,
  },
  {
    name: 'edit_slab',
    isSuperseded: true,
    kinds: ['slab'],
    description: 'Changes a floor slab.',
    moves: 'in plan',
    turns: true,
  },
  {
    name: 'edit_ceiling',
    isSuperseded: true,
    kinds: ['ceiling'],
    description: 'Changes a ceiling.',
    moves: 'in plan',
    turns: true,
  },
  {
    name: 'edit_roof',
    kinds: ['roof'],
    description: 'Changes a roof.',
    moves: 'in plan',
    turns: true,
  },
  {
    name: 'edit_stair',
    kinds: ['stair'],
    description: 'Changes a stair; the holes that it cuts and the railings around them follow.',
    moves: 'in plan',
    turns: true,
    movesItems: true,
  },
  {
    name: 'edit_item',
    kinds: ['item'],
    description: 'Changes a piece of furniture or equipment.',
    moves: 'in space',
    turns: true,
  },
  {
    name: 'edit_column',
    isSuperseded: true,
    kinds: ['column'],
    description: 'Changes a column.',
    moves: 'in plan',
    turns: true,
  },
  {
    name: 'edit_beam',
    isSuperseded: true,
    kinds: ['beam'],
    description: 'Changes a beam.',
    moves: 'in plan',
    turns: true,
  },
  {
    name: 'edit_fence',
    isSuperseded: true,
    kinds: ['fence'],
    description: 'Changes a fence or a hedge.',
    moves: 'in plan',
    turns: true,
  },
  {
    name: 'edit_railing',
    isSuperseded: true,
    kinds: ['railing'],
    description: 'Changes a railing.',
    moves: 'in plan',
    turns: true,
  },
  {
    name: 'edit_annotation',
    isSuperseded: true,
    kinds: ['annotation'],
    description: 'Changes a note in the plan.',
    moves: 'in plan',
  },
]

/** Fields that no call sets: they name the node, or `set_material` sets them. */
const NOT_SET = ['id', 'kind', 'parent', 'finishes', 'survey']

/** Input of every edit tool; the other fields are those of the kind. */
interface EditInput {
  id: string
  unset?: string[]
  move?: number[]
  rotate?: number
  items?: ItemsMode
  [field: string]: unknown
}

/** One tool for each kind of node that can be changed, with the fields of that kind alone. */
export const EDITS_OF_KINDS: readonly Operation<EditInput>[] = TOOLS.map(editOperation)

function editOperation(tool: EditTool): Operation<EditInput> {
  return {
    name: tool.name,
    description: tool.description,
    isSuperseded: tool.isSuperseded,
    input: inputOf(tool) as unknown as z.ZodType<EditInput>,
    refusals: editNode.refusals,
    run(scene, given) {
      const { kind } = requireNode(scene, given.id)
      if (!tool.kinds.includes(kind)) throw wrongTool(tool, kind, given)
      return orFix(
        () => edited(scene, given),
        (refusal) => ({
          // Furniture in the way is moved rather than less of the change made.
          fix:
            movedItemsFix(tool.name, edited, scene, given, refusal) ??
            partialChange({ tool: tool.name, scene, given, refusal }, edited),
        }),
      )
    },
  }
}

/** Flat, so that a field has its name in the scene: `thickness`, not `set.thickness`. */
function inputOf({ kinds, moves, turns, movesItems }: EditTool) {
  const fields = fieldsOf(kinds)
  const derived = Object.keys(fields).filter((name) => isDerived(kinds, name))
  const move = z.array(lengthIn(-MOVE_MAX_M, MOVE_MAX_M))
  return z.strictObject({
    id: z.string(),
    ...fields,
    ...(derived.length > 0 && {
      unset: z.array(z.enum(derived)).max(derived.length).optional(),
    }),
    ...(moves && {
      move: (moves === 'in space' ? move.min(2).max(3) : move.length(2)).optional(),
    }),
    ...(movesItems && { items: itemsField() }),
    ...(turns && {
      rotate: z.number().min(-360).max(360).optional(),
    }),
  })
}

/** The fields that a caller may set, all optional and without defaults. */
function fieldsOf(kinds: readonly Kind[]): Record<string, z.ZodType> {
  const fields: Record<string, z.ZodType> = {
    label: z.string().max(LABEL_CHARACTERS_MAX).optional(),
  }
  for (const kind of kinds) {
    const shape: Record<string, z.ZodType> = NODE_SCHEMAS[kind].shape
    for (const [name, schema] of Object.entries(shape)) {
      if (NOT_SET.includes(name) || Object.hasOwn(fields, name)) continue
      const plain = (unwrapped(schema) as z.ZodType).optional()
      fields[name] = schema.description ? plain.describe(schema.description) : plain
    }
  }
  return fields
}

/** True for a field that may be absent, so that its value is derived. */
function isDerived(kinds: readonly Kind[], name: string): boolean {
  return kinds.some((kind) => {
    const shape: Record<string, z.ZodType> = NODE_SCHEMAS[kind].shape
    return name !== 'label' && shape[name]?._zod.def.type === 'optional'
  })
}

function wrongTool(tool: EditTool, kind: Kind, given: EditInput): Refusal {
  const other = editToolOf(kind)
  return new Refusal(
    'wrong_kind',
    `${given.id} is a ${kind}, not a ${tool.kinds.join(' or ')}${other ? `; use ${other}.` : '.'}`,
    { param: 'id', nodeIds: [given.id] },
  )
}

/** A colour that is usual for the use of a room follows its use. */
const withUsualColor = (zone: NodeOf<'zone'>, fields: Partial<NodeOf<'zone'>>): NodeFields => ({
  ...(zone.color === ROOM_TYPES[zone.roomType].color && {
    color: ROOM_TYPES[fields.roomType!].color,
  }),
  ...(fields as NodeFields),
})

/** The listed tool that edits nodes of a kind; null for a building. */
export function editToolOf(kind: Kind): string | null {
  const tool = TOOLS.find(({ kinds }) => kinds.includes(kind))
  return tool?.isSuperseded ? 'set_element' : (tool?.name ?? null)
}

/** The edit of nodes of a kind, as a part of the tool `name`. */
export const editOfKind = (kind: Kind, name: string): Operation<EditInput> =>
  editOperation({ ...TOOLS.find(({ kinds }) => kinds.includes(kind))!, name })

/** Makes the edit; a refusal names the arguments of this tool: `thickness`, not `set.thickness`. */
function edited(scene: Scene, given: EditInput): Outcome {
  const { id, unset, move, rotate, items, ...fields } = given
  const zone = nodeOf(scene, id, 'zone')
  const set = zone && fields.roomType ? withUsualColor(zone, fields) : fields
  try {
    return editNode.run(scene, {
      id,
      set: set as NodeFields,
      unset,
      move,
      rotate,
      items,
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message, nodeIds, details, fix } = error
    const param = error.param?.replace(/^set\./, '')
    throw new Refusal(code, message, { param, nodeIds, fix, details })
  }
}
