import { importsOf } from './imports.ts'
import { isTest, type Tree, type Violation } from './tree.ts'

/** Which room may import which, besides itself. A picture of it is in ARCHITECTURE.md. */
export const ROOMS: Record<string, string[]> = {
  setup: [],
  terminal: [],
  catalog: ['terminal'],
  layers: ['catalog', 'terminal'],
  pipelines: ['layers', 'catalog', 'terminal'],
  builds: ['pipelines', 'layers', 'catalog', 'terminal'],
  coverage: ['layers', 'catalog', 'terminal'],
  accounts: ['catalog', 'terminal'],
  serve: ['coverage', 'layers', 'catalog', 'accounts', 'terminal'],
  architect: ['accounts', 'catalog', 'terminal'],
  // Files to copy: they import nothing of ours.
  examples: [],
  tests: [
    'examples',
    'setup',
    'terminal',
    'catalog',
    'layers',
    'pipelines',
    'builds',
    'coverage',
    'accounts',
    'serve',
    'architect',
  ],
}
/** The rooms inside the Architect, as the picture in its README.md. */
export const ARCHITECT_ROOMS: Record<string, string[]> = {
  geometry: [],
  scene: ['geometry'],
  assets: ['scene', 'geometry'],
  kernel: ['assets', 'scene', 'geometry'],
  checks: ['kernel', 'assets', 'scene', 'geometry'],
  operations: ['checks', 'kernel', 'assets', 'scene', 'geometry'],
  render: ['kernel', 'assets', 'scene', 'geometry'],
  commands: ['render', 'operations', 'checks', 'kernel', 'assets', 'scene', 'geometry'],
  examples: ['operations', 'scene'],
}
const COMMAND_LINE = [
  '',
  ...Object.keys(ROOMS).filter((room) => !['tests', 'setup', 'examples'].includes(room)),
]
/** Code outside of the rooms: the command line may import everything, the rest nothing of ours. */
const ROOT_FILES: Record<string, string[]> = {
  'plat.ts': COMMAND_LINE,
  'start.ts': COMMAND_LINE,
  'setup.mjs': ['setup'],
  'vitest.config.ts': ['tests'],
}
/** Packages that one room alone may load: GDAL is a build's weight, never a server's. */
const KEPT_PACKAGES: Record<string, string> = { 'gdal-async': 'pipelines' }

/** Imports that run against the arrows. A test may also import `tests`, for the contract suites. */
export function findWrongArrows(tree: Tree): Violation[] {
  const violations: Violation[] = []
  for (const { from, specifier, path } of importsOf(tree)) {
    const room = roomOf(from)
    const allowed = ROOMS[room] ?? ROOT_FILES[from]
    const keeper = KEPT_PACKAGES[specifier.split('/')[0]]
    if (keeper && room !== keeper) {
      violations.push({ path: from, problem: `imports ${specifier}, which only ${keeper} may` })
    }
    if (path === undefined) continue
    const inner = wrongInnerArrow(from, path)
    if (inner) violations.push({ path: from, problem: inner })
    const target = roomOf(path)
    const isAllowed =
      target === room || allowed?.includes(target) || (isTest(from) && target === 'tests')
    // It belongs to no room and imports nothing: whoever needs our version may read it.
    if (isAllowed || path === 'package.json') continue
    violations.push({
      path: from,
      problem: `imports ${path}: ${room || 'root'} may not import ${target}`,
    })
  }
  return violations
}

/** Against the arrows inside the Architect; its tests may go along them and against them. */
function wrongInnerArrow(from: string, path: string): string | undefined {
  const [[room, source], [other, target]] = [from.split('/'), path.split('/')]
  if (room !== 'architect' || other !== 'architect' || source === target || isTest(from)) return
  const allowed =
    from.split('/').length > 2 ? ARCHITECT_ROOMS[source] : Object.keys(ARCHITECT_ROOMS)
  if (allowed?.includes(target)) return
  return `imports ${path}: architect/${source} may not import architect/${target}`
}

/** Folders with code that no table names: a room is not built in passing. */
export function findUnknownRooms(tree: Tree): Violation[] {
  return [...tree.keys()]
    .filter((path) => /\.(ts|mts|mjs)$/.test(path))
    .filter((path) => !(roomOf(path) in ROOMS) && !(path in ROOT_FILES))
    .map((path) => ({
      path,
      problem: 'is in no room of the table in tests/architecture/arrows.ts',
    }))
}

function roomOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
}
