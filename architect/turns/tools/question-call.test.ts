import { expect, test } from 'vitest'
import { questionCall } from './question-call.ts'

test('a question has options or none', () => {
  expect(questionCall({ question: ' Where? ', options: ['North', ' East '] })).toEqual({
    question: 'Where?',
    options: ['North', 'East'],
  })
  expect(questionCall({ question: 'How wide?' })).toEqual({ question: 'How wide?', options: [] })
  expect(questionCall({ question: '' })).toMatchObject({ param: 'question' })
  expect(questionCall({ question: 'x', options: Array(9).fill('y') })).toMatchObject({
    param: 'options',
  })
  expect(questionCall({ question: 'x', choices: [] })).toMatchObject({ param: 'choices' })
})
