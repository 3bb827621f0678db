import { describe, expect, test } from 'vitest'
import { applyMutant, findMutants } from './mutator.ts'

/** The mutants of a source text, each as the whole text. */
const mutantsOf = (source: string) =>
  findMutants('layers/noise/section.ts', source).map((each) => applyMutant(source, each))

describe('a mutant changes what decides', () => {
  test.each<[what: string, source: string, mutants: string[]]>([
    ['none becomes one', 'f(a, 0)', ['f(a, 1)']],
    [
      'a count becomes its neighbours and none',
      'x = 3 as N',
      ['x = 4 as N', 'x = 2 as N', 'x = 0 as N'],
    ],
    [
      'a constant becomes twice and half',
      'const MAX = 0.05',
      ['const MAX = 0.1', 'const MAX = 0.025'],
    ],
    ['large counts are constants', 'const MS = 5_000', ['const MS = 10000', 'const MS = 2500']],
    ['a rounding tolerance becomes coarse', 'const E = 1e-6', ['const E = 0.001']],
    ['a bound moves', 'a < b', ['a <= b']],
    ['a bound moves back', 'a >= b', ['a > b']],
    ['an equality turns', 'a === b', ['a !== b']],
    ['all becomes any', 'a && b', ['a || b']],
    ['a difference becomes a sum', 'a - b', ['a + b']],
    ['a share becomes a product', 'a / b', ['a * b']],
    ['a default goes', 'a ?? b', ['a']],
    ['a negation goes', 'x = !a', ['x = a']],
    ['a condition turns', 'x = a ? b : c', ['x = !(a) ? b : c']],
    ['a condition that turns by itself turns once', 'x = a === b ? c : d', ['x = a !== b ? c : d']],
    ['the smaller becomes the larger', 'x = Math.min(a, b)', ['x = Math.max(a, b)']],
    ['some becomes every', 'x = a.some(f)', ['x = a.every(f)']],
    ['a yes becomes a no', 'x = { passed: true }', ['x = { passed: false }']],
    ['a status becomes another', "x = { status: 'empty' }", ["x = { status: 'not_available' }"]],
    [
      'a severity becomes another',
      "x = { 'door.blocked': 'error' }",
      ["x = { 'door.blocked': 'warning' }"],
    ],
    ['an element goes', 'x = [f(a), ...b]', ['x = [...b]', 'x = [f(a), ]']],
    ['a word of a list goes', "x = ['A',\n 'V'\n]", ["x = ['V'\n]", "x = ['A',\n \n]"]],
  ])('%s', (_what, source, mutants) => {
    // An assignment that is left out is in the next table.
    expect(mutantsOf(source).filter((each) => each !== 'void 0;')).toEqual(mutants)
  })

  test.each<[what: string, source: string, mutant: string]>([
    ['a finding', 'found.push(issue)', 'void 0;'],
    ['an awaited gate', 'async () => { await gate() }', 'async () => { void 0; }'],
    ['a yielded finding', 'function* f() { yield issue }', 'function* f() { void 0; }'],
    ['an addition', 'penalty += OTHER', 'void 0;'],
    ['an early return', 'function f() { if (!a) return; g }', 'function f() { if (!a) void 0; g }'],
    ['a refusal', "if (a) { throw new E('no') }", 'if (a) { void 0; }'],
    [
      'a step over a row',
      'for (const a of b) { if (c) continue\n d }',
      'for (const a of b) { if (c) void 0;\n d }',
    ],
  ])('%s is left out', (_what, source, mutant) => {
    expect(mutantsOf(source)).toContain(mutant)
  })
})

describe('a mutant leaves alone what no test needs to hold', () => {
  test.each<[what: string, source: string]>([
    ['imports', "import a from './error.ts'\nexport * from './b1.ts'\nexport { c } from './d0.ts'"],
    ['types', "type A = 1 | 'error'\ninterface B { c: 2 }\nlet d: A | true"],
    ['comments', '// a < b, 5\nf'],
    ['messages', "export default { message: a > 1 ? 'b' : c, hint: 'empty' }"],
    ['template texts', ['const x = `a < ', '{b > 1}`'].join('$')],
    ['faults', "const x = new UpstreamFailure('late', 5)"],
    ['documentation of a column', "const x = a.describe(b ? 'empty' : 'error')"],
    ['places in a list', 'const x = a[0] + b.at(-1)'],
    ['parts of a point', 'const x = [west, south, -east, north.y]'],
    ['what cleans up', 'try { a } finally { timer.stop() }'],
    ['options of calls into Node', 'const x = { recursive: true, force: true }'],
    ['keys', "const x = { error: a, 5: b, 'empty': c }"],
    ['the end of a function', 'function f() { return a }'],
  ])('%s', (_what, source) => {
    expect(mutantsOf(source)).toEqual([])
  })
})

test('a mutant is recorded with its line, so that it is found again where the line has moved', () => {
  const [mutant] = findMutants('a.ts', 'const a = b\n\n  const é = "ü" + c(d > e)\n')
  expect(mutant).toMatchObject({
    file: 'a.ts',
    line: 3,
    source: 'const é = "ü" + c(d > e)',
    column: 20,
    before: '>',
    after: '>=',
  })
})
