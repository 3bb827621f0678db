import { expect, test } from 'vitest'
import { validateScene } from '../../architect/checks/validate.ts'
import { verifyScene } from '../../architect/checks/verify.ts'
import { nodesOf } from '../../architect/scene/scene.ts'
import { sceneHash } from '../../architect/scene/scene-hash.ts'
import { largeBuilding } from './large-building.ts'

test('a building of 200 walls and 800 nodes is made through the operations alone', () => {
  const scene = largeBuilding({ roomsPerSide: 8 })
  expect(nodesOf(scene, 'wall').length).toBeGreaterThan(200)
  expect(Object.keys(scene.nodes).length).toBeGreaterThan(800)
  expect(validateScene(scene)).toMatchObject({ valid: true })
  const { ok, issues } = verifyScene(scene, { minSeverity: 'error' })
  expect({ ok, issues }).toEqual({ ok: true, issues: [] })
})

test('the same seed makes the same building, another one another', () => {
  const small = { storeys: 1, roomsPerSide: 3, isFurnished: false }
  const hash = sceneHash(largeBuilding({ ...small, seed: 1 }))
  expect(sceneHash(largeBuilding({ ...small, seed: 1 }))).toBe(hash)
  expect(sceneHash(largeBuilding({ ...small, seed: 2 }))).not.toBe(hash)
})
