import { expect, test } from 'vitest'
import { formatFigure, formatName, formatTime, formatValue } from './figures.ts'

test('figures have the decimals that people read', () => {
  expect(formatFigure(12.3456, 'm²')).toBe('12.35 m²')
  expect(formatFigure(3, 'm')).toBe('3.00 m')
  expect(formatFigure(1234.5, 'm³')).toBe('1,235 m³')
  expect(formatFigure(3)).toBe('3')
})

test('stored names are words', () => {
  expect(['wood_oak', 'clearHeight', 'zone', ''].map(formatName)).toEqual([
    'Wood oak',
    'Clear height',
    'Zone',
    '',
  ])
})

test('values have their units by the names of their fields', () => {
  expect(formatValue('thickness', 0.15)).toBe('0.15 m')
  expect(formatValue('wallFaceArea', 4)).toBe('4.00 m²')
  expect(formatValue('direction', 90)).toBe('90°')
  expect(formatValue('risers', 15)).toBe('15')
  expect(formatValue('start', [1, 2.5])).toBe('1, 2.5')
  expect(formatValue('cuts', false)).toBe('no')
  expect(formatValue('top', null)).toBe('none')
  expect(formatValue('finishes', { top: { preset: 'oak' } })).toBe('Top: Preset: oak')
  const corners = Array.from({ length: 10 }, (_each, i) => [i, 0])
  expect(formatValue('polygon', corners)).toMatch(/^0, 0; 1, 0; .* and 2 more$/)
})

test('a text that is not a time is not shown as one', () => {
  expect(formatTime('soon')).toBe('')
  expect(formatTime('2026-11-20T10:00:00.000Z')).toContain('2026')
})
