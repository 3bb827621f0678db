import { expect, test } from 'vitest'
import { Draft } from '../operations/draft.ts'
import { isSafeText, safeInput, safeOutput, safeText } from './safe-text.ts'
import { newScene, nodesOf } from './scene.ts'

test.each([
  ['Kitchen', 'Kitchen'],
  ['Küche Łódź 客厅 🏠 غرفة', 'Küche Łódź 客厅 🏠 غرفة'],
  ['a\u202eb', 'a?b'],
  ['\u2066x\u2069', '?x?'],
  ['bell\u0007', 'bell?'],
  ['\u001b[31mred', '?[31mred'],
  ['next\u009bline', 'next?line'],
  ['two\r\nlines\tapart', 'two lines apart'],
  ['half \ud83c pair', 'half ? pair'],
  ['zero\u200bwidth\ufeff', 'zero?width?'],
])('%j is read as %j', (text, safe) => {
  expect(safeText(text)).toBe(safe)
  expect(isSafeText(text)).toBe(text === safe)
})

test('output keeps its lines, and JSON its meaning', () => {
  expect(safeOutput('a\u001bb\nc\u202ed')).toBe('a?b\nc?d')
  const json = JSON.stringify({ label: 'a\u202eb\u0085' })
  expect(safeOutput(json)).toBe('{"label":"a\\u202eb\\u0085"}')
  expect(JSON.parse(safeOutput(json))).toEqual({ label: 'a\u202eb\u0085' })
})

test('texts of an edit are replaced wherever they stand in its arguments', () => {
  expect(safeInput({ a: ['x\u202e', { b: '\u0007' }], n: 1, no: null })).toEqual({
    a: ['x?', { b: '?' }],
    n: 1,
    no: null,
  })
  const draft = new Draft(newScene('A\u202e house', 'safe'))
  const square = [
    [0, 0],
    [4, 0],
    [4, 3],
    [0, 3],
  ]
  expect(nodesOf(draft.scene, 'site').map(({ label }) => label)).toEqual(['A? house'])
  draft.apply('create_room', { label: 'Bed\u202eroom\u001b', polygon: square })
  expect(nodesOf(draft.scene, 'zone').map(({ label }) => label)).toEqual(['Bed?room?'])
})
