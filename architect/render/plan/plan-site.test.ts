import { expect, test, vi } from 'vitest'
import { sceneOf } from '../../../tests/houses/scene-of.ts'
import { box } from '../../../tests/houses/sound-house.ts'
import { SURVEY, surveyedSite } from '../../../tests/houses/surveyed-site.ts'
import { ring, zone } from '../../../tests/thresholds/threshold.ts'
import { drawView } from '../draw-view.ts'
import { Paper } from '../paper.ts'
import { readViewRequest } from '../view-request.ts'

/** Ground that rises by 1.5 m from west to east. */
const SLOPE = {
  ...SURVEY.ground!,
  grid: {
    corner: [-20, -30] as [number, number],
    step: 60,
    columns: 2,
    heights: [0, 2.25, 0, 2.25],
  },
}

test('a plan of the site has the flood zone, contours above the datum, and the setbacks', () => {
  const scene = sceneOf(
    surveyedSite({ ground: SLOPE }),
    ...ring(box(0, 0, 6, 4), 3),
    zone('zone_8', box(0, 0, 6, 4), { roomType: 'living' }),
  )
  const drawn = { text: vi.spyOn(Paper.prototype, 'text'), fill: vi.spyOn(Paper.prototype, 'fill') }
  const outline = vi.spyOn(Paper.prototype, 'outline')
  const view = drawView(scene, readViewRequest({ view: 'plan', targetId: 'site_k3x9' }))
  const written = drawn.text.mock.calls.map(([text]) => text)
  const filled = drawn.fill.mock.calls.map(([, color]) => color)
  const outlines = outline.mock.calls.map(([rings]) => rings)
  vi.restoreAllMocks()
  expect(view.visibleIds).toEqual(expect.arrayContaining(['site_k3x9', 'wall_3']))
  // Height 0 of the scene is 1.5 m above the datum.
  expect(written).toEqual(expect.arrayContaining(['2.00', '2.50']))
  expect(filled).toContain('#d5e3f0')
  // 8 m from the street in the south, 6 m at the rear, 3 m at the sides.
  expect(outlines).toContainEqual([
    expect.arrayContaining([
      [-17, 22],
      [17, 22],
      [17, -24],
      [-17, -24],
    ]),
  ])
})

test('a plan of a level shows nothing of the land', () => {
  const scene = sceneOf(surveyedSite({ ground: SLOPE }), ...ring(box(0, 0, 6, 4), 3))
  expect(drawView(scene, readViewRequest({ view: 'plan' })).visibleIds).not.toContain('site_k3x9')
})
