import { expect, test } from 'vitest'
import { draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { childrenOf, nodeOf, nodesOf } from '../scene/scene.ts'

test('the structure is copied with its openings, and idMap maps originals to copies', () => {
  const { draft, level, walls } = draftedHouse()
  const door = {
    op: 'add',
    kind: 'door',
    parent: walls.south,
    set: { offset: 2, width: 1, height: 2, sill: 0 },
  }
  const note = {
    op: 'add',
    kind: 'annotation',
    parent: level,
    set: { position: [1, -1], text: 'Here' },
  }
  made(draft.apply('apply_patch', { ops: [door, note] }))
  const copy = made(draft.apply('duplicate_level', { levelId: level, position: 'above' }))
  const idMap = copy.idMap
  expect(nodeOf(draft.scene, idMap[walls.south], 'wall')).toMatchObject({
    parent: copy.levelId,
    start: nodeOf(draft.scene, walls.south, 'wall')!.start,
  })
  expect(childrenOf(draft.scene, idMap[walls.south], 'door')).toHaveLength(1)
  expect(childrenOf(draft.scene, copy.levelId, 'wall')).toHaveLength(7)
  expect(copy.skipped).toEqual([
    { id: nodesOf(draft.scene, 'annotation')[0].id, reason: 'content is structure' },
  ])
})

test('all of a storey is copied, with the items on its walls', () => {
  const { draft, level, walls } = draftedHouse()
  const picture = {
    op: 'add',
    kind: 'item',
    parent: level,
    set: { asset: 'picture_large', position: [1, 1.4, -0.095], host: walls.south },
  }
  made(draft.apply('apply_patch', { ops: [picture] }))
  const copy = made(
    draft.apply('duplicate_level', { levelId: level, position: 'above', content: 'all' }),
  )
  const [item] = childrenOf(draft.scene, copy.levelId, 'item')
  expect(item.host).toBe(copy.idMap[walls.south])
})

test('a stair is copied only where there is a storey for it to reach', () => {
  const { draft, level } = draftedHouse()
  const upper = made(draft.apply('create_level', { position: 'above' }))
  const stair = {
    op: 'add',
    kind: 'stair',
    parent: level,
    set: { toLevel: upper.levelId, shape: 'spiral', position: [2, -1.5] },
  }
  made(draft.apply('apply_patch', { ops: [stair] }))
  const top = made(draft.apply('duplicate_level', { levelId: level, position: 'above' }))
  expect(top.skipped).toMatchObject([{ reason: expect.stringContaining('no storey above') }])
  const between = made(draft.apply('duplicate_level', { levelId: level, position: 1 }))
  const [copied] = childrenOf(draft.scene, between.levelId, 'stair')
  expect(copied.toLevel).toBe(upper.levelId)
  expect(childrenOf(draft.scene, level, 'stair')[0].toLevel).toBe(between.levelId)
})

test('everything that is not copied is listed with its reason', () => {
  const { draft, level } = draftedHouse()
  const { roofId } = made(draft.apply('create_roof', { levelId: level, roofType: 'flat' }))
  const items = [{ asset: 'bookshelf', position: [2, -0.5], rotation: 180 }]
  made(draft.apply('place_item', { items }))
  const [item] = nodesOf(draft.scene, 'item')
  const skippedWith = (content: string) =>
    made(draft.apply('duplicate_level', { levelId: level, position: 'below', content })).skipped
  const roof = { id: roofId, reason: 'roofs are not copied' }
  expect(skippedWith('all')).toEqual([roof])
  const skipped = skippedWith('structure')
  expect(skipped).toHaveLength(2)
  expect(skipped).toEqual(
    expect.arrayContaining([roof, { id: item.id, reason: 'content is structure' }]),
  )
})

test.each(['create_level', 'duplicate_level'])('%s states what position may be', (name) => {
  const { draft, level } = draftedHouse()
  const call = { position: 'top', ...(name === 'duplicate_level' && { levelId: level }) }
  const { code, message, param } = refusedFor(draft.apply(name, call))
  expect({ code, param }).toEqual({ code: 'invalid_input', param: 'position' })
  expect(message).toContain('Use above, below or an index: 0 is the ground floor')
})

test('a node that is not a level is refused, and undo removes a whole copy', () => {
  const { draft, level, walls } = draftedHouse()
  const call = { levelId: walls.south, position: 'above' }
  expect(refusedFor(draft.apply('duplicate_level', call)).code).toBe('wrong_kind')
  expect(isUndone(draft, () => draft.apply('duplicate_level', { ...call, levelId: level }))).toBe(
    true,
  )
})
