import { importsOf } from './imports.ts'
import { isTest, type Tree, type Violation } from './tree.ts'

type Arrows = Readonly<Record<string, readonly string[]>>

/**
 * Packages from the bottom up, each with those directly below it. A package may import these and
 * all that is below them. ARCHITECTURE.md has the picture.
 */
const DIRECTLY_BELOW: Arrows = {
  setup: [],
  terminal: [],
  threads: [],
  values: [],
  random: [],
  images: [],
  geometry: [],
  catalog: ['terminal'],
  storage: ['values', 'catalog'],
  queue: ['catalog'],
  packs: ['geometry', 'catalog'],
  exports: ['geometry', 'values', 'terminal'],
  upstream: ['geometry', 'values', 'catalog'],
  rasters: ['upstream', 'images'],
  layers: ['rasters', 'packs'],
  lookup: ['layers'],
  // A dossier as people read it; in a browser too.
  report: ['layers'],
  geocoder: ['lookup'],
  dossier: ['lookup'],
  sample: ['layers', 'random'],
  pipelines: ['sample', 'dossier', 'geocoder', 'threads', 'exports'],
  builds: ['pipelines'],
  coverage: ['dossier', 'random'],
  workers: ['builds', 'storage', 'queue'],
  accounts: ['catalog', 'threads'],
  http: ['accounts', 'values'],
  serve: ['coverage', 'geocoder', 'http', 'storage', 'queue', 'report', 'exports'],
  architect: ['http', 'images', 'random', 'storage', 'upstream'],
  commands: ['workers', 'serve', 'architect'],
  // Files to copy: they import nothing from the project.
  examples: [],
}

/** For each package all those that it may import. */
export const PACKAGES: Record<string, string[]> = {
  ...transitively(DIRECTLY_BELOW),
  // The map page: types and shapes of answers, and plain functions that run in a browser as well.
  web: ['serve', 'coverage', 'report', 'layers', 'catalog', 'exports'],
}
PACKAGES.tests = Object.keys(PACKAGES)

/** Modules that may import more than their package: the two pages share files. */
const ALSO_OF_MODULES: Record<string, string[]> = { 'architect/web': ['web', 'report'] }

/** What tests of all packages may import too. */
const OF_ALL_TESTS = ['tests', 'random']
/** More that tests may import: a section is tried through a dossier, from packs. */
const ALSO_OF_TESTS: Record<string, string[]> = { layers: ['dossier', 'lookup'] }

/** Modules of packages that have floors of their own, in the same form. */
const MODULES: Record<string, Record<string, string[]>> = {
  architect: transitively({
    geometry: [],
    dimensions: [],
    scene: ['geometry'],
    client: ['scene'],
    input: ['scene'],
    assets: ['scene'],
    kernel: ['assets'],
    checks: ['kernel'],
    reads: ['checks', 'input'],
    layout: ['scene'],
    operations: ['checks', 'dimensions', 'input', 'layout'],
    tools: ['reads', 'operations'],
    render: ['kernel'],
    bake: ['kernel'],
    ifc: ['kernel'],
    // Receivers of buildings on the computer of a person.
    desktop: ['bake'],
    blobs: [],
    store: ['operations', 'blobs'],
    projects: ['store', 'ifc', 'render', 'tools'],
    jobs: ['projects'],
    survey: ['jobs'],
    media: ['jobs'],
    'service-tools': ['survey', 'media'],
    planner: ['projects'],
    turns: ['planner', 'service-tools'],
    agents: ['projects'],
    // The tool server of agents.
    mcp: ['planner', 'service-tools'],
    service: ['turns', 'mcp', 'bake', 'agents', 'desktop'],
    commands: ['service', 'client'],
    // The page of projects: types of answers, and constants that a browser can load.
    web: ['service'],
    examples: ['operations'],
  }),
  geocoder: transitively({
    parsing: [],
    tables: ['parsing'],
    matching: ['tables'],
    search: ['matching'],
  }),
  serve: transitively({
    build: [],
    schemas: [],
    map: ['schemas', 'build'],
    layers: ['map'],
    queries: ['schemas', 'build'],
    queue: [],
    report: [],
    // The part of a build that people see without a key.
    demo: ['queries'],
    routes: ['layers', 'report', 'demo'],
    reference: ['routes'],
    visits: ['reference'],
    threads: ['build', 'queue', 'reference', 'app.ts'],
  }),
}

/** For each name all names that are reached along the arrows. Names come after those below them. */
function transitively(arrows: Arrows): Record<string, string[]> {
  const reached: Record<string, string[]> = {}
  for (const [name, below] of Object.entries(arrows))
    reached[name] = [...new Set(below.flatMap((each) => [each, ...(reached[each] ?? [])]))]
  return reached
}

/** Code outside of the packages. */
const ROOT_FILES: Record<string, string[]> = {
  'plat.ts': ['commands', 'terminal', 'threads'],
  'setup.mjs': ['setup'],
  'vitest.config.ts': ['tests'],
}
/**
 * Packages of npm that few packages may load: GDAL is a build's weight, never a server's. Apart
 * from the pipelines it writes files for tests, and reads them by other code than ours.
 */
const RESERVED: Record<string, { package: string; also: RegExp }> = {
  'gdal-async': {
    package: 'pipelines',
    also: /^(tests\/(fixtures|sample)\/|sample\/.*\.test\.ts$)/,
  },
}

/**
 * Finds imports that run against the arrows. A test may also import `tests` and `random`.
 */
export function findWrongArrows(tree: Tree): Violation[] {
  const violations: Violation[] = []
  for (const { from, specifier, path } of importsOf(tree)) {
    const own = packageOf(from)
    const reserved = RESERVED[specifier.split('/')[0]]
    if (reserved && own !== reserved.package && !reserved.also.test(from)) {
      const problem = `imports ${specifier}, which only ${reserved.package} may`
      violations.push({ path: from, problem })
    }
    if (path === undefined) continue
    const inner = wrongInnerArrow(from, path)
    if (inner) violations.push({ path: from, problem: inner })
    const target = packageOf(path)
    const allowed = PACKAGES[own] ?? ROOT_FILES[from]
    const isAllowed =
      target === own ||
      allowed?.includes(target) ||
      ALSO_OF_MODULES[from.split('/').slice(0, 2).join('/')]?.includes(target) ||
      (isTest(from) && (OF_ALL_TESTS.includes(target) || ALSO_OF_TESTS[own]?.includes(target)))
    // It belongs to no package and imports nothing: code that needs our version may read it.
    if (isAllowed || path === 'package.json') continue
    violations.push({
      path: from,
      problem: `imports ${path}: ${own || 'root'} may not import ${target}`,
    })
  }
  return violations
}

/**
 * Finds imports against the arrows of a package's modules; its tests may import in any direction.
 */
function wrongInnerArrow(from: string, path: string): string | null {
  const [[own, source, ...below], [other, target]] = [from.split('/'), path.split('/')]
  const modules = MODULES[own]
  if (!modules || own !== other || source === target || isTest(from)) return null
  // Files outside the modules put them together.
  const allowed = below.length > 0 ? modules[source] : [...Object.keys(modules), target]
  if (allowed?.includes(target)) return null
  return `imports ${path}: ${own}/${source} may not import ${own}/${target}`
}

/** Finds code in folders that no table names: a new package or module must be declared. */
export function findUnknownPackages(tree: Tree): Violation[] {
  const isKnown = (path: string) => {
    const [own, module, ...below] = path.split('/')
    if (!(own in PACKAGES)) return path in ROOT_FILES
    return below.length === 0 || !MODULES[own] || module in MODULES[own]
  }
  return [...tree.keys()]
    .filter((path) => /\.(ts|mts|mjs)$/.test(path) && !isKnown(path))
    .map((path) => ({
      path,
      problem: 'is in no package of the table in tests/architecture/arrows.ts',
    }))
}

function packageOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
}
