import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput } from './parse-input.ts'

const schema = z.strictObject({
  target: z.string(),
  floor: z.object({ preset: z.string() }).optional(),
  walls: z.number().optional(),
})

test('a refusal states what is wrong with the first argument and names the others', () => {
  expect(parseInput('paint', schema, { floor: { preset: 1 }, walls: 'red', zoneId: 'x' })).toEqual({
    message:
      'target of paint: Invalid input: expected string, received undefined. Also not valid: floor.preset, walls, zoneId.',
    param: 'target',
  })
  expect(parseInput('paint', schema, { walls: 1 })).toEqual({
    message: 'target of paint: Invalid input: expected string, received undefined.',
    param: 'target',
  })
})

test('a refusal names a few of many arguments that are not valid', () => {
  const unknown = Object.fromEntries([...'abcdefgh'].map((name) => [name, 1]))
  expect(parseInput('paint', schema, unknown)).toMatchObject({
    message: expect.stringMatching(/Also not valid: a, b, c, d, e, f and 2 more\.$/),
  })
})
