import { expect, test } from 'vitest'
import { swatchColors } from './layer-swatch.ts'

test('a swatch is the colour over the ground, as opaque as it is painted', () => {
  const GROUND = '#f3f1ec'
  const flood = swatchColors('#1565c0', { fill: 0.38, line: 0.85 }, GROUND)
  // 0.38 of the blue and 0.62 of the ground: what a picture of the map has there.
  expect(flood.fill).toBe('#9fbcdb')
  expect(flood.edge).toBe('#2a72c4')
  expect(swatchColors('#1565c0', { fill: null, line: 0.85 }, GROUND).fill).toBe(GROUND)
  const point = swatchColors('#1565c0', { fill: 1, line: null }, GROUND)
  expect(point).toEqual({ fill: '#1565c0', edge: '#1565c0' })
})

test('a colour of another form is shown as it is', () => {
  expect(swatchColors('teal', { fill: 0.5, line: 1 }, '#ffffff').fill).toBe('teal')
})
