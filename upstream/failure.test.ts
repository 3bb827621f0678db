import { expect, test } from 'vitest'
import { z } from 'zod'
import { InvalidResponse, operatorHintOf, plainLine } from './failure.ts'
import { parseJson, parseShapedJson } from './json-response.ts'

const answer = (bytes: string | Uint8Array) => ({
  status: 200,
  headers: new Headers(),
  bytes: Buffer.from(bytes as string),
})

test('external text becomes one line of whole printable characters, of a bounded length', () => {
  expect(plainLine(' a\u0000b\r\n\tc\u202e\u200b d ')).toBe('a b c d')
  const long = plainLine(`${'x'.repeat(119)}\u{1F30A}${'y'.repeat(5_000_000)}`)
  expect(long.isWellFormed()).toBe(true)
  expect(long.length).toBeLessThanOrEqual(123)
  expect(plainLine('\ud800 alone').isWellFormed()).toBe(true)
})

test.each([
  ['<html>', 'answered with a page instead of JSON'],
  ['  ', 'answered with nothing'],
  ['[1, 2', 'answered with JSON that was cut short or is broken'],
  ['{"t": NaN}', 'answered with JSON that was cut short or is broken'],
  ['Service is busy', 'answered with a sentence instead of JSON: Service is busy'],
])('a body of %j %s', (text, problem) => {
  expect(() => parseJson(answer(text))).toThrow(new InvalidResponse(problem))
})

test('bytes that are not text are refused, and do not affect the next response', () => {
  expect(() => parseJson(answer(Buffer.of(0x22, 0xff, 0x22)))).toThrow('bytes that are not text')
  expect(parseJson(answer('"é"'))).toBe('é')
})

test('a byte order mark before the JSON is skipped', () => {
  expect(parseJson(answer(Buffer.from('\ufeff{"a":1}')))).toEqual({ a: 1 })
})

test('another shape names the first field at fault', () => {
  const shape = z.object({ current: z.object({ time: z.string() }) })
  const problem = /answered in another shape: current\.time: /
  expect(() => parseShapedJson(answer('{"current":{"time":5}}'), shape)).toThrow(problem)
  expect(() => parseShapedJson(answer('null'), shape)).toThrow(/another shape: the whole: /)
})

test('JSON of a hundred thousand levels is another shape, and does not end the process', () => {
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
  expect(() => parseShapedJson(answer(deep), z.object({ a: z.string() }))).toThrow(/another shape/)
})

test('what the operator can do about several failures is each sentence once', () => {
  const failure = (operator_hint?: string) => ({ reason: 'R.', hint: 'H.', operator_hint })
  expect(operatorHintOf([failure('A.'), failure(), failure('B.'), failure('A.')])).toEqual({
    operator_hint: 'A. B.',
  })
  expect(operatorHintOf([failure()])).toEqual({})
})
