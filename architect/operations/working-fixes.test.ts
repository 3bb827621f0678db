import { expect, test } from 'vitest'
import { sceneOf } from '../../tests/houses/scene-of.ts'
import { verifyScene } from '../checks/verify.ts'
import { newScene } from '../scene/scene.ts'
import { Draft } from './draft.ts'
import { withWorkingFixes } from './working-fixes.ts'

const room = (x: number) => ({
  name: 'A',
  polygon: [
    [x, 0],
    [x + 3, 0],
    [x + 3, -3],
    [x, -3],
  ],
})

test('a roof over one house is offered; a roof over two separate houses, which is refused, is not', () => {
  const draft = new Draft(newScene('A house', 'k3x9'))
  draft.apply('create_room', room(0))
  const fixes = () => {
    const issues = withWorkingFixes(draft.scene, verifyScene(draft.scene).issues)
    return issues.filter(({ code }) => code === 'roof.uncovered_area').map(({ fix }) => fix?.tool)
  }
  expect(fixes()).toEqual(['create_roof'])
  draft.apply('create_room', room(8))
  expect(fixes()).toEqual([undefined])
})

test('a slab that would overlap another is not offered', () => {
  const polygon = room(0).polygon
  const half = polygon.map(([x, z]) => [x / 2, z])
  const scene = sceneOf(
    { kind: 'zone', id: 'zone_3', polygon, color: '#aabbcc' },
    { kind: 'slab', id: 'slab_4', polygon: half },
  )
  const { issues } = verifyScene(scene, { checks: ['slab'] })
  expect(issues).toMatchObject([{ fix: { tool: 'create_slab' } }])
  expect(withWorkingFixes(scene, issues)).toMatchObject([{ code: 'slab.missing_under_room' }])
  expect(withWorkingFixes(scene, issues)[0]).not.toHaveProperty('fix')
})
