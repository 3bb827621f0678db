import { expect, test } from 'vitest'
import { wallPlan } from '../../../tests/houses/wall-plan.ts'
import { validateScene } from '../../checks/validate.ts'
import { verifyScene } from '../../checks/verify.ts'
import { Draft } from '../../operations/draft.ts'
import { drawView } from '../../render/draw-view.ts'
import { readViewRequest } from '../../render/view-request.ts'
import { newScene } from '../../scene/scene.ts'
import { quantities } from '../quantities.ts'
import { wallTangle } from './wall-network.ts'
import { TangledWalls } from './wall-tangle.ts'

/** Walls from one point to places around it. */
const star = (count: number, sagitta = 0) =>
  wallPlan(
    Array.from({ length: count }, (_, index) => {
      const angle = (2 * Math.PI * index) / count
      return { start: [0, 0], end: [5 * Math.cos(angle), 5 * Math.sin(angle)], sagitta }
    }),
  )
const parallel = (count: number) =>
  wallPlan(Array.from({ length: count }, (_, i) => ({ start: [0, i / 1000], end: [5, i / 1000] })))

test.each([
  ['400 walls from one point', star(400)],
  ['2,000 walls a millimetre apart', parallel(2000)],
  ['200 arcs from one point', star(200, 1)],
])('%s are a fault, and nothing is derived from them', (_, scene) => {
  expect(wallTangle(scene, 'level_2')).toMatch(/^More than \d+ pairs of .* on level_2/)
  expect(validateScene(scene).errors).toEqual([
    expect.objectContaining({ code: 'wall.tangle', nodeId: 'level_2' }),
  ])
  expect(verifyScene(scene)).toMatchObject({ ok: false, counts: { error: 1, warning: 0 } })
  expect(() => quantities(scene)).toThrow(TangledWalls)
  expect(() => drawView(scene, readViewRequest({ view: 'perspective' }))).toThrow(TangledWalls)
})

test('100 walls from one point are derived, and so are walls of a grid of 40 by 40 lines', () => {
  const lines = Array.from({ length: 80 }, (_, i) =>
    i < 40 ? { start: [0, i], end: [40, i] } : { start: [i - 40, 0], end: [i - 40, 40] },
  )
  for (const scene of [star(100), wallPlan(lines)]) expect(wallTangle(scene, 'level_2')).toBeNull()
})

test('an edit that would lay too many walls over one another is refused, with the figures', () => {
  const draft = new Draft(newScene('A star', 'k3x9'))
  // 120 walls in a point are 7,140 pairs of the 5,960 that so many may have.
  const ops = Array.from({ length: 120 }, (_, index) => {
    const angle = (2 * Math.PI * index) / 120
    const end = [5 * Math.cos(angle), 5 * Math.sin(angle)]
    return { op: 'add', kind: 'wall', parent: 'level_2', set: { start: [0, 0], end } }
  })
  const answer = draft.apply('apply_patch', { ops })
  expect(answer).toMatchObject({
    error: { code: 'limit_exceeded', message: expect.stringContaining('More than 5960 pairs') },
  })
  expect(draft.version).toBe(0)
})
