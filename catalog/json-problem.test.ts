import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeProblems } from './json-problem.ts'

const Layer = z.strictObject({ asset: z.string(), member: z.string() })
const Several = z.strictObject({ of: z.array(Layer).min(1) })
const File = z.strictObject({
  id: z.string().regex(/^[a-z-]+$/, 'must be kebab case'),
  schema: z.enum(['nfhl', 'q3']).optional(),
  year: z.int().optional(),
  coverage: z.union([Layer, Several]),
  study: z.union([z.literal('panels'), Layer]).optional(),
  tags: z.array(z.string()).optional(),
})
const SOUND = { id: 'town', coverage: { asset: 'a.zip', member: 'a.shp' } }

test.each<[changes: object, problem: string]>([
  [{ coverage: null }, 'coverage: must be an object, got null'],
  [{ coverage: undefined }, 'coverage: is missing, and must be an object'],
  [{ study: 'panel' }, 'study: must be "panels" or an object, got "panel"'],
  [{ coverage: { asset: 'a.zip' } }, 'coverage.member: is missing, and must be a text'],
  [{ coverage: { of: [] } }, 'coverage.of: must have at least 1 items, got a list of 0'],
  [{ coverage: { of: [{ asset: 1, member: 'a' }] } }, 'coverage.of.0.asset: must be a text, got 1'],
  [{ id: 'A town' }, 'id: must be kebab case, got "A town"'],
  [{ schema: 'nfh' }, 'schema: must be "nfhl" or "q3", got "nfh"'],
  [{ year: '2026' }, 'year: must be a number, got "2026"'],
  [{ tags: 'a' }, 'tags: must be a list, got "a"'],
  [{ fabrc: {} }, 'the file: has a field "fabrc" that is not known'],
  [
    { id: 1, schema: 1, year: 'a', coverage: null, tags: 1 },
    'id: must be a text, got 1; schema: must be "nfhl" or "q3", got 1; year: must be a number, got "a"; and 2 more',
  ],
  [{ id: 'A'.repeat(99) }, `id: must be kebab case, got "${'A'.repeat(59)}...`],
])('%j is described field by field', (changes, problem) => {
  const value = { ...SOUND, ...changes }
  expect(describeProblems(value, File.safeParse(value).error!)).toBe(problem)
})

test('a file that is not an object', () => {
  expect(describeProblems([], File.safeParse([]).error!)).toBe(
    'the file: must be an object, got a list of 0',
  )
})
