import { expect, test } from 'vitest'
import { chosenLayout } from './chosen-layout.ts'

const HOUSE = 'A house with two bedrooms.'
const reply = (plan: number, others: string) =>
  `The house has 80 m².\nThis is layout ${plan}, with 90 of 100 points. I can also draw ${others}.`
const drawn = { request: HOUSE, reply: reply(1, 'layout 2 (80 points) and layout 3 (70 points)') }

test.each([
  ['use the second layout', 2],
  ['option three, please', 3],
  ['I prefer plan 3', 3],
  ['Show me another one', 2],
])('%s', (text, plan) => {
  expect(chosenLayout(text, [drawn])).toMatchObject({ plan, request: { text: HOUSE } })
})

test('questions and what was not understood may come between', () => {
  const between = [
    { request: 'How large is the kitchen?', reply: 'The kitchen has 10 m².' },
    { request: 'hmpf', reply: 'I did not understand “hmpf”.' },
  ]
  expect(chosenLayout('layout 2', [drawn, ...between])?.plan).toBe(2)
  const edit = { request: 'Make the kitchen wider.', reply: 'The kitchen is now 3 m wide.' }
  expect(chosenLayout('layout 2', [drawn, edit])).toBeNull()
})

test('an answer to a question belongs to the request that it answers', () => {
  const asking = { request: HOUSE, reply: 'It has a building.\n1. Replace it\n2. Leave it' }
  const answered = { ...drawn, request: 'Replace it' }
  expect(chosenLayout('layout 2', [asking, answered])?.request).toMatchObject({
    text: HOUSE,
    choices: ['Replace it'],
  })
})

test('layouts that were not offered are refused, and so is a choice with another request', () => {
  const two = { request: HOUSE, reply: reply(1, 'layout 2 (80 points)') }
  expect(() => chosenLayout('layout 7', [two])).toThrow(
    /no layout 7: I can draw layout 1 and layout 2/,
  )
  expect(() => chosenLayout('use layout 2 and add a garage', [two])).toThrow(/of its own/)
  expect(chosenLayout('plan 2 more bedrooms', [two])).toBeNull()
})
