import { describe, expect, test } from 'vitest'
import { partsOf, questionOf } from './conditional.ts'
import { exceptingOf } from './exception.ts'
import { protectingOf } from './protection.ts'
import { trialOf } from './trial.ts'

const isCheckable = (words: string) => questionOf(words) !== null
const conditional = (text: string) =>
  partsOf(text, isCheckable).map(({ condition, isInverted, request, otherwise }) =>
    [condition, isInverted ? 'not' : '', request.trim(), otherwise].map((part) => part ?? '-'),
  )

describe('a condition is split from its request', () => {
  test.each<[text: string, parts: string[]]>([
    [
      'if the bath is under 6 m2 make it larger',
      ['the bath is under 6 m2', '', 'make it larger', '-'],
    ],
    [
      'Unless the study is larger than 20 m², enlarge it by 2 m².',
      ['the study is larger than 20 m²', 'not', 'enlarge it by 2 m².', '-'],
    ],
    [
      'Widen the hall only if it is narrow, otherwise paint it white',
      ['it is narrow', '', 'Widen the hall', 'paint it white'],
    ],
    ['If so, make the storage wider.', ['so', '', 'make the storage wider.', '-']],
    ['If it is dark add a window', ['it is dark', '', 'add a window', '-']],
    ['Swap them unless it does not fit', ['-', '', 'Swap them', '-']],
    [
      'Widen it if the hall is narrow, otherwise leave it.',
      ['the hall is narrow', '', 'Widen it', '-'],
    ],
    ['When we cook, widen the hall', ['-', '', 'When we cook, widen the hall', '-']],
    ['Close it. If that is not possible, shrink it', ['-', '', 'Close it.', 'shrink it']],
    ['Otherwise paint it.', ['so', 'not', 'paint it.', '-']],
    ['Add a bath if possible, otherwise a shower', ['-', '', 'Add a bath', 'a shower']],
    ['Rename it to "if so, what"', ['-', '', 'Rename it to "if so, what"', '-']],
    [
      'What would happen if I made it wider?',
      ['-', '', 'What would happen if I made it wider?', '-'],
    ],
  ])('%s', (text, expected) => {
    expect(conditional(text)).toEqual([expected])
  })

  test('a condition after the joint of a sentence is a part of its own', () => {
    expect(conditional('Remove the door, and if it is dark add a window.')).toEqual([
      ['-', '', 'Remove the door', '-'],
      ['it is dark', '', 'add a window.', '-'],
    ])
  })

  test('sentences without a condition stay together', () => {
    const parts = conditional(
      'Add a door. Add a window. If the hall has a door, remove it. Thanks.',
    )
    expect(parts.map(([, , request]) => request)).toEqual([
      'Add a door. Add a window.',
      'remove it.',
      'Thanks.',
    ])
  })
})

test.each<[condition: string, question: string, isInverted: boolean]>([
  ['there is no window in the toilet', 'is there a window in the toilet?', true],
  ['the storage has no window', 'does the storage have a window?', true],
  ["the kitchen doesn't have a sink", 'does the kitchen have a sink?', true],
  ['it is not wider than 3 m', 'is it wider than 3 m?', true],
  ['the hall faces south', 'does the hall face south?', false],
])('the condition that %s is a question', (condition, question, isInverted) => {
  expect(questionOf(condition)).toEqual({ question, isInverted })
})

test.each<[text: string, request: string, things: string[]]>([
  ["make the bath wider but don't touch the kitchen", 'make the bath wider', ['the kitchen']],
  ["Don't move any walls, just add a window", 'just add a window', ['any walls']],
  ['without changing the outer walls make it larger', 'make it larger', ['the outer walls']],
  ['Widen the hall and keep the study as it is.', 'Widen the hall .', ['the study']],
  ['Widen it, but not at the expense of the bath', 'Widen it', ['the bath']],
  ['The kitchen must stay as it is. Widen the bath.', '. Widen the bath.', ['The kitchen']],
  ['remove both tables, leave the lamps', 'remove both tables', ['the lamps']],
  ['Widen the bath but the hall has to stay as it is', 'Widen the bath', ['the hall']],
  ['Rename it to "do not touch the bath"', 'Rename it to "do not touch the bath"', []],
  ["we don't need the storage", "we don't need the storage", []],
])('what must not change is split from its request: %s', (text, request, things) => {
  const { request: rest, ...found } = protectingOf(text)
  expect({ ...found, request: rest.replaceAll(/\s+/g, ' ') }).toEqual({ things, request })
})

test.each<[text: string, request: string, excepted: string]>([
  ['remove all windows except the one in the hall', 'remove all windows', 'the one in the hall'],
  ['wooden floor everywhere but in bathrooms', 'wooden floor everywhere', 'in bathrooms'],
  ['empty every bedroom but not the beds', 'empty every bedroom', 'the beds'],
  ['replace the tub (not the ensuite) by a bed', 'replace the tub by a bed', 'the ensuite'],
  ['remove everything except the bed in the attic', 'remove everything in the attic', 'the bed'],
])('what is left out is split from its request: %s', (text, request, excepted) => {
  const found = exceptingOf(text)!
  expect({ ...found, request: found.request.replaceAll(/\s+/g, ' ') }).toEqual({
    request,
    excepted,
  })
})

test.each([
  ['what would happen if I made the hall wider?', 'make the hall wider'],
  ['should we remove the wall of the bath?', 'remove the wall of the bath'],
  ['is it possible to add a bath?', 'add a bath'],
  ['what if the bath was 5 m²?', 'make the bath 5 m²'],
  ['make the hall wider', null],
])('%s tries %s', (text, request) => {
  expect(trialOf(text)).toBe(request)
})

test('a long sentence with a condition is not done, and soon so', () => {
  const text = 'if the kitchen is 5 m2 then make it wider, '.repeat(500)
  const [part, ...others] = partsOf(text, isCheckable)
  expect(others).toEqual([])
  expect(part).toMatchObject({ request: '', isInverted: false, otherwise: null })
  expect(part.condition).toMatch(/^if the kitchen is 5 m2 then .*…$/)
})
