import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { replaceFile } from '../../catalog/atomic-file.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { ProjectCode, type UsedCode } from './used-code.ts'

const FILES = {
  'package-lock.json': JSON.stringify({
    packages: {
      'node_modules/shapes': {
        version: '1.0.0',
        integrity: 'sha512-a',
        dependencies: { math: '1' },
      },
      'node_modules/math': { version: '1.0.0', integrity: 'sha512-b' },
      'node_modules/charts': { version: '1.0.0', integrity: 'sha512-c' },
    },
  }),
  'pipelines/flood/pipeline.ts': `
    import { area } from 'shapes/area'
    import type { Row } from './row.ts'
    import { read } from '../stages/read.ts'
    export const run = (row: Row) => read(area(row))`,
  'pipelines/flood/row.ts': 'export interface Row { a: 1 }',
  'pipelines/flood/mappings/nfhl.json': '{ "zone": "FLD_ZONE" }',
  'pipelines/flood/partitions/bangor.json': '{}',
  'pipelines/flood/fixtures/zones.json': '{}',
  'pipelines/flood/flood.test.ts': `import { run } from './pipeline.ts'`,
  'pipelines/stages/read.ts': `
    export const worker = () => new URL('./read-worker.ts', import.meta.url)
    export const read = async (x: number) => (await import('./slow.ts')).slow(x)`,
  'pipelines/stages/read-worker.ts': `export { slow } from './slow.ts'`,
  'pipelines/stages/slow.ts': `
    import { note } from '../../terminal/note.ts'
    /** Twice. */
    export const slow = (x: number): number => 2 * x`,
  'pipelines/flood/.cache/texts.json': '{}',
  'terminal/note.ts': `export const note = () => {}`,
  'pipelines/soils/pipeline.ts': `import { bars } from 'charts'\nexport const run = () => bars`,
}

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'plat-used-code-'))
})
beforeEach(async () => {
  for (const [path, text] of Object.entries(FILES)) await replaceFile(join(root, path), text)
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function usedBy(layer: string): Promise<UsedCode> {
  const code = await ProjectCode.open(root)
  const used = await code.usedBy(`pipelines/${layer}/pipeline.ts`)
  await code.close()
  return used
}

test('a module runs itself, all that it loads, the data next to those and their packages', async () => {
  const { files, packages } = await usedBy('flood')
  expect(Object.keys(files)).toEqual([
    'pipelines/flood/mappings/nfhl.json',
    'pipelines/flood/pipeline.ts',
    'pipelines/stages/read-worker.ts',
    'pipelines/stages/read.ts',
    'pipelines/stages/slow.ts',
  ])
  expect(Object.keys(packages)).toEqual([
    'gdal',
    'node',
    'node_modules/math',
    'node_modules/shapes',
  ])
})

async function edit(path: keyof typeof FILES, from: string, to: string): Promise<void> {
  expect(FILES[path]).toContain(from)
  await replaceFile(join(root, path), FILES[path].replace(from, to))
}

test.each<[string, keyof typeof FILES, string, string]>([
  ['a comment', 'pipelines/stages/slow.ts', 'Twice', 'The double'],
  ['a type', 'pipelines/stages/slow.ts', ': number =>', ': 1 | number =>'],
  ['layout', 'pipelines/stages/slow.ts', '2 * x', '\n2  *  x // doubled'],
  ['a type that is imported', 'pipelines/flood/row.ts', 'a: 1', 'a: 2'],
  ['a fixture', 'pipelines/flood/fixtures/zones.json', '{}', '{ }'],
  ['a partition file', 'pipelines/flood/partitions/bangor.json', '{}', '{ }'],
  ['a test', 'pipelines/flood/flood.test.ts', 'run', 'run as walk'],
  ['what is shown', 'terminal/note.ts', '{}', '1'],
  ['the code of another layer', 'pipelines/soils/pipeline.ts', '=> bars', '=> [bars]'],
  ['a package of another layer', 'package-lock.json', 'sha512-c', 'sha512-d'],
])('%s changes nothing', async (_what, path, from, to) => {
  const before = await usedBy('flood')
  await edit(path, from, to)
  expect(await usedBy('flood')).toEqual(before)
})

test.each<[string, keyof typeof FILES, string, string, string]>([
  ['code', 'pipelines/stages/slow.ts', '2 * x', '3 * x', 'pipelines/stages/slow.ts'],
  [
    'a mapping',
    'pipelines/flood/mappings/nfhl.json',
    'FLD',
    'FLOOD',
    'pipelines/flood/mappings/nfhl.json',
  ],
  ['a package', 'package-lock.json', 'sha512-a', 'sha512-d', 'node_modules/shapes'],
  ['a package of a package', 'package-lock.json', 'sha512-b', 'sha512-d', 'node_modules/math'],
])(
  '%s that it runs changes the value of that name alone',
  async (_what, path, from, to, changed) => {
    const before = await usedBy('flood')
    const soils = await usedBy('soils')
    await edit(path, from, to)
    const now = await usedBy('flood')
    const values = (used: UsedCode) => ({ ...used.files, ...used.packages })
    const names = Object.entries(values(now)).filter(
      ([name, value]) => values(before)[name] !== value,
    )
    expect(names.map(([name]) => name)).toEqual([changed])
    expect(await usedBy('soils')).toEqual(soils)
  },
)

test('a module that is not there is named', async () => {
  await edit('pipelines/stages/read.ts', './slow.ts', './swift.ts')
  await expect(usedBy('flood')).rejects.toThrow('swift.ts')
})

test('a damaged list of read files is read anew', async () => {
  const before = await usedBy('flood')
  for (const text of ['', '{"node":"1","texts":{}}', '{"texts":7']) {
    await replaceFile(join(root, '.plat/code-texts.json'), text)
    expect(await usedBy('flood')).toEqual(before)
  }
  expect(await readFile(join(root, '.plat/code-texts.json'), 'utf8')).toContain('"texts":{"')
})

/** Node's own list of the files that it loads. */
const LIST_LOADED = `
  import { registerHooks } from 'node:module'
  const urls = []
  registerHooks({ load: (url, context, next) => { urls.push(url); return next(url, context) } })
  for (const path of process.argv.slice(1)) await import(path)
  process.stdout.write(JSON.stringify(urls))`

test('the project: every file that Node loads for a pipeline is among those that it runs', async () => {
  const modules = ['pipelines/permits/pipeline.ts', 'pipelines/elevation/pipeline.ts']
  const paths = modules.map((path) => join(PROJECT_ROOT, path))
  const args = ['--input-type=module', '--eval', LIST_LOADED, '--', ...paths]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e7 })
  const loaded = (JSON.parse(stdout) as string[])
    .filter((url) => url.startsWith(`file://${PROJECT_ROOT}`) && !url.includes('/node_modules/'))
    .map((url) => url.slice(`file://${PROJECT_ROOT}`.length))
  const code = await ProjectCode.open()
  const { files } = await code.usedBy(...modules)
  expect(loaded.length).toBeGreaterThan(50)
  const shown = (path: string) => path.startsWith('terminal/')
  expect(loaded.filter((path) => !(path in files || shown(path)))).toEqual([])
  for (const path of ['layers/permits/section.ts', 'layers/flood/tables.ts', 'commands/plan.ts'])
    expect(files).not.toHaveProperty(path)
})
