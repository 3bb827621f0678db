import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { findCircles } from './circles.ts'
import { readTree } from './tree.ts'

const circle = new Map([
  ['catalog/a.ts', `import type { B } from './b.ts'`],
  ['catalog/b.ts', `import './c.ts'`],
  ['catalog/c.ts', `import './a.ts'\nimport './d.ts'`],
  ['catalog/d.ts', ''],
])

test('no files of this repository import each other in a circle', () => {
  expect(findCircles(readTree(dirname(dirname(import.meta.dirname))))).toEqual([])
})

test('a circle is found at any remove, also one of types alone', () => {
  expect(findCircles(circle)).toEqual([
    { path: 'catalog/a.ts', problem: 'is in a circle with catalog/b.ts, catalog/c.ts' },
  ])
})
