import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../commands/index.ts'
import { UPSTREAMS } from '../../layers/index.ts'
import type { Command } from '../../terminal/command.ts'
import { readArguments } from '../../terminal/command-arguments.ts'
import { urlVariable } from '../../upstream/settings.ts'
import { readTree, type Tree, type Violation } from '../architecture/tree.ts'

const ROOT = dirname(dirname(import.meta.dirname))

/** Folders that do not exist: examples of things to add. */
const EXAMPLES = ['layers/noise', 'pipelines/noise']
/** Files of a build, in folders that packages of the repository may be named like. */
const BUILD_FILE =
  /^(tables|packs|rasters|tiles|search|stac)\/.*\.(parquet|pack|tif|pmtiles|sqlite)$/

interface Part {
  path: string
  text: string
  kind: 'prose' | 'block'
}

/** The documents in parts: fenced blocks, and the prose around them. */
function partsOf(tree: Tree): Part[] {
  return [...tree]
    .filter(([path]) => path.endsWith('.md'))
    .flatMap(([path, text]) =>
      text.split(/^ *```.*$/m).map((part, i): Part => {
        return { path, text: part, kind: i % 2 === 0 ? 'prose' : 'block' }
      }),
    )
}

/** Text between backticks, on one line. */
function spansOf(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1])
}

/** True when a path exists: a file, a folder, or one that matches `<id>` and `*`. */
function isThere(tree: Tree, path: string): boolean {
  const target = path.replace(/\/$/, '')
  if (tree.has(target)) return true
  const pattern = target
    .split(/<[^>]+>|\*/)
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+')
  const match = new RegExp(`^${pattern}(?:/|$)`)
  return [...tree.keys()].some((each) => match.test(each))
}

/** Links, and code spans that begin with a package or look like a file, whose target is missing. */
function findMissingPaths(tree: Tree, examples: string[] = []): Violation[] {
  const tops = new Set([...tree.keys()].map((path) => path.split('/')[0]))
  return partsOf(tree).flatMap(({ path, text, kind }) => {
    const own = dirname(path)
    const isMissing = (named: string, from: string[]) =>
      !BUILD_FILE.test(named) &&
      !from.some((folder) => isThere(tree, join(folder, named))) &&
      !examples.some((each) => named.startsWith(each))
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1])
    const spans = spansOf(text).filter((span) => /^[\w<>*-][\w.<>*/-]*$/.test(span))
    const files = spans.filter(
      (span) => tops.has(span.split('/')[0]) || /^[\w/-]+(\.test)?\.(ts|mjs|md)$/.test(span),
    )
    const run = [...text.matchAll(/\b(?:node|vitest run) ([\w./-]+\/[\w./-]+)/g)].map((m) => m[1])
    const missing = [
      ...(kind === 'prose' ? links.filter((each) => isMissing(each, [own])) : []),
      ...(kind === 'prose' ? files.filter((each) => isMissing(each, ['.', own])) : []),
      ...run.filter((each) => isMissing(each, ['.'])),
    ]
    return [...new Set(missing)].map((each) => {
      return { path, problem: `names ${each}, which does not exist` }
    })
  })
}

/** npm scripts that package.json does not have. */
function findMissingScripts(tree: Tree): Violation[] {
  const { scripts } = JSON.parse(tree.get('package.json') ?? '{"scripts":{}}')
  return partsOf(tree).flatMap(({ path, text, kind }) =>
    (kind === 'block' ? [text] : spansOf(text)).flatMap((code) =>
      [...code.matchAll(/\bnpm (?:(start|test)\b|run (?:-s )?([\w:-]+))/g)]
        .map((match) => match[1] ?? match[2])
        .filter((script) => !Object.hasOwn(scripts, script))
        .map((script) => ({ path, problem: `names npm script ${script}, which does not exist` })),
    ),
  )
}

/** Settings that no code reads. The address of each upstream has a name made of its id. */
function findUnreadSettings(tree: Tree): Violation[] {
  const made = UPSTREAMS.map(urlVariable)
  const code = [...tree].filter(([path]) => /\.(ts|mjs)$/.test(path)).map(([, text]) => text)
  return partsOf(tree).flatMap(({ path, text }) =>
    [...new Set(text.match(/\bPLAT_[A-Z0-9_]+/g))]
      .filter((name) => !made.includes(name))
      // Read by code, or by a command that code shows.
      .filter((name) => {
        const read = new RegExp(`(?:env(?:ironment)?\\.|"[^"\n]*\\$)${name}\\b`)
        return !code.some((each) => read.test(each))
      })
      .map((name) => ({ path, problem: `names ${name}, which no code reads` })),
  )
}

/** Places as `name` in `file`, whose file does not have the name. */
function findMisplacedNames(tree: Tree): Violation[] {
  return [...tree].flatMap(([path, text]) => {
    if (!path.endsWith('.md')) return []
    const places = [...text.matchAll(/`(\w+)`(?: and more)? in `([\w./-]+\.(?:ts|mjs))`/g)]
    const textOf = (file: string) => tree.get(join(dirname(path), file)) ?? tree.get(file) ?? ''
    return places
      .filter(([, name, file]) => !new RegExp(`\\b${name}\\b`).test(textOf(file)))
      .map(([, name, file]) => ({
        path,
        problem: `names ${name} in ${file}, which does not have it`,
      }))
  })
}

/** Tokens of a shell line: quoted text is one token, a comment is left out. */
function splitShellLine(line: string): string[] {
  const words = line.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []
  const comment = words.findIndex((word) => word.startsWith('#'))
  const tokens = comment < 0 ? words : words.slice(0, comment)
  return tokens.map((word) => word.replace(/^(["'])(.*)\1$/, '$2'))
}

/** Calls of a program: after its name, whole lines of blocks and whole code spans. */
function callsOf(program: string, { text, kind }: Part): string[][] {
  const beginning = `^\\s*(?:\\$ )?(?:[A-Z_]+=\\S+ )*(?:npm run (?:-s )?${program} --|${program}) (.+)$`
  const call = new RegExp(beginning)
  const lines = kind === 'block' ? text.replace(/\\\n\s*/g, ' ').split('\n') : spansOf(text)
  return lines.flatMap((line) => {
    const [, args] = call.exec(line) ?? []
    return args === undefined || args.startsWith('<') ? [] : [splitShellLine(args)]
  })
}

/** Calls of unknown commands, or with unknown options. */
function findWrongCalls(tree: Tree, commands: Map<string, Command>, program = 'plat'): Violation[] {
  return partsOf(tree).flatMap((part) =>
    callsOf(program, part).flatMap(([name, ...args]): Violation[] => {
      const { path } = part
      if (name === 'help') return []
      const command = commands.get(name)
      if (!command) return [{ path, problem: `calls ${program} ${name}, which does not exist` }]
      try {
        readArguments(command, args)
        return []
      } catch (error) {
        return [{ path, problem: `calls ${program} ${name} wrongly: ${(error as Error).message}` }]
      }
    }),
  )
}

/** The commands of a program. Its file runs when it is imported, so its text is read instead. */
async function listedCommands(program: string): Promise<Map<string, Command>> {
  const source = tree.get(program)!
  const list = /name: '([\w-]+)',\s*load: async \(\) => \(await import\('([^']+)'\)\)\.(\w+)/g
  const commands = new Map<string, Command>()
  for (const [, name, file, exported] of source.matchAll(list))
    commands.set(name, (await import(join(ROOT, dirname(program), file)))[exported])
  return commands
}

const tree = readTree(ROOT)
const commands = new Map(COMMANDS.map((command) => [command.name, command]))
const architectCommands = await listedCommands('architect/plat-architect.ts')
const listed = (violations: Violation[]) => violations.map((v) => `${v.path} ${v.problem}`)

describe('names in the documents exist', () => {
  test('paths, in links, code spans and calls', () => {
    expect(listed(findMissingPaths(tree, EXAMPLES))).toEqual([])
  })
  test('names in their files', () => {
    expect(listed(findMisplacedNames(tree))).toEqual([])
    const moved = new Map([
      ['a.md', 'Change `LIMIT` in `accounts/limits.ts`, `RATE` in `accounts/limits.ts`.'],
      ['accounts/limits.ts', 'export const RATE = 1'],
    ])
    expect(listed(findMisplacedNames(moved))).toEqual([
      'a.md names LIMIT in accounts/limits.ts, which does not have it',
    ])
  })
  test('npm scripts', () => expect(listed(findMissingScripts(tree))).toEqual([]))
  test('settings', () => expect(listed(findUnreadSettings(tree))).toEqual([]))
  test('commands, with the options that they take', () => {
    expect([...commands.keys()]).toContain('build')
    expect(listed(findWrongCalls(tree, commands))).toEqual([])
  })
  test('commands of the Architect', () => {
    expect([...architectCommands.keys()]).toContain('verify')
    expect(listed(findWrongCalls(tree, architectCommands, 'plat-architect'))).toEqual([])
  })
  test('the folders of examples do not exist', () => {
    expect(EXAMPLES.filter((each) => isThere(tree, each))).toEqual([])
  })
  test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'])(
    '%s is one of them',
    (path) => expect(tree.get(path)).toBeTruthy(),
  )
})

describe('a stale document is found', () => {
  const house: Record<string, string> = {
    'package.json': '{"scripts":{"start":"","plat":""}}',
    'builds/run.ts': 'const WAIT_MS = 1\nprocess.env.PLAT_HOME',
    'builds/README.md': 'See `run.ts`, `builds/<name>.ts` and [the top](../package.json).',
  }
  const plant = (text: string): Tree => new Map(Object.entries({ ...house, 'README.md': text }))
  const all = (text: string) => {
    const planted = plant(text)
    const checks = [findMissingPaths, findMissingScripts, findUnreadSettings]
    return [...checks.flatMap((find) => find(planted)), ...findWrongCalls(planted, commands)].map(
      ({ problem }) => problem,
    )
  }

  test('and one in order is not', () => {
    const block = '```\n$ PLAT_HOME=x npm run -s plat -- build a --pin   # makes it\n```\n'
    expect(all(`\`npm start\`, \`builds/\`\n${block}`)).toEqual([])
  })
  test.each([
    ['a link', '[x](docs/x.md)', 'names docs/x.md, which does not exist'],
    ['a file of a package', 'in `builds/gone.ts`', 'names builds/gone.ts, which does not exist'],
    ['a bench', '```\nnode builds/bench.ts\n```', 'names builds/bench.ts, which does not exist'],
    ['a script', '`npm run lint`', 'names npm script lint, which does not exist'],
    ['a command', '`plat buidl`', 'calls plat buidl, which does not exist'],
    ['a setting', '`PLAT_HOUSE`', 'names PLAT_HOUSE, which no code reads'],
  ])('%s', (_what, text, problem) => expect(all(text)).toContain(problem))
  test('an option', () => {
    expect(all('```\nplat build sample --pinned\n```').join()).toContain('calls plat build wrongly')
  })
})
