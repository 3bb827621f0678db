import { setImmediate as others } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newScene } from '../scene/scene.ts'
import { applyUnit } from './edit-unit.ts'

const scene = newScene('A house', 'k3x9')
const walls = Array.from({ length: 20 }, (_, x) => ({
  tool: 'create_wall',
  arguments: { start: [x, 0], end: [x, 4] },
}))

test('other requests go on between two operations of a unit', async () => {
  let isDone = false
  const unit = applyUnit(scene, walls).finally(() => (isDone = true))
  let between = 0
  for (; !isDone; between++) await others()
  expect((await unit).answers).toHaveLength(walls.length)
  expect(between).toBeGreaterThanOrEqual(walls.length)
})

test('a unit that takes too long is refused, and states how far it came', async () => {
  await expect(applyUnit(scene, walls, 0)).rejects.toMatchObject({
    code: 'limit_exceeded',
    param: 'operations',
    message: expect.stringMatching(
      /^The first 1 of 20 operations took longer than 0 s: nothing ran/,
    ),
  })
  expect((await applyUnit(scene, walls.slice(0, 1), 0)).answers).toHaveLength(1)
})
