import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from '../architecture/imports.ts'
import { isTest, readTree } from '../architecture/tree.ts'

const STAND_IN = 'tests/fixtures/any-caller.ts'
/** The service over the example town, which is for tests only. */
const EXAMPLES = ['tests/fixtures/example-app.ts']

test('no file of the service imports the accounts that admit everybody', () => {
  const tree = readTree(dirname(dirname(import.meta.dirname)))
  const users = importsOf(tree).filter(({ path }) => path === STAND_IN)
  expect(users.length).toBeGreaterThan(5)
  const others = users
    .map(({ from }) => from)
    .filter((from) => !isTest(from) && !from.startsWith('tests/') && !EXAMPLES.includes(from))
  expect(others).toEqual([])
  const ofExamples = importsOf(tree).filter(({ path }) => EXAMPLES.includes(`${path}`))
  expect(ofExamples.filter(({ from }) => !isTest(from) && !from.startsWith('tests/'))).toEqual([])
})
