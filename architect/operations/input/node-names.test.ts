import { expect, test } from 'vitest'
import { z } from 'zod'
import { draftedHouse, made } from '../../../tests/houses/drafted-house.ts'
import { runRead } from '../../reads/run-read.ts'
import { KINDS, NODE_SCHEMAS } from '../../scene/nodes.ts'
import { fullNode, newScene, nodeOf } from '../../scene/scene.ts'
import { OPERATIONS } from '../index.ts'
import { NODE_ARGUMENTS, withNodeIds } from './node-names.ts'

/** Arguments whose text names no node. */
const NO_NODES = [
  ...['as', 'asset', 'color', 'face', 'label', 'labels', 'preset', 'require', 'text'],
  // Labels of rooms that a layout is to have.
  ...['within', 'nextTo', 'openTo', 'apartFrom', 'before', 'hallLabel'],
]
/** Arguments that may be a node or another word, such as `outside`, which edits resolve. */
const RESOLVED_BY_EDITS = ['opensInto', 'target', 'to']

interface Schema {
  type?: string
  enum?: unknown
  pattern?: string
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}

/** The names of arguments that hold free text, at any depth. */
function textArguments(schema: Schema): string[] {
  const isText = (one: Schema | undefined) => one?.type === 'string' && one.enum === undefined
  const inner = [schema.items, ...(schema.anyOf ?? [])].flatMap((one) =>
    one ? textArguments(one) : [],
  )
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(isText(field) || isText(field.items) ? [name] : []),
    ...textArguments(field),
  ])
  return [...own, ...inner]
}

/** Words of nodes that `edit_node` and `apply_patch` check against the schema of the kind. */
const isFieldOfKind = (name: string) =>
  KINDS.some((kind) => Object.hasOwn(NODE_SCHEMAS[kind].shape, name))

test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  'each text that %s takes names a node, or is known not to',
  (name, { input }) => {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
    const known = [...Object.keys(NODE_ARGUMENTS), ...NO_NODES, ...RESOLVED_BY_EDITS, 'unset']
    const isFree = name === 'edit_node' || name === 'apply_patch'
    const left = textArguments(schema).filter(
      (argument) => !known.includes(argument) && !(isFree && isFieldOfKind(argument)),
    )
    expect(left).toEqual([])
  },
)

test.each(Object.entries(NODE_ARGUMENTS))(
  '%s takes a label where it takes an id',
  (name, kinds) => {
    const scene = newScene('A house', 'k3x9')
    const [kind] = kinds
    const id = `${kind}_77`
    const wall = {
      id: 'wall_70',
      kind: 'wall' as const,
      parent: 'level_2',
      start: [0, 0],
      end: [9, 0],
    }
    const shapes: Record<string, object> = {
      door: { parent: 'wall_70', offset: 2, width: 1, height: 2, sill: 0 },
      window: { parent: 'wall_70', offset: 2, width: 1, height: 1, sill: 1 },
      wall: { ...wall },
    }
    const present = Object.values(scene.nodes).find((node) => node.kind === kind)
    const outline = [
      [0, 0],
      [4, 0],
      [4, -3],
    ]
    const made = {
      parent: 'level_2',
      polygon: outline,
      roofType: 'flat',
      color: '#ffffff',
      asset: 'vase',
      position: kind === 'item' ? [0, 0, 0] : [0, 0],
      toLevel: 'level_2',
    }
    const fields = Object.fromEntries(
      Object.entries(made).filter(([field]) => Object.hasOwn(NODE_SCHEMAS[kind].shape, field)),
    )
    const node = fullNode({
      ...(present ?? fields),
      ...shapes[kind],
      id,
      kind,
      label: 'My Node',
    } as never)
    const named = { ...scene, nodes: { ...scene.nodes, [id]: node } }
    for (const label of ['My Node', ' my node ', id]) {
      expect(withNodeIds(named as never, { [name]: label })).toEqual({ [name]: id })
      expect(withNodeIds(named as never, { ops: [{ [name]: [label] }] })).toEqual({
        ops: [{ [name]: [id] }],
      })
    }
  },
)

test('arguments that take other words than nodes too, and those of reads, take labels', () => {
  const { draft, west, walls } = draftedHouse()
  made(draft.apply('set_finishes', { target: ' west ', floor: { color: '#112233' } }))
  const door = made(draft.apply('add_door', { zoneId: 'east', to: 'WEST', opensInto: 'west' }))
  expect(nodeOf(draft.scene, `${door.doorId}`, 'door')?.parent).toBe(walls.between)
  expect(door.opensInto).toBe(west.zoneId)
  const read = runRead(draft.scene, 'get_node', { id: ' west ' }) as never as { id: string }
  expect(JSON.stringify(read)).toContain(west.zoneId)
})
