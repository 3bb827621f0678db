import { describe, expect, test } from 'vitest'
import { box, draftedHouse, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { nodeOf, nodesOf } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'

const path = [
  [1, 1],
  [4, 1],
]
/** The former call that makes the same, for each kind. */
const SAME: [kind: string, former: string, given: object, formerGiven?: object][] = [
  ['slab', 'create_slab', { polygon: box(20, 0, 2, 2), top: -0.1, thickness: 0.15 }],
  ['ceiling', 'create_ceiling', { polygon: box(20, 0, 2, 2), height: 2.4 }],
  ['column', 'create_column', { position: [2, -1.5], outline: 'circle', width: 0.4 }],
  ['beam', 'create_beam', { start: [1, -1], end: [3, -1], depth: 0.25, top: 2.6 }],
  ['fence', 'create_fence', { path, style: 'hedge', height: 0.3 }],
  ['railing', 'create_fence', { path, height: 0.9 }, { style: 'railing' }],
  ['annotation', 'add_annotation', { position: [2, -1], text: 'Check the drain' }],
]

describe('set_element', () => {
  test.each(SAME)('makes the same %s as %s', (kind, former, given, more) => {
    const [now, then] = [draftedHouse().draft, draftedHouse().draft]
    made(now.apply('set_element', { kind, ...given }))
    made(then.apply(former, { ...given, ...more }))
    expect(sceneHash(now.scene)).toBe(sceneHash(then.scene))
  })

  test('changes an element and the site, with lengths in the unit of the call', () => {
    const { draft } = draftedHouse()
    const { columnId } = made(
      draft.apply('set_element', { kind: 'column', label: 'Post', position: [2, -1], height: 2 }),
    )
    expect(nodeOf(draft.scene, columnId, 'column')!.label).toBe('Post')
    made(draft.apply('set_element', { id: 'Post', width: 400, move: [500, 0], unit: 'mm' }))
    made(draft.apply('set_element', { id: columnId, unset: ['height'], rotate: 45 }))
    const column = nodeOf(draft.scene, columnId, 'column')!
    expect(column).toMatchObject({ width: 0.4, position: [2.5, -1], rotation: 45 })
    expect(column.height).toBeUndefined()
    const polygon = box(-5, 5, 20, 12)
    const [site] = nodesOf(draft.scene, 'site')
    made(draft.apply('set_element', { id: site.id, polygon }))
    expect(nodeOf(draft.scene, site.id, 'site')!.polygon).toHaveLength(4)
  })

  test('refuses what the kind does not have, with the fields that it has', () => {
    const { draft, walls } = draftedHouse()
    const refused = (given: Record<string, unknown>) =>
      refusedFor(draft.apply('set_element', given))
    expect(refused({ position: [1, -1] })).toMatchObject({ code: 'invalid_input', param: 'kind' })
    expect(refused({ kind: 'column', position: [1, -1], text: 'x' })).toMatchObject({
      param: 'text',
      message: expect.stringContaining('A column has no text'),
    })
    expect(refused({ kind: 'railing', path, style: 'hedge' }).param).toBe('style')
    expect(refused({ kind: 'fence', path, height: 9 })).toMatchObject({ param: 'height' })
    expect(refused({ id: walls.south, height: 2 })).toMatchObject({
      code: 'wrong_kind',
      message: `${walls.south} is a wall; use edit_wall.`,
    })
    const { columnId } = made(draft.apply('set_element', { kind: 'column', position: [2, -1] }))
    expect(refused({ id: columnId, kind: 'beam' }).param).toBe('kind')
    expect(refused({ id: columnId, levelId: 'level_2' }).param).toBe('levelId')
    expect(refused({ id: columnId, style: 'hedge' }).param).toBe('style')
    expect(refusedFor(draft.apply('edit_wall', { id: columnId })).message).toContain('set_element')
  })

  test('offers itself as the call that works', () => {
    const { draft } = draftedHouse()
    const { columnId } = made(draft.apply('set_element', { kind: 'column', position: [2, -1] }))
    made(draft.apply('place_item', { items: [{ asset: 'wardrobe', position: [3.1, -1] }] }))
    const { fix } = refusedFor(draft.apply('set_element', { id: columnId, move: [1, 0] }))
    expect(fix?.tool).toBe('set_element')
    made(draft.apply(fix!.tool, fix!.arguments))
  })

  test('a hole in the slab of an upper storey has an issue for each edge without a guard', () => {
    const { draft } = draftedHouse()
    const { levelId } = made(draft.apply('create_level', { position: 'above' }))
    const { slabId } = made(
      draft.apply('create_room', { label: 'Loft', polygon: box(0, 0, 8, 3), levelId }),
    )
    const holes = [box(2, -1, 1, 1)]
    const { issues } = made(draft.apply('set_element', { id: slabId, holes }))
    const guards = issues.filter(({ code }) => code === 'hole.no_guard')
    expect(guards.length).toBeGreaterThan(0)
    for (const { fix } of guards) made(draft.apply(fix!.tool, fix!.arguments))
    // The same holes again are not new ones.
    const again = made(draft.apply('set_element', { id: slabId, holes, thickness: 0.25 }))
    expect(again.issues.filter(({ code }) => code === 'hole.no_guard')).toEqual([])
  })
})
