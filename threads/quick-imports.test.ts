import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const QUICK = new URL('./quick-imports.ts', import.meta.url).href
/** Files of the package that import all others. */
const PARTS = Array.from({ length: 12 }, (_, i) => `part-${i}`)
const PACKAGE = JSON.stringify({ type: 'module', exports: { '.': './index.js', './*': './*' } })

const FILES: Record<string, string> = {
  'package.json': PACKAGE,
  // Prints what was imported, and the code of each import that failed.
  'main.js': `
    const names = ['many', './one/main.js', './two/main.js', './gone.js', 'many/gone.js', 'absent']
    for (const name of names)
      try { console.log(name, JSON.stringify(await import(name))) }
      catch (error) { console.log(name, error.code) }`,
  'one/main.js': "export { here, old } from 'many'",
  'one/node_modules/many/package.json': JSON.stringify({ type: 'commonjs', main: 'index.js' }),
  'one/node_modules/many/index.js': "exports.here = 'one'; exports.old = typeof require",
  'two/main.js': "export { here } from 'many'; export { here as again } from '../two/other.js'",
  'two/other.js':
    "export { here } from 'many'; export { default as note } from './note.json' with { type: 'json' }",
  'two/note.json': '{ "a": 1 }',
  'node_modules/many/package.json': PACKAGE,
  'node_modules/many/index.js': `${PARTS.map((part) => `import './parts/${part}.js'`).join('\n')}
    import old from './old/index.js'
    export const here = 'many'
    export { old }`,
  // Files in a folder of the same package with another type.
  'node_modules/many/old/package.json': JSON.stringify({ type: 'commonjs' }),
  'node_modules/many/old/index.js': "module.exports = [typeof require, require('./more.js')]",
  'node_modules/many/old/more.js': "module.exports = 'more'",
}
for (const part of PARTS) {
  const others = PARTS.filter((other) => other !== part)
  const text = others.map((other) => `import '../parts/${other}.js'`).join('\n')
  FILES[`node_modules/many/parts/${part}.js`] = text
}

const folder = mkdtempSync(join(tmpdir(), 'plat-quick-imports-'))
afterAll(() => rmSync(folder, { recursive: true }))
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
// Counts the imports that Node resolves.
const COUNT = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  let count = 0
  registerHooks({ resolve: (name, context, next) => (count++, next(name, context)) })
  process.on('exit', () => console.log(count))`)}`

function run(imports: string[]): { lines: string[]; resolved: number } {
  const args = [...imports.flatMap((each) => ['--import', each]), join(folder, 'main.js')]
  const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n')
  return { resolved: Number(lines.pop()), lines }
}

test('imports are those of Node, with its errors, and most are not resolved by it', () => {
  const plain = run([COUNT])
  const quick = run([COUNT, QUICK])
  expect(quick.lines).toEqual(plain.lines)
  expect(plain.lines).toEqual([
    'many {"here":"many","old":["function","more"]}',
    './one/main.js {"here":"one","old":"function"}',
    './two/main.js {"again":"many","here":"many"}',
    './gone.js ERR_MODULE_NOT_FOUND',
    'many/gone.js ERR_MODULE_NOT_FOUND',
    'absent ERR_MODULE_NOT_FOUND',
  ])
  expect(plain.resolved).toBeGreaterThan(PARTS.length * (PARTS.length - 1))
  expect(quick.resolved).toBeLessThan(40)
})
