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
