import { importsOf } from './imports.ts'
import { isTest, type Tree, type Violation } from './tree.ts'

/** Packages from the bottom up: each may import those that it names. ARCHITECTURE.md has the picture. */
export const PACKAGES: Record<string, string[]> = {
  setup: [],
  terminal: [],
  threads: [],
  values: [],
  catalog: ['terminal'],
  geometry: [],
  packs: ['geometry', 'catalog', 'terminal'],
  upstream: ['geometry', 'values', 'catalog', 'terminal'],
  rasters: ['upstream', 'geometry', 'catalog'],
  layers: ['rasters', 'upstream', 'packs', 'geometry', 'values', 'catalog', 'terminal'],
  lookup: ['layers', 'packs', 'geometry', 'values', 'catalog', 'terminal'],
  geocoder: ['lookup', 'layers', 'upstream', 'packs', 'geometry', 'values', 'catalog', 'terminal'],
  dossier: [
    'lookup',
    'layers',
    'rasters',
    'upstream',
    'packs',
    'geometry',
    'values',
    'catalog',
    'terminal',
  ],
  sample: ['layers', 'upstream', 'terminal'],
  pipelines: [
    'sample',
    'dossier',
    'geocoder',
    'lookup',
    'layers',
    'rasters',
    'upstream',
    'packs',
    'geometry',
    'values',
    'catalog',
    'threads',
    'terminal',
  ],
  builds: [
    'pipelines',
    'dossier',
    'geocoder',
    'lookup',
    'layers',
    'rasters',
    'packs',
    'geometry',
    'values',
    'catalog',
    'threads',
    'terminal',
  ],
  coverage: [
    'dossier',
    'lookup',
    'layers',
    'rasters',
    'packs',
    'geometry',
    'values',
    'catalog',
    'terminal',
  ],
  accounts: ['catalog', 'threads', 'terminal'],
  serve: [
    'coverage',
    'dossier',
    'geocoder',
    'lookup',
    'layers',
    'rasters',
    'upstream',
    'packs',
    'geometry',
    'values',
    'catalog',
    'accounts',
    'threads',
    'terminal',
  ],
  // The map page: types and shapes of answers, and plain functions that run in a browser as well.
  web: ['serve', 'coverage', 'layers', 'catalog'],
  architect: ['accounts', 'catalog', 'threads', 'terminal'],
  // Files to copy: they import nothing from the project.
  examples: [],
}
const ALL = Object.keys(PACKAGES)
PACKAGES.commands = ALL.filter((name) => !['setup', 'web', 'architect', 'examples'].includes(name))
PACKAGES.tests = [...ALL, 'commands']

/** More that tests may import: a section is tried through a dossier, from packs. */
const ALSO_OF_TESTS: Record<string, string[]> = { layers: ['dossier', 'lookup'] }

/** Modules of packages that have floors of their own, from the bottom up. */
export const MODULES: Record<string, Record<string, string[]>> = {
  architect: {
    geometry: [],
    scene: ['geometry'],
    assets: ['scene', 'geometry'],
    kernel: ['assets', 'scene', 'geometry'],
    checks: ['kernel', 'assets', 'scene', 'geometry'],
    operations: ['checks', 'kernel', 'assets', 'scene', 'geometry'],
    render: ['kernel', 'assets', 'scene', 'geometry'],
    commands: ['render', 'operations', 'checks', 'kernel', 'assets', 'scene', 'geometry'],
    examples: ['operations', 'scene'],
  },
  geocoder: {
    parsing: [],
    tables: ['parsing'],
    matching: ['tables', 'parsing'],
    search: ['matching', 'tables', 'parsing'],
  },
  serve: {
    http: [],
    build: ['http'],
    schemas: ['http'],
    map: ['schemas', 'build', 'http'],
    layers: ['map', 'schemas', 'build', 'http'],
    queries: ['schemas', 'build', 'http'],
    routes: ['queries', 'layers', 'map', 'schemas', 'build', 'http'],
    reference: ['routes', 'queries', 'map', 'schemas', 'build', 'http'],
    threads: ['build', 'http', 'app.ts'],
  },
}
/** Code outside of the packages. */
const ROOT_FILES: Record<string, string[]> = {
  'plat.ts': ['commands', 'terminal'],
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
 * Finds imports that run against the arrows. A test may also import `tests`, for the contract
 * suites.
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
      (isTest(from) && (target === 'tests' || ALSO_OF_TESTS[own]?.includes(target)))
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
