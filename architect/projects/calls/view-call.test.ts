import { expect, test } from 'vitest'
import { draftedHouse } from '../../../tests/houses/drafted-house.ts'
import { drawView } from '../../render/draw-view.ts'
import { ViewError } from '../../render/view-error.ts'
import { viewCall } from './view-call.ts'

const { draft, west, walls } = draftedHouse()
const { scene } = draft

test('a call without arguments is a perspective, and names of nodes may be labels', () => {
  expect(viewCall(scene, {})).toMatchObject({ view: 'perspective', labels: true, format: 'png' })
  const request = viewCall(scene, {
    view: 'plan',
    levelId: 'ground floor',
    targetId: 'West',
    highlightIds: ['East', walls.between],
  })
  expect(request).toMatchObject({ view: 'plan', levelId: 'level_2', targetId: west.zoneId })
  expect(request.highlightIds).toContain(walls.between)
  const { visibleIds } = drawView(scene, { ...request, width: 160, height: 120 })
  expect(visibleIds).toContain(walls.between)
})

test.each([
  [{ view: 'top' }, 'invalid_view', 'view'],
  [{ eye: [1, 2] }, 'invalid_view', 'eye'],
  [{ eye: '1,2,3' }, 'invalid_view', 'eye'],
  [{ format: 'pdf' }, 'invalid_view', 'format'],
  [{ unit: 'ft' }, 'invalid_view', 'unit'],
  [{ targetId: 'Nowhere' }, 'node_not_found', 'targetId'],
  [{ levelId: 'West' }, 'wrong_kind', 'levelId'],
  [{ highlightIds: ['Nowhere'] }, 'node_not_found', 'highlightIds'],
  [['West'], 'invalid_view', undefined],
])('%j is refused with its argument', (given, code, param) => {
  let error: unknown
  try {
    viewCall(scene, given as Record<string, unknown>)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(ViewError)
  expect(error).toMatchObject({ code, ...(param && { param }) })
})
