import { expect, test } from 'vitest'
import { freeSpans, headLine, openingSpan } from './openings.ts'

const span = (shape: 'rectangle' | 'arch' | 'round', from: number, to: number) => ({
  id: 'opening_1',
  kind: 'opening' as const,
  shape,
  from,
  to,
  sill: 0,
  head: 2,
})

test('an opening spans from jamb to jamb and from sill to head', () => {
  const node = { id: 'window_1', kind: 'window', shape: 'rectangle', parent: 'wall_1' } as const
  expect(
    openingSpan({ ...node, offset: 2, width: 1.2, sill: 0.9, height: 1.2, windowType: 'fixed' }),
  ).toMatchObject({ from: 1.4, to: 2.6, sill: 0.9, head: expect.closeTo(2.1, 9) })
})

test('free stretches lie between the openings, also where these overlap or reach over the ends', () => {
  const spans = [span('rectangle', 3, 9), span('rectangle', -1, 1), span('rectangle', 0.5, 2)]
  expect(freeSpans(5, spans)).toEqual([[2, 3]])
  expect(freeSpans(5, [])).toEqual([[0, 5]])
})

test('a round head is half a circle, a flat arch rises by a sixth of its width', () => {
  for (const { s, y } of headLine(span('round', 0, 1)))
    expect(Math.hypot(s - 0.5, y - 1.5)).toBeCloseTo(0.5, 9)
  const arch = headLine(span('arch', 0, 1.2))
  expect(arch[0].y).toBeCloseTo(1.8, 9)
  expect(Math.max(...arch.map(({ y }) => y))).toBeCloseTo(2, 9)
})
