import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { importsOf, reachedFrom } from '../tests/architecture/imports.ts'
import { readTree } from '../tests/architecture/tree.ts'
import { isLongRun } from '../tests/long-run.ts'
import { buildPage, MAP_PAGE, PAGES, PROJECTS_PAGE } from './page.mjs'

// Stands for Vite: leaves the page's text, and how often it ran.
const VITE = `
import * as fs from 'node:fs'
const text = fs.readFileSync('web/main.ts', 'utf8')
if (text === 'broken') { console.error('main.ts: unexpected end'); process.exit(1) }
fs.rmSync('.plat/page', { recursive: true, force: true })
fs.mkdirSync('.plat/page', { recursive: true })
fs.writeFileSync('.plat/page/index.html', text)
fs.appendFileSync('runs', '.')
`

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plat-page-'))
  for (const folder of ['web', 'node_modules/vite/bin'])
    mkdirSync(join(root, folder), { recursive: true })
  write('node_modules/vite/bin/vite.js', VITE)
  write('node_modules/vite/package.json', '{"type":"module"}')
  for (const path of PAGES.flatMap(({ others }) => others).filter((path) => path !== 'web')) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    write(path, 'one')
  }
  write('web/vite.config.ts', '')
  write('web/main.ts', 'one')
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(root, { recursive: true })
})

const write = (path: string, text: string) => writeFileSync(join(root, path), text)
const build = () => buildPage(root, process.execPath)
const runs = () => readFileSync(join(root, 'runs'), 'utf8').length

test('the page is built once, and again when a file of it or a package changes', async () => {
  expect(await build()).toBe(true)
  expect(await build()).toBe(false)
  expect(runs()).toBe(1)
  write('web/main.ts', 'two')
  expect(await build()).toBe(true)
  expect(readFileSync(join(root, '.plat/page/index.html'), 'utf8')).toBe('two')
  const others = isLongRun ? MAP_PAGE.others : MAP_PAGE.others.slice(0, 2)
  for (const path of others) {
    write(path, 'two')
    expect(await build(), path).toBe(true)
  }
  write('web/main.test.ts', 'a test is not part of the page')
  expect(await build()).toBe(false)
  rmSync(join(root, '.plat/page'), { recursive: true })
  expect(await build()).toBe(true)
  expect(runs()).toBe(3 + others.length)
})

test('a page that does not build stops the set-up with its own words, and is tried again', async () => {
  write('web/main.ts', 'broken')
  await expect(build()).rejects.toThrow(/^build the map page failed: exit code 1\n {2}remedy /)
  write('web/main.ts', 'mended')
  expect(await build()).toBe(true)
  expect(existsSync(join(root, '.plat/setup.lock'))).toBe(false)
})

test('a tree without the page, such as a layer of an image, has nothing to build', async () => {
  rmSync(join(root, 'web'), { recursive: true })
  expect(await build()).toBe(false)
})

test('a page that shares files with another is built again when one of those changes', async () => {
  mkdirSync(join(root, PROJECTS_PAGE.source), { recursive: true })
  write(join(PROJECTS_PAGE.source, 'vite.config.ts'), '')
  const buildProjects = () => buildPage(root, process.execPath, PROJECTS_PAGE)
  // The stand-in of Vite writes the map page only.
  mkdirSync(join(root, PROJECTS_PAGE.built), { recursive: true })
  expect(await buildProjects()).toBe(true)
  expect(await buildProjects()).toBe(false)
  write('web/main.ts', 'two')
  expect(await buildProjects()).toBe(true)
})

test.each(PAGES)('the $name is built again when any file that it imports changes', (page) => {
  const tree = readTree(dirname(import.meta.dirname))
  const targets = new Map<string, string[]>()
  for (const { from, path, isTypeOnly } of importsOf(tree))
    if (path && tree.has(path) && !isTypeOnly)
      targets.set(from, [...(targets.get(from) ?? []), path])
  const reached = reachedFrom([`${page.source}/main.ts`], targets)
  expect(reached.size).toBeGreaterThan(100)
  const sources = [page.source, ...page.others]
  const isSource = (path: string) =>
    sources.some((source) => path === source || path.startsWith(`${source}/`))
  expect([...reached].filter((path) => !isSource(path))).toEqual([])
})
