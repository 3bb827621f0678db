import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { ORDER_FILE, SlowestFirst } from './slowest-first.ts'

const ROOT = dirname(import.meta.dirname)
const order: string[] = JSON.parse(readFileSync(ORDER_FILE, 'utf8'))

test('the committed order names files that are there, each once', () => {
  expect(order.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  expect(new Set(order).size).toBe(order.length)
  expect(order.length).toBeGreaterThan(10)
})

test('files of the order start first, the others by their paths', async () => {
  const file = (path: string) => ({ moduleId: join(ROOT, path) }) as TestSpecification
  const given = ['b.test.ts', order[1], 'a.test.ts', order[0]].map(file)
  const sorted = await new SlowestFirst({} as Vitest).sort(given)
  expect(sorted.map(({ moduleId }) => moduleId)).toEqual(
    [order[0], order[1], 'a.test.ts', 'b.test.ts'].map((path) => join(ROOT, path)),
  )
})
