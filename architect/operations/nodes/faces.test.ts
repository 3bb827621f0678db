import { expect, test } from 'vitest'
import { box, draftedHouse, made } from '../../../tests/houses/drafted-house.ts'
import { CATALOG } from '../../assets/catalog.ts'
import { bodyOf } from '../../kernel/bodies.ts'
import { KINDS } from '../../scene/nodes.ts'
import { nodesOf } from '../../scene/scene.ts'
import { facesOf } from './faces.ts'

/** A colour that no node has by default. */
const MARK = '#123456'

test('every face that can be painted shows its colour', () => {
  const { draft, level, walls } = draftedHouse()
  const { levelId } = made(draft.apply('create_level', { position: 'above' }))
  made(draft.apply('create_roof', { roofType: 'gable', levelId: level }))
  made(draft.apply('create_slab', { polygon: box(0, 0, 8, 3), levelId }))
  const path = [
    [0, 9],
    [4, 9],
  ]
  const ops = [
    { kind: 'door', parent: walls.south, set: { offset: 2, width: 1, height: 2, sill: 0 } },
    { kind: 'window', parent: walls.north, set: { offset: 2, width: 1, height: 1, sill: 1 } },
    {
      kind: 'stair',
      parent: level,
      set: { toLevel: levelId, position: [1.5, 15] },
    },
    { kind: 'column', parent: level, set: { position: [6, -1] } },
    { kind: 'beam', parent: level, set: { start: [4, -1], end: [8, -1] } },
    { kind: 'fence', parent: level, set: { path } },
    { kind: 'railing', parent: level, set: { path } },
    // Each at a position of its own, east of the house.
    ...CATALOG.map(({ name }, index) => ({
      kind: 'item',
      parent: level,
      set: { asset: name, position: [20 + 5 * index, 0, 0] },
    })),
  ]
  made(draft.apply('apply_patch', { ops: ops.map((op) => ({ op: 'add', ...op })) }))
  const unseen: string[] = []
  let faces = 0
  for (const kind of KINDS) {
    const nodes = nodesOf(draft.scene, kind)
    for (const node of kind === 'item' ? nodes : nodes.slice(0, 1)) {
      for (const face of facesOf(node)) {
        faces++
        made(draft.apply('set_material', { ids: [node.id], face, color: MARK }))
        const looks = bodyOf(draft.scene, node.id)?.parts.map((part) => part.material.color) ?? []
        if (!looks.includes(MARK)) unseen.push(`${node.id} ${face}`)
        draft.undo()
      }
    }
  }
  expect(unseen).toEqual([])
  expect(faces).toBeGreaterThan(CATALOG.length)
})
