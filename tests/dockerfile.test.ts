// No image is built in these tests: they read the Dockerfile and compare it with the repository.
// image.long.test.ts runs its commands.
import { isBuiltin } from 'node:module'
import { dirname, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PAGES } from '../setup/page.mjs'
import { PACKAGES } from './architecture/arrows.ts'
import { importsOf } from './architecture/imports.ts'
import { packageOf } from './architecture/packages.ts'
import { readTree, type Tree } from './architecture/tree.ts'
import { inherited, readCopy, readDockerfile, type Stage } from './dockerfile-reading.ts'

const repository = readTree(dirname(import.meta.dirname))
const text = repository.get('Dockerfile')!

const ENTRIES_OF_PAGES = PAGES.flatMap(({ source }) => [
  `${source}/main.ts`,
  `${source}/vite.config.ts`,
])

/** Everything that the Dockerfile names and the repository lacks, and the reverse. */
function findProblems(dockerfile: string, tree: Tree): string[] {
  const stages = readDockerfile(dockerfile)
  const problems: string[] = []
  const packageFile = JSON.parse(tree.get('package.json')!)
  const pinned = packageFile.devDependencies.node
  stages.forEach(({ name, from, instructions }, index) => {
    const earlier = stages.slice(0, index).map((stage) => stage.name)
    if (!earlier.includes(from) && !from.startsWith(`node:${pinned}-`)) {
      problems.push(`${name}: FROM ${from} is not an earlier stage and not Node ${pinned}`)
    }
    for (const { word, rest } of instructions) {
      if (word === 'COPY') {
        const copy = readCopy(rest)
        if (copy.from !== undefined && !earlier.includes(copy.from)) {
          problems.push(`${name}: COPY --from=${copy.from} is not an earlier stage`)
        }
        for (const source of copy.from === undefined ? copy.sources : []) {
          if (!has(tree, source)) problems.push(`${name}: COPY ${source} does not exist`)
        }
      }
      for (const [, script] of rest.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)) {
        if (!packageFile.scripts[script]) problems.push(`${name}: no npm script ${script}`)
      }
      for (const [, script] of rest.matchAll(/\bnode"?,? "?([\w./-]+\.(?:mjs|ts))\b/g)) {
        if (!has(tree, script)) problems.push(`${name}: node ${script} does not exist`)
      }
      const workspaces = [...rest.matchAll(/--workspace[ =]([\w-]+)/g)].map((match) => match[1])
      for (const workspace of workspaces) {
        if (!packageFile.workspaces.includes(workspace)) {
          problems.push(`${name}: no workspace ${workspace}`)
        }
      }
    }
    // Set-up compares what was installed with the lock file, which has all workspaces.
    if (instructions.some(({ rest }) => rest.includes('setup.mjs only'))) {
      const sources = instructions.flatMap(({ word, rest }) =>
        word === 'COPY' ? readCopy(rest).sources : [],
      )
      for (const workspace of packageFile.workspaces) {
        const file = `${workspace}/package.json`
        if (!sources.includes(file)) problems.push(`${name}: setup.mjs needs ${file}`)
      }
    }
    const command = instructions.find(({ word }) => word === 'CMD')?.rest
    const called = command === undefined ? undefined : JSON.parse(command)[0]
    if (called && !tree.has(`commands/${called}.ts`)) {
      problems.push(`${name}: commands/ lacks the command ${called}`)
    }
  })
  return problems
}

/** What the serving image has or lacks, compared with the design. */
function findServeProblems(dockerfile: string, tree: Tree = repository): string[] {
  const stages = readDockerfile(dockerfile)
  const own = inherited(stages, 'serve')
  const problems: string[] = []
  const copies = own.filter(({ word }) => word === 'COPY').map(({ rest }) => readCopy(rest))
  const installers = stages.filter((stage) =>
    copies.some(
      ({ from, sources }) =>
        from === stage.name && sources.some((source) => source.includes('node_modules')),
    ),
  )
  const copied = new Set(copiedInto(stages, 'serve', tree))
  const folders = new Set([...copied].map((path) => path.split('/')[0]))
  for (const name of ['serve', ...PACKAGES.serve]) {
    if (!folders.has(name)) problems.push(`${name} is imported and not copied`)
  }
  for (const name of ['pipelines', 'builds', 'sample', 'web', 'tests']) {
    if (folders.has(name)) problems.push(`${name} is copied and never imported`)
  }
  for (const { name, instructions } of installers) {
    const text = [...inherited(stages, name), ...instructions].map(({ rest }) => rest).join('\n')
    if (/pipelines|--workspaces\b|setup\.mjs/.test(text))
      problems.push('the pipelines are installed')
    for (const flag of [
      '--omit=dev',
      '--ignore-scripts',
      '--workspace serve',
      '--no-save',
      // Without it npm installs Vitest, a peer of better-auth that may be absent.
      '--legacy-peer-deps',
    ]) {
      if (!text.includes(flag)) problems.push(`npm install lacks ${flag}`)
    }
  }
  if (installers.length !== 1) problems.push('packages come from exactly one stage')
  if (!copies.some(({ from, sources }) => from === 'page' && `${sources}`.includes('.plat/page'))) {
    problems.push('the map page does not exist')
  }
  if (!own.some(({ word, rest }) => word === 'ENV' && /\bHOST=0\.0\.0\.0\b/.test(rest))) {
    problems.push('it listens where nobody outside of the container reaches it')
  }
  const runs = stages
    .filter(({ name }) => name !== 'build')
    .flatMap(({ instructions }) => instructions.filter(({ word }) => word === 'RUN'))
  const settings = own.filter(({ word }) => word === 'ENV').flatMap(({ rest }) => rest.split(' '))
  for (const [, name, value] of repository.get('setup.mjs')!.matchAll(/(MALLOC_\w+): '(\d+)'/g))
    if (!settings.includes(`${name}=${value}`))
      problems.push(`it lacks ${name}=${value} of setup.mjs`)
  if (runs.some(({ rest }) => /apt-get|gdal|g\+\+/.test(rest))) {
    problems.push('a compiler or GDAL is installed')
  }
  const health = own.find(({ word }) => word === 'HEALTHCHECK')?.rest ?? ''
  if (!health.includes('/api/v1/health')) problems.push('no health check')
  if (!health.includes('process.env.PORT')) problems.push('the health check does not read PORT')
  // A command of a package that is missing here reports that it is not installed.
  const served = packagesOf(['', 'serve/', 'accounts/', 'architect/'], ['dependencies'], tree)
  problems.push(...missingFrom(copied, 'plat.ts', served, (path) => !isPackageIn(copied, path)))
  const pageSources = new Set(copiedInto(stages, 'page', tree))
  const built = packagesOf(['web/', 'architect/'], ['dependencies', 'devDependencies'], tree)
  for (const entry of ENTRIES_OF_PAGES)
    problems.push(...missingFrom(pageSources, entry, built, () => false))
  for (const path of new Set([
    ...PAGES.flatMap(({ others }) => others),
    ...extendedBy('web/tsconfig.json', tree),
  ]))
    if (![...pageSources].some((each) => each === path || each.startsWith(`${path}/`)))
      problems.push(`${path} is not in the stage of the page`)
  return problems
}

/** Files of the repository that a stage has, its own and those that it copies from other stages. */
function copiedInto(stages: Stage[], name: string, tree: Tree): string[] {
  return inherited(stages, name)
    .filter(({ word }) => word === 'COPY')
    .flatMap(({ rest }) => {
      const { from, sources } = readCopy(rest)
      const paths = from === undefined ? [...tree.keys()] : copiedInto(stages, from, tree)
      const prefixes = sources.map((source) => source.replace(/^\/opt\/plat\/|^\.$/, ''))
      return paths.filter((path) =>
        prefixes.some((prefix) => path === prefix || isBelow(path, prefix)),
      )
    })
}

const isBelow = (path: string, folder: string) =>
  (folder === '' || folder.endsWith('/')) && path.startsWith(folder)

/** Names of npm packages that the `package.json` of these folders list in these fields. */
function packagesOf(folders: string[], fields: string[], tree: Tree): Set<string> {
  const files = folders.map((folder) => JSON.parse(tree.get(`${folder}package.json`)!))
  return new Set(files.flatMap((file) => fields.flatMap((field) => Object.keys(file[field] ?? {}))))
}

/**
 * Imports that are executed and lead to missing files or `packages`. `isExempt` skips those of
 * commands.
 */
function missingFrom(
  there: ReadonlySet<string>,
  entry: string,
  packages: ReadonlySet<string>,
  isExempt: (path: string) => boolean,
): string[] {
  const problems: string[] = []
  const seen = new Set([entry])
  const queue = there.has(entry) ? [entry] : []
  if (queue.length === 0) problems.push(`${entry} does not exist`)
  for (let from = queue.pop(); from !== undefined; from = queue.pop()) {
    for (const { path, specifier, isTypeOnly } of importsByFile.get(from) ?? []) {
      const isPackage = path === undefined && !isTypeOnly && !isBuiltin(specifier)
      if (isPackage && !packages.has(packageOf(specifier)))
        problems.push(`${from} imports ${specifier}, which is not installed`)
      if (path === undefined || isTypeOnly || seen.has(path) || !isModule(path)) continue
      seen.add(path)
      if (there.has(path)) queue.push(path)
      else if (!from.startsWith('commands/') || !isExempt(path))
        problems.push(`${from} imports ${path}`)
    }
  }
  return problems
}

const importsByFile = Map.groupBy(importsOf(repository), ({ from }) => from)
const isModule = (path: string) => /\.(?:ts|mjs|json)$/.test(path)
/** True when any file of a path's package exists. A file at the root is its own package. */
const isPackageIn = (there: ReadonlySet<string>, path: string) =>
  !path.includes('/') || [...there].some((each) => each.split('/')[0] === path.split('/')[0])

/** Files that a tsconfig.json extends, directly or indirectly. */
function extendedBy(path: string, tree: Tree): string[] {
  const { extends: above } = JSON.parse(tree.get(path)!)
  if (above === undefined) return []
  const file = posix.join(posix.dirname(path), above)
  return [file, ...extendedBy(file, tree)]
}

function has(tree: Tree, source: string): boolean {
  const path = source.replace(/\/$/, '')
  return (
    path === '.' || tree.has(path) || [...tree.keys()].some((key) => key.startsWith(`${path}/`))
  )
}

test('every path, stage, script and command that the Dockerfile names is there', () => {
  expect(findProblems(text, repository)).toEqual([])
})

test('the serving image has every package that serve imports, and neither pipelines nor GDAL', () => {
  expect(findServeProblems(text)).toEqual([])
})

test.each(['build', 'serve'])(
  'the %s image runs as nobody special, on a volume of its own',
  (name) => {
    const own = inherited(readDockerfile(text), name)
    const home = own.map(({ rest }) => /PLAT_HOME=(\S+)/.exec(rest)?.[1]).find(Boolean)
    expect(own.filter(({ word }) => word === 'USER').at(-1)?.rest).toBe('node')
    expect(own.some(({ word, rest }) => word === 'VOLUME' && rest === home)).toBe(true)
  },
)

test('it states that no image was built from it', () => {
  expect(text).toContain('NO IMAGE WAS BUILT FROM IT YET')
})

describe('a planted fault is found', () => {
  const plant = (from: string, to: string) => {
    expect(text).toContain(from)
    return text.replace(from, to)
  }
  test.each([
    ['COPY setup/ setup/', 'COPY set-up/ setup/', 'build: COPY set-up/ does not exist'],
    [
      '--from=serve-packages',
      '--from=packages',
      'serve: COPY --from=packages is not an earlier stage',
    ],
    ['node setup.mjs only', 'node prepare.mjs only', 'build: node prepare.mjs does not exist'],
    ['node setup.mjs only', 'npm run prepare', 'build: no npm script prepare'],
    [
      'COPY tests/generated-client/package.json tests/generated-client/\n',
      '',
      'build: setup.mjs needs tests/generated-client/package.json',
    ],
    ['--workspace accounts', '--workspace people', 'serve-packages: no workspace people'],
    [
      'FROM node:24.21.0',
      'FROM node:22.1.0',
      'base: FROM node:22.1.0-bookworm-slim is not an earlier',
    ],
    ['CMD ["serve"]', 'CMD ["swerve"]', 'serve: commands/ lacks the command swerve'],
  ])('%s -> %s', (from, to, problem) => {
    const found = findProblems(plant(from, to), repository)
    expect(found.filter((each) => each.startsWith(problem))).toHaveLength(1)
  })
  test.each([
    ['COPY layers/ layers/\n', '', 'layers is imported and not copied'],
    [
      'COPY serve/ serve/\n',
      'COPY serve/ serve/\nCOPY pipelines/ pipelines/\n',
      'pipelines is copied',
    ],
    [
      '--workspace accounts',
      '--workspace accounts --workspace pipelines',
      'the pipelines are installed',
    ],
    [' --omit=dev', '', 'npm install lacks --omit=dev'],
    ['COPY --from=page /opt/plat/.plat/page/ .plat/page/\n', '', 'the map page does not exist'],
    ['ENV HOST=0.0.0.0\n', '', 'it listens where nobody'],
    ['MALLOC_TRIM_THRESHOLD_=4', 'MALLOC_TRIM_THRESHOLD_=5', 'it lacks MALLOC_TRIM_THRESHOLD_=4'],
    ['HEALTHCHECK', 'LABEL', 'no health check'],
    ['process.env.PORT || 8080', '8080', 'the health check does not read PORT'],
    [' --legacy-peer-deps', '', 'npm install lacks --legacy-peer-deps'],
    ['COPY tsconfig.json third-', 'COPY third-', 'tsconfig.json is not in the stage of the page'],
    ['COPY layers/vintage-age.ts layers/\n', '', 'report/age.ts imports layers/vintage'],
    [' third-party-notices.txt ./\nCOPY layers', ' ./\nCOPY layers', 'third-party-notices.txt is'],
    ['COPY commands/ commands/\n', '', 'plat.ts imports commands/'],
    ['COPY serve/ serve/\n', 'COPY serve/routes/ serve/routes/\n', 'commands/serve/run-service.ts'],
    [
      'COPY serve/ serve/\n',
      'RUN apt-get install libgdal-dev\nCOPY serve/ serve/\n',
      'a compiler or GDAL',
    ],
  ])('in the serving image: %j -> %j', (from, to, problem) => {
    // The last place: some of these words stand in an earlier stage too.
    const at = text.lastIndexOf(from)
    expect(at).toBeGreaterThan(0)
    const planted = text.slice(0, at) + to + text.slice(at + from.length)
    expect(findServeProblems(planted).filter((each) => each.startsWith(problem))).toHaveLength(1)
  })
})
