import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Rows of the pitfall table: section 5, "Accuracy pitfalls", of the notes on geodata. */
const ROWS = 29

/** The numbers at the start of the titles of this folder's tests. */
function testedRows(): number[] {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'))
  return files.flatMap((name) => {
    const text = readFileSync(join(import.meta.dirname, name), 'utf8')
    return [...text.matchAll(/^test\(\s*(['"`])(\d+): /gm)].map(([, , row]) => Number(row))
  })
}

test('every row of the pitfall table is tested here once', () => {
  const rows = testedRows().sort((a, b) => a - b)
  expect(rows).toEqual(Array.from({ length: ROWS }, (_, i) => i + 1))
})
