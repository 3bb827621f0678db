import { expect, test } from 'vitest'
import { ANSWER_CHARACTERS_MAX, quoted, refusalResult, successOf } from './tool-answers.ts'

const textOf = ({ content: [first] }: ReturnType<typeof successOf>): string =>
  (first as { text: string }).text

test('an answer that is too long loses entries of its longest lists, and states how many', () => {
  const walls = Array.from({ length: 1_000 }, (_, id) => ({ id }))
  const text = textOf(successOf({ walls, levels: ['a', 'b'] }))
  const answer = JSON.parse(text)
  expect(text.length).toBeLessThanOrEqual(ANSWER_CHARACTERS_MAX)
  expect(answer.levels).toEqual(['a', 'b'])
  expect(answer.walls.length + answer.leftOut.walls).toBe(1_000)
})

test('an entry that alone is too long is shown with the part of its lists that there is room for', () => {
  const polygon = Array.from({ length: 400 }, (_, corner) => [corner + 0.25, -corner - 0.25])
  const text = textOf(successOf({ zones: [{ id: 'zone_1', polygon }], total: 1 }))
  const { zones, leftOut, more } = JSON.parse(text)
  expect(text.length).toBeLessThanOrEqual(ANSWER_CHARACTERS_MAX)
  expect(zones[0].id).toBe('zone_1')
  expect(zones[0].polygon).toEqual(polygon.slice(0, zones[0].polygon.length))
  expect(zones[0].polygon.length + leftOut['zones.0.polygon']).toBe(400)
  expect(more).toContain('export_json')
})

test('a single entry with nothing to shorten is left out', () => {
  const parts = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [n, 'x'.repeat(100)]))
  const text = textOf(successOf({ zones: [{ ...parts, lists: [] }] }))
  expect(JSON.parse(text)).toMatchObject({ zones: [], leftOut: { zones: 1 } })
})

test('texts that callers have sent do not make a refusal long', () => {
  const message = `unit must be one of m, got ${'x'.repeat(500_000)}.`
  const text = textOf(refusalResult({ code: 'invalid_input', message, param: 'y'.repeat(9_000) }))
  expect(text.length).toBeLessThanOrEqual(ANSWER_CHARACTERS_MAX)
  const { error } = JSON.parse(text)
  expect(error).toMatchObject({ code: 'invalid_input', mutationApplied: false })
  expect(error.message).toMatch(/^unit must be one of m, got x+…$/)
})

test('a name is quoted up to a length, and never ends in half a character', () => {
  expect(quoted('create_rom')).toBe('create_rom')
  expect(quoted(`${'x'.repeat(199)}😀 and more`).isWellFormed()).toBe(true)
})
