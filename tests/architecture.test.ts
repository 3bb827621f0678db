import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findUnknownPackages, findWrongArrows } from './architecture/arrows.ts'
import { findDeadFiles } from './architecture/dead-files.ts'
import { findEmptyNames, findLongFiles, findWideComments } from './architecture/file-shapes.ts'
import { readImports } from './architecture/imports.ts'
import {
  findCrossedLayers,
  findIncompletePairs,
  findUndocumentedLayers,
} from './architecture/layer-folders.ts'
import { findMachineTraces } from './architecture/machine-traces.ts'
import { findUndeclaredPackages, findUnpinnedPackages } from './architecture/packages.ts'
import { readTree, type Tree, type Violation } from './architecture/tree.ts'

const README = '# Flood\n## Grain\nOne zone.\n## Key\nThe id.\n## Caveats\nQ3 has no X.\n'

/** A small house in order, in which every check finds nothing: violations are planted into it. */
const HOUSE: Record<string, string> = {
  'package.json':
    '{"workspaces":["pipelines"],"dependencies":{"zod":"4.6.7"},"devDependencies":{"vitest":"4.1.12","zod3":"npm:zod@3.25.76"}}',
  'pipelines/package.json': '{"dependencies":{"gdal-async":"3.12.3"}}',
  'plat.ts': `import './commands/index.ts'`,
  'commands/index.ts': `import { flood } from '../layers/index.ts'\nimport '../pipelines/flood/pipeline.ts'`,
  'terminal/table.ts': 'export const table = 1',
  'catalog/lock.ts': `import { z } from 'zod'\nimport { table } from '../terminal/table.ts'`,
  'layers/index.ts': `export { flood } from './flood/layer.ts'`,
  'layers/flood/layer.ts': `import '../../catalog/lock.ts'`,
  'layers/flood/layer.test.ts': `import { testLayer } from '../../tests/test-layer.ts'\nimport { test } from 'vitest'`,
  'layers/flood/README.md': README,
  'layers/flood/fixtures/rows.json': '[]',
  'pipelines/flood/pipeline.ts': `import gdal from 'gdal-async'\nimport '../../layers/flood/layer.ts'`,
  'tests/test-layer.ts': '',
}
const plant = (files: Record<string, string | undefined>): Tree =>
  new Map(
    Object.entries({ ...HOUSE, ...files }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )

const repository = readTree(dirname(import.meta.dirname))

interface Check {
  title: string
  find(tree: Tree): Violation[]
  /** Planted files (undefined takes one away), and the path at fault with a part of its problem. */
  planted: [files: Record<string, string | undefined>, path: string, problem: string][]
}

const CHECKS: Check[] = [
  {
    title: 'imports run along the arrows, and GDAL stays in the pipelines',
    find: findWrongArrows,
    planted: [
      [
        { 'catalog/lock.ts': `import '../layers/index.ts'` },
        'catalog/lock.ts',
        'catalog may not import layers',
      ],
      [
        {
          'architect/kernel/slab.ts': `import '../operations/draft.ts'`,
          'architect/operations/draft.ts': `import '../kernel/slab.ts'`,
        },
        'architect/kernel/slab.ts',
        'architect/kernel may not import architect/operations',
      ],
      [
        { 'terminal/table.ts': `export * from '../catalog/lock.ts'` },
        'terminal/table.ts',
        'terminal may not',
      ],
      [
        { 'serve/app.ts': `const job = await import('../builds/run.ts')` },
        'serve/app.ts',
        'serve may not import builds',
      ],
      [
        { 'serve/app.ts': `import type { Row } from '../pipelines/flood/pipeline.ts'` },
        'serve/app.ts',
        'pipelines',
      ],
      [
        { 'serve/app.ts': `new Worker(new URL('../builds/job.ts', import.meta.url))` },
        'serve/app.ts',
        'builds',
      ],
      [
        { 'architect/turn.ts': `import {\n  a,\n  b\n} from '../serve/app.ts'` },
        'architect/turn.ts',
        'serve',
      ],
      [
        { 'layers/flood/layer.ts': `import '../../tests/test-layer.ts'` },
        'layers/flood/layer.ts',
        'tests',
      ],
      [{ 'builds/run.ts': `import '../plat.ts'` }, 'builds/run.ts', 'plat.ts'],
      [
        { 'layers/flood/layer.ts': `import gdal from 'gdal-async'` },
        'layers/flood/layer.ts',
        'only pipelines may',
      ],
      [
        { 'tests/oracle.ts': `const gdal = require('gdal-async')` },
        'tests/oracle.ts',
        'only pipelines may',
      ],
    ],
  },
  {
    title: 'all code is in a package and a module that the table of arrows names',
    find: findUnknownPackages,
    planted: [
      [{ 'shared/clock.ts': '' }, 'shared/clock.ts', 'in no package'],
      [{ 'seed.ts': '' }, 'seed.ts', 'in no package'],
      [{ 'serve/clock/clock.ts': '' }, 'serve/clock/clock.ts', 'in no package'],
    ],
  },
  {
    title: 'no layer imports another layer',
    find: findCrossedLayers,
    planted: [
      [
        { 'layers/tax/layer.ts': `import '../flood/layer.ts'` },
        'layers/tax/layer.ts',
        'layer tax may not import layer flood',
      ],
      [
        { 'layers/tax/layer.ts': '', 'pipelines/tax/pipeline.ts': `import '../flood/pipeline.ts'` },
        'pipelines/tax/pipeline.ts',
        'layer tax may not import layer flood',
      ],
    ],
  },
  {
    title: 'every layer of layers/index.ts is a complete pair of folders',
    find: findIncompletePairs,
    planted: [
      [
        { 'layers/flood/fixtures/rows.json': undefined },
        'layers/flood/fixtures/rows.json',
        'missing',
      ],
      [{ 'layers/flood/README.md': undefined }, 'layers/flood/README.md', 'missing'],
      [{ 'pipelines/flood/pipeline.ts': undefined }, 'pipelines/flood/pipeline.ts', 'missing'],
      [
        { 'layers/flood/upstream.ts': '', 'layers/flood/fixtures/rows.json': undefined },
        'layers/flood/fixtures/rows.json',
        'missing',
      ],
      [{ 'layers/flood/layer.ts': '  tables,\n' }, 'layers/flood/tables.ts', 'missing'],
      [{ 'layers/flood/layer.ts': '  section,\n' }, 'layers/flood/data.ts', 'missing'],
      [{ 'layers/flood/layer.ts': '  upstreams: [a],\n' }, 'layers/flood/upstream.ts', 'missing'],
      [{ 'layers/flood/section.ts': '  columns,\n' }, 'layers/flood/columns.ts', 'missing'],
      [{ 'layers/flood/section.ts': '  requestData,\n' }, 'layers/flood/request.ts', 'missing'],
      [{ 'layers/tax/layer.ts': '' }, 'layers/tax/layer.ts', 'not in layers/index.ts'],
      [{ 'pipelines/tax/pipeline.ts': '' }, 'pipelines/tax/pipeline.ts', 'no layer'],
      [{ 'layers/index.ts': '' }, 'layers/index.ts', 'lists no layer'],
    ],
  },
  {
    title: 'every layer states its grain, its key and its caveats',
    find: findUndocumentedLayers,
    planted: [
      [
        { 'layers/flood/README.md': '# Flood\n## Grain\nOne.\n## Key\nId.' },
        'layers/flood/README.md',
        'Caveats',
      ],
      [
        { 'layers/flood/README.md': README.replace('The id.', '') },
        'layers/flood/README.md',
        'Key',
      ],
    ],
  },
  {
    title: 'every source file is run by the product or is a test’s, and every import is there',
    find: (tree) => findDeadFiles(tree, tree === repository ? undefined : {}),
    planted: [
      [{ 'catalog/old.ts': '' }, 'catalog/old.ts', 'nothing that runs'],
      [
        { 'catalog/a.ts': `import './b.ts'`, 'catalog/b.ts': `import './a.ts'` },
        'catalog/a.ts',
        'nothing that runs',
      ],
      [
        { 'catalog/old.ts': '', 'terminal/table.ts': `// import '../catalog/old.ts'` },
        'catalog/old.ts',
        'nothing',
      ],
      [{ 'plat.ts': `import './gone.ts'` }, 'plat.ts', 'no such file'],
      [
        { 'catalog/old.ts': '', 'catalog/old.test.ts': `import './old.ts'` },
        'catalog/old.ts',
        'is called by tests only',
      ],
      [
        {
          'catalog/old.ts': '',
          'tests/old-maker.ts': `import '../catalog/old.ts'`,
          'tests/old.test.ts': `import './old-maker.ts'`,
        },
        'catalog/old.ts',
        'is called by tests only',
      ],
      [
        { 'catalog/old.ts': '', 'tests/bench/old.ts': `import '../../catalog/old.ts'` },
        'catalog/old.ts',
        'is called by tests only',
      ],
      [{ 'tests/old-maker.ts': '' }, 'tests/old-maker.ts', 'nothing that runs'],
      [
        { 'tests/fixtures/flood/flood-study.ts': '' },
        'tests/fixtures/flood/flood-study.ts',
        'nothing that runs',
      ],
    ],
  },
  {
    title: 'file names are kebab-case and describe their content',
    find: findEmptyNames,
    planted: [
      [{ 'catalog/string-utils.ts': '' }, 'catalog/string-utils.ts', 'utils'],
      [{ 'serve/common/clock.ts': '' }, 'serve/common/clock.ts', 'common'],
      [{ 'catalog/data.ts': '' }, 'catalog/data.ts', 'data'],
      [{ 'layers/flood/zone-data.ts': '' }, 'layers/flood/zone-data.ts', 'data'],
      [{ 'catalog/parcelRow.ts': '' }, 'catalog/parcelRow.ts', 'kebab-case'],
    ],
  },
  {
    title: 'no file names a path of one machine or a registry',
    find: findMachineTraces,
    planted: [
      [
        { 'catalog/lock.ts': `const at = '${'/wo'}rk/shared/parcels'` },
        'catalog/lock.ts',
        'path of one machine',
      ],
      [{ 'README.md': `Look into ${'/tm'}p/plat.` }, 'README.md', 'path of one machine'],
      [
        { 'package-lock.json': `"resol${'ved'}": "https://mirror.example/a.tgz"` },
        'package-lock.json',
        'registry host',
      ],
      [{ '.npmrc': `fund=false\nregis${'try'}=http://10.0.0.1/` }, '.npmrc', 'registry host'],
      [{ 'README.md': `from regis${'try'}.npmjs.org` }, 'README.md', 'registry host'],
    ],
  },
  {
    title: 'every package is declared where it is imported',
    find: findUndeclaredPackages,
    planted: [
      [{ 'layers/index.ts': `import { x } from 'gdal-async/x'` }, 'layers/index.ts', 'gdal-async'],
      [{ 'catalog/lock.ts': `import { test } from 'vitest'` }, 'catalog/lock.ts', 'vitest'],
      [{ 'examples/call.ts': `import OpenAI from 'openai'` }, 'examples/call.ts', 'openai'],
      [
        { 'catalog/lock.ts': `import x from '@scope/name/deep.js'` },
        'catalog/lock.ts',
        'imports @scope/name,',
      ],
    ],
  },
  {
    title: 'every package is required in one version',
    find: findUnpinnedPackages,
    planted: [
      [{ 'package.json': '{"dependencies":{"zod":"^4.6.7"}}' }, 'package.json', 'zod ^4.6.7'],
      [
        { 'package.json': '{"dependencies":{"zod3":"npm:zod@3"}}' },
        'package.json',
        'zod3 npm:zod@3,',
      ],
      [{ 'package.json': '{"dependencies":{"zod":"npm:zod"}}' }, 'package.json', 'zod npm:zod,'],
    ],
  },
]

const listed = (violations: Violation[]) =>
  violations.map(({ path, problem }) => `${path} ${problem}`)

for (const { title, find, planted } of CHECKS) {
  describe(title, () => {
    test('in this repository', () => {
      expect(listed(find(repository))).toEqual([])
    })
    test('in a small house in order', () => {
      expect(listed(find(plant({})))).toEqual([])
    })
    for (const [files, path, problem] of planted) {
      test(`and is found broken when planted: ${path}: ${problem}`, () => {
        const found = listed(find(plant(files)))
        const named = found.filter((line) => line.startsWith(`${path} `) && line.includes(problem))
        expect(named).toHaveLength(1)
      })
    }
  })
}

describe('no file is longer than 400 lines', () => {
  test('in this repository', () => {
    expect(listed(findLongFiles(repository))).toEqual([])
  })
  test('a long file is found', () => {
    expect(listed(findLongFiles(plant({ 'catalog/lock.ts': 'x\n'.repeat(401) })))).toEqual([
      'catalog/lock.ts has 401 lines, more than 400',
    ])
  })
})

describe('comments are no wider than code', () => {
  test('in this repository', () => {
    expect(listed(findWideComments(repository))).toEqual([])
  })
  test('a wide comment is found, an address is not one', () => {
    const wide = `  // ${'word '.repeat(20)}`
    const address = `// https://example.org/${'a'.repeat(100)}`
    expect(
      listed(findWideComments(plant({ 'catalog/lock.ts': `a()\n${wide}\n${address}` }))),
    ).toEqual(['catalog/lock.ts line 2 is a comment of 105 columns'])
  })
})

describe('product code that only tests call has a reason, and no reason is stale', () => {
  const early = plant({
    'catalog/early.ts': `import './part-of-it.ts'`,
    'catalog/part-of-it.ts': '',
    'catalog/early.test.ts': `import './early.ts'`,
  })
  test('a file that an issue will call may wait for it, with its imports', () => {
    expect(listed(findDeadFiles(early, {}))).toEqual([
      'catalog/early.ts is called by tests only',
      'catalog/part-of-it.ts is called by tests only',
    ])
    expect(findDeadFiles(early, { 'catalog/early.ts': 'issue 99' })).toEqual([])
  })
  test('a reason for a file that has its caller, or that is not there, is stale', () => {
    const pending = { 'terminal/table.ts': 'issue 99', 'catalog/gone.ts': 'issue 99' }
    expect(listed(findDeadFiles(plant({}), pending))).toEqual([
      'terminal/table.ts is pending, and has its caller',
      'catalog/gone.ts is pending, and is not there',
    ])
  })
})

describe('imports are', () => {
  const specifiers = (source: string) =>
    readImports('layers/a.ts', source).map(({ specifier }) => specifier)

  test('statements over several lines, re-exports, side effects, calls and worker files', () => {
    const source = [
      `import a, { type B,\n  c } from './b.ts' // import './comment.ts'`,
      `export * from "./d.ts"`,
      `import './e.ts'; import type F from './f.ts'`,
      `await import('./g.ts')`,
      `new Worker(new URL('./h.ts', import.meta.url))`,
    ].join('\n')
    expect(specifiers(source).sort()).toEqual([
      './b.ts',
      './d.ts',
      './e.ts',
      './f.ts',
      './g.ts',
      './h.ts',
    ])
  })

  test('not the text of a comment, a template, a string or a regular expression', () => {
    const source = [
      `/* import './a.ts' */`,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text, to be read as such
      'const planted = `\nimport "./b.ts"\n${`import("./c.ts")`}`',
      `const quote = /['"\`/]/, half = 4 / 2 // import './d.ts'`,
      `const url = 'https://example.test/ import "./e.ts"'`,
    ].join('\n')
    expect(specifiers(source)).toEqual([])
    expect(specifiers(`${source}\nimport './last.ts'`)).toEqual(['./last.ts'])
  })
})
