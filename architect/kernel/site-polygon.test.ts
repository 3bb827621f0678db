import { expect, test } from 'vitest'
import { draftedHouse, made } from '../../tests/houses/drafted-house.ts'
import { withFields } from '../../tests/houses/scene-of.ts'
import { newScene, nodesOf, type Scene } from '../scene/scene.ts'
import { readScene, writeScene } from '../scene/scene-file.ts'
import { bodyOf } from './bodies.ts'
import { quantities } from './quantities.ts'
import { sitePolygon } from './site-polygon.ts'

const outline = (scene: Scene) => sitePolygon(scene, nodesOf(scene, 'site')[0])

test('the plot of a new scene is 30 m square, and follows what is built until one is set', () => {
  const empty = newScene('A scene', 'k3x9')
  expect(nodesOf(empty, 'site')[0].polygon).toBeUndefined()
  expect(quantities(empty).siteArea).toBe(900)
  // Two rooms from [0, 0] to [8, -3], with walls of 0.15 m: 5 m around them reach from -5.075 to
  // 13.075 m and from -8.075 to 5.075 m, outward to whole steps of 5 m.
  const { draft } = draftedHouse()
  expect(outline(draft.scene)).toEqual([
    [-10, 10],
    [15, 10],
    [15, -10],
    [-10, -10],
  ])
  made(
    draft.apply('create_slab', {
      polygon: [
        [0, 0],
        [8, 0],
        [8, 14],
        [0, 14],
      ],
    }),
  )
  expect(outline(draft.scene)[0]).toEqual([-10, 20])
  expect(bodyOf(draft.scene, nodesOf(draft.scene, 'site')[0].id)!.parts).toHaveLength(1)
})

test('a plot that is set stays, is stored, and is derived again once it is unset', () => {
  const { draft } = draftedHouse()
  const [{ id }] = nodesOf(draft.scene, 'site')
  const polygon = [
    [-20, 20],
    [20, 20],
    [20, -20],
    [-20, -20],
  ]
  made(draft.apply('edit_node', { id, set: { polygon } }))
  expect(outline(draft.scene)).toEqual(polygon)
  expect(readScene(writeScene(draft.scene))).toEqual({ scene: draft.scene })
  made(draft.apply('edit_node', { id, unset: ['polygon'] }))
  expect(outline(draft.scene)[0]).toEqual([-10, 10])
  expect(readScene(writeScene(draft.scene))).toEqual({ scene: draft.scene })
  expect(outline(withFields(draft.scene, id, { polygon }))).toEqual(polygon)
})

test('moving a plot that was never set sets it where it was derived', () => {
  const { draft } = draftedHouse()
  const [{ id }] = nodesOf(draft.scene, 'site')
  made(draft.apply('edit_node', { id, move: [2, 0] }))
  expect(nodesOf(draft.scene, 'site')[0].polygon![0]).toEqual([-8, 10])
})
