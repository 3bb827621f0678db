import { expect, test } from 'vitest'
import { FailureLog } from './failure-log.ts'

test('the first failure is written at once, those that follow as one line with their number', async () => {
  const lines: string[] = []
  const log = new FailureLog((line) => lines.push(line), 20)
  for (const words of ['first', 'second', 'third']) log.failed(new Error(words))
  expect(lines).toEqual(['first'])
  await expect.poll(() => lines.length).toBe(2)
  expect(lines[1]).toBe('2 failures, the last: third')
})

test('a single one that follows is written as it is, and nothing where none does', async () => {
  const lines: string[] = []
  const log = new FailureLog((line) => lines.push(line), 60_000)
  log.flush()
  log.failed(new Error('first'))
  log.failed(new Error('second'))
  log.flush()
  log.flush()
  expect(lines).toEqual(['first', 'second'])
})

test('no value of a statement is written', () => {
  const lines: string[] = []
  const cause = Object.assign(new Error('Key (email)=(hunter2)'), { code: '23505' })
  new FailureLog((line) => lines.push(line)).failed(new Error('Failed query: hunter2', { cause }))
  expect(lines).toEqual(['a statement failed with SQLSTATE 23505'])
})
