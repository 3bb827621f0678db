import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../commands/index.ts'
import { UPSTREAMS } from '../layers/index.ts'
import type { Command } from '../terminal/command.ts'
import { readArguments } from '../terminal/command-arguments.ts'
import { urlVariable } from '../upstream/settings.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { readTree, type Tree, type Violation } from './architecture/tree.ts'

const ROOT = dirname(import.meta.dirname)

/** Folders that a document may name and that must not be there: its examples of what to add. */
const EXAMPLES = ['layers/noise', 'pipelines/noise']

interface Part {
  path: string
  text: string
  kind: 'prose' | 'block'
}

/** The documents in parts: fenced blocks, and what stands around them. */
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

/** Whether a path is there: a file, a folder, or one that fits where `<id>` and `*` stand. */
function isThere(tree: Tree, path: string): boolean {
  const wanted = path.replace(/\/$/, '')
  if (tree.has(wanted)) return true
  const pattern = wanted
    .split(/<[^>]+>|\*/)
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+')
  const fits = new RegExp(`^${pattern}(?:/|$)`)
  return [...tree.keys()].some((each) => fits.test(each))
}

/** Links, and code spans that begin with a room or look like a file of ours, which are not there. */
function findMissingPaths(tree: Tree, examples: string[] = []): Violation[] {
  const tops = new Set([...tree.keys()].map((path) => path.split('/')[0]))
  return partsOf(tree).flatMap(({ path, text, kind }) => {
    const own = dirname(path)
    const isMissing = (named: string, from: string[]) =>
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
      return { path, problem: `names ${each}, which is not there` }
    })
  })
}

/** npm scripts that package.json does not have, and npm's own words taken for scripts. */
function findMissingScripts(tree: Tree): Violation[] {
  const { scripts } = JSON.parse(tree.get('package.json') ?? '{"scripts":{}}')
  return partsOf(tree).flatMap(({ path, text, kind }) =>
    (kind === 'block' ? [text] : spansOf(text)).flatMap((code) =>
      [...code.matchAll(/\bnpm (?:(start|test)\b|run (?:-s )?([\w:-]+))/g)]
        .map((match) => match[1] ?? match[2])
        .filter((script) => !Object.hasOwn(scripts, script))
        .map((script) => ({ path, problem: `names npm script ${script}, which is not there` })),
    ),
  )
}

/** Constants of the tables of bounds that are not in the file named beside them. */
function findMissingBounds(tree: Tree): Violation[] {
  return partsOf(tree).flatMap(({ path, text }) =>
    [...text.matchAll(/^\|.*\| `(\w+)` \| `([\w./-]+)` \|$/gm)]
      .filter(([, constant, file]) => !new RegExp(`\\b${constant}\\b`).test(tree.get(file) ?? ''))
      .map(([, constant, file]) => ({ path, problem: `${constant} is not in ${file}` })),
  )
}

/** Settings that no code reads; the address of each upstream is read by a name made of its id. */
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

/** Words of a shell line: quotes kept together, a comment left out. */
function wordsOf(line: string): string[] {
  const words = line.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []
  const comment = words.findIndex((word) => word.startsWith('#'))
  const said = comment < 0 ? words : words.slice(0, comment)
  return said.map((word) => word.replace(/^(["'])(.*)\1$/, '$2'))
}

/** Calls of a program: after its name, whole lines of blocks and whole code spans. */
function callsOf(program: string, { text, kind }: Part): string[][] {
  const beginning = `^\\s*(?:\\$ )?(?:[A-Z_]+=\\S+ )*(?:npm run (?:-s )?${program} --|${program}) (.+)$`
  const call = new RegExp(beginning)
  const lines = kind === 'block' ? text.replace(/\\\n\s*/g, ' ').split('\n') : spansOf(text)
  return lines.flatMap((line) => {
    const [, said] = call.exec(line) ?? []
    return said === undefined || said.startsWith('<') ? [] : [wordsOf(said)]
  })
}

/** Calls of commands that there are not, or with options that they do not take. */
function findWrongCalls(tree: Tree, commands: Map<string, Command>, program = 'plat'): Violation[] {
  return partsOf(tree).flatMap((part) =>
    callsOf(program, part).flatMap(([name, ...args]): Violation[] => {
      const { path } = part
      if (name === 'help') return []
      const command = commands.get(name)
      if (!command) return [{ path, problem: `calls ${program} ${name}, which is not there` }]
      try {
        readArguments(command, args)
        return []
      } catch (error) {
        return [{ path, problem: `calls ${program} ${name} wrongly: ${(error as Error).message}` }]
      }
    }),
  )
}

/** The commands that a program's file lists: it runs when it is imported, so its list is read. */
async function listedCommands(program: string): Promise<Map<string, Command>> {
  const source = tree.get(program)!
  const list = /name: '(\w+)',\s*load: async \(\) => \(await import\('([^']+)'\)\)\.(\w+)/g
  const commands = new Map<string, Command>()
  for (const [, name, file, exported] of source.matchAll(list))
    commands.set(name, (await import(join(ROOT, dirname(program), file)))[exported])
  return commands
}

/** Upstreams whose row in the table of live upstreams is missing or tells something else. */
function findWrongUpstreams(tree: Tree, upstreams: readonly Upstream[]): Violation[] {
  const path = 'ARCHITECTURE.md'
  const rows = [
    ...(tree.get(path) ?? '').matchAll(/^\| `([a-z0-9-]+)` +\| (on|off) +\| ([\d.]+) s .*$/gm),
  ]
  const told = rows.map(([, id, on, seconds]) => `${id} ${on} ${seconds} s`)
  const meant = upstreams.map(({ id, isOn, deadline_ms }) => {
    return `${id} ${isOn ? 'on' : 'off'} ${deadline_ms / 1000} s`
  })
  return [
    ...meant.filter((each) => !told.includes(each)).map((each) => `does not say ${each}`),
    ...told.filter((each) => !meant.includes(each)).map((each) => `says ${each}`),
  ].map((problem) => ({ path, problem }))
}

const tree = readTree(ROOT)
const commands = new Map(COMMANDS.map((command) => [command.name, command]))
const architectCommands = await listedCommands('architect/plat-architect.ts')
const listed = (violations: Violation[]) => violations.map((v) => `${v.path} ${v.problem}`)

describe('what the documents name is there', () => {
  test('paths, in links, code spans and calls', () => {
    expect(listed(findMissingPaths(tree, EXAMPLES))).toEqual([])
  })
  test('npm scripts', () => expect(listed(findMissingScripts(tree))).toEqual([]))
  test('constants of the bounds', () => expect(listed(findMissingBounds(tree))).toEqual([]))
  test('settings', () => expect(listed(findUnreadSettings(tree))).toEqual([]))
  test('live upstreams, as they are declared', () => {
    expect(listed(findWrongUpstreams(tree, UPSTREAMS))).toEqual([])
  })
  test('commands, with the options that they take', () => {
    expect([...commands.keys()]).toContain('build')
    expect(listed(findWrongCalls(tree, commands))).toEqual([])
  })
  test('commands of the Architect', () => {
    expect([...architectCommands.keys()]).toContain('verify')
    expect(listed(findWrongCalls(tree, architectCommands, 'plat-architect'))).toEqual([])
  })
  test('the examples of what to add are not there yet', () => {
    expect(EXAMPLES.filter((each) => isThere(tree, each))).toEqual([])
  })
  test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'])(
    '%s is one of them',
    (path) => expect(tree.get(path)).toBeTruthy(),
  )
})

describe('a document that went stale is found', () => {
  const house: Record<string, string> = {
    'package.json': '{"scripts":{"start":"","plat":""}}',
    'builds/run.ts': 'const WAIT_MS = 1\nprocess.env.PLAT_HOME',
    'builds/README.md': 'See `run.ts`, `builds/<name>.ts` and [the top](../package.json).',
  }
  const plant = (text: string): Tree => new Map(Object.entries({ ...house, 'README.md': text }))
  const all = (text: string) => {
    const planted = plant(text)
    const checks = [findMissingPaths, findMissingScripts, findMissingBounds, findUnreadSettings]
    return [...checks.flatMap((find) => find(planted)), ...findWrongCalls(planted, commands)].map(
      ({ problem }) => problem,
    )
  }

  test('and one in order is not', () => {
    const block = '```\n$ PLAT_HOME=x npm run -s plat -- build a --pin   # makes it\n```\n'
    expect(
      all(`\`npm start\`, \`builds/\`\n${block}| x | 1 | \`WAIT_MS\` | \`builds/run.ts\` |`),
    ).toEqual([])
  })
  test.each([
    ['a link', '[x](docs/x.md)', 'names docs/x.md, which is not there'],
    ['a file of a room', 'in `builds/gone.ts`', 'names builds/gone.ts, which is not there'],
    ['a bench', '```\nnode builds/bench.ts\n```', 'names builds/bench.ts, which is not there'],
    ['a script', '`npm run lint`', 'names npm script lint, which is not there'],
    ['a command', '`plat buidl`', 'calls plat buidl, which is not there'],
    ['a bound', '| x | 1 | `WAITS` | `builds/run.ts` |', 'WAITS is not in builds/run.ts'],
    ['a setting', '`PLAT_HOUSE`', 'names PLAT_HOUSE, which no code reads'],
  ])('%s', (_what, text, problem) => expect(all(text)).toContain(problem))
  test('an upstream', () => {
    const text = '| `usgs-epqs` | off | 9 s | x | y |\n| `gone` | on | 1 s | x | y |'
    const planted: Tree = new Map([['ARCHITECTURE.md', text]])
    const problems = findWrongUpstreams(planted, UPSTREAMS).map(({ problem }) => problem)
    const epqs = UPSTREAMS.find(({ id }) => id === 'usgs-epqs')!
    expect(problems).toContain(`does not say usgs-epqs on ${epqs.deadline_ms / 1000} s`)
    expect(problems).toContain('says gone on 1 s')
  })
  test('an option', () => {
    expect(all('```\nplat build sample --pinned\n```').join()).toContain('calls plat build wrongly')
  })
})
