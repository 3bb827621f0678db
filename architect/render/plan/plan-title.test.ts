import { expect, test, vi } from 'vitest'
import { sceneOf } from '../../../tests/houses/scene-of.ts'
import { box } from '../../../tests/houses/sound-house.ts'
import { ring, zone } from '../../../tests/thresholds/threshold.ts'
import { drawView } from '../draw-view.ts'
import { Paper } from '../paper.ts'
import { readViewRequest } from '../view-request.ts'

test('the title of a plan has the area and the number of the rooms, without the terrace', () => {
  const scene = sceneOf(
    ...ring(box(0, 0, 6, 4), 3),
    zone('zone_8', box(0, 0, 6, 4), { roomType: 'living' }),
    zone('zone_9', box(0, 3, 6, 3), { roomType: 'terrace' }),
  )
  const texts = vi.spyOn(Paper.prototype, 'text')
  drawView(scene, readViewRequest({ view: 'plan' }))
  const written = texts.mock.calls.map(([text]) => text)
  texts.mockRestore()
  // 5.8 by 3.8 m between the walls; 6 by 3 m of terrace less 0.1 m of the wall along it.
  expect(written.filter((text) => /\d+ rooms?\b/.test(text))).toEqual([
    'A test · Net floor area 22.0 m² in 1 room, outdoors 17.4 m²',
  ])
})
