import { createExpression, validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { expect, test } from 'vitest'
import { heightText, SHAPES, shapeLayers } from './dossier-shapes.ts'

function textOf(elevation_ft: number, system: 'us' | 'metric') {
  const made = createExpression(heightText(system), 'layout.text-field')
  if (made.result === 'error') throw new Error(JSON.stringify(made.value))
  return made.value.evaluate({ zoom: 17 }, { type: 2, properties: { elevation_ft } } as never)
}

test('contours carry their height in the chosen units', () => {
  expect(textOf(6, 'us')).toBe('6 ft')
  expect(textOf(100, 'metric')).toBe('30.5 m')
  expect(textOf(-5, 'us')).toBe('-5 ft')
})

test.each([true, false])('shapes and heights are a valid style, dark %s', (isDark) => {
  const source = { type: 'geojson' as const, data: { type: 'FeatureCollection', features: [] } }
  const layers = shapeLayers(isDark, 'us')
  expect(validateStyleMin({ version: 8, sources: { [SHAPES]: source }, layers } as never)).toEqual(
    [],
  )
})
