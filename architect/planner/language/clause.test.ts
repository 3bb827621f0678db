import { describe, expect, test } from 'vitest'
import { clausesOf } from './clause.ts'

const LABELS = ['Kitchen', 'West bedroom', 'Corridor']

/** [request, the texts of its clauses] */
const PARTS: [string, string[]][] = [
  [
    'Three things:\n1. widen the kitchen\n2. paint the corridor\n3. remove the west bedroom',
    ['widen room0', 'paint room0', 'remove room0'],
  ],
  ['Please do the following: 1) widen the kitchen 2) furnish it', ['widen room0', 'furnish it']],
  ['a) widen the kitchen; b) furnish it', ['widen room0', 'furnish it']],
  ['- widen the kitchen\n- furnish the corridor', ['widen room0', 'furnish room0']],
  ['Make the kitchen 2 m wide. Then furnish it.', ['make room0 len0 wide', 'furnish it']],
  ['I cook a lot, so widen the kitchen.', ['i cook lot', 'widen room0']],
  [
    'The kitchen is for baking: rename it to "Bakery".',
    ['room0 is for baking', 'rename it to quote0'],
  ],
  ['Good, now furnish the kitchen.', ['furnish room0']],
  ['wdien teh kichen', ['widen room0']],
]
const POLITE: [string, boolean][] = [
  ['Could you widen the kitchen?', false],
  ['Would you kindly draw a house with two rooms?', false],
  ['Can you please plan a bungalow?', false],
  ['Can we fit a king-size bed in the kitchen?', true],
  ['Can you tell me how wide the kitchen is?', true],
  ['Is the kitchen wide enough?', true],
]

describe('clauses of a request', () => {
  test.each(PARTS)('%j', (request, expected) => {
    const texts = clausesOf(request, LABELS).map(({ text }) => text.replace(/[\s,]+$/, ''))
    expect(texts).toEqual(expected)
  })

  test.each(POLITE)('%s is a question: %s', (request, expected) => {
    expect(clausesOf(request, LABELS)[0].isQuestion).toBe(expected)
  })
})
