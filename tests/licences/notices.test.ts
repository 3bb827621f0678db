import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  type Lock,
  packageName,
  productionPackages,
  resolvePackage,
} from '../../builds/code/locked-packages.ts'
import { importsOf } from '../architecture/imports.ts'
import { isTest, readTree } from '../architecture/tree.ts'
import { findLicenceProblems, formatNotices, type Notice, readNotices } from './notices.ts'

const root = dirname(dirname(import.meta.dirname))
const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
const FILE = join(root, 'third-party-notices.txt')

/** Packages in the page: those that its files import, with all that these depend on. */
function pagePackages(): string[] {
  const imported = importsOf(readTree(root)).filter(
    ({ from, path, isTypeOnly, specifier }) =>
      from.startsWith('web/') &&
      !isTest(from) &&
      !from.endsWith('.config.ts') &&
      !isTypeOnly &&
      path === undefined &&
      !specifier.startsWith('node:'),
  )
  const names = imported.map(({ specifier }) =>
    specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'),
  )
  const paths = [...new Set(names)].map((name) => resolvePackage(lock, 'web', name)!)
  return [...new Set([...paths, ...productionPackages(lock, paths)])]
}

const service = productionPackages(lock, ['', 'serve', 'accounts', 'architect'])
const notices = readNotices(root, lock, [...new Set([...service, ...pagePackages()])].sort())

test('the notices are those of the packages that the lock file has', () => {
  const text = formatNotices(notices)
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(FILE, text)
  expect(readFileSync(FILE, 'utf8') === text, 'UPDATE_GOLDENS=1 vitest run tests/licences').toBe(
    true,
  )
})

test('every package of the service and of the page has its notice, with a text', () => {
  const text = readFileSync(FILE, 'utf8')
  const lines = new Set(text.split('\n'))
  for (const path of [...service, ...pagePackages()]) {
    if (lock[path].os !== undefined || lock[path].cpu !== undefined) continue
    const { version } = lock[path]
    const heads = ['', ', with its builds for platforms'].map(
      (builds) => `${packageName(path)}${builds} ${version}`,
    )
    expect(lines.has(heads[0]) || lines.has(heads[1]), path).toBe(true)
  }
  for (const notice of notices) {
    expect(notice.text.length, notice.name).toBeGreaterThan(300)
    expect(notice.source, notice.name).toMatch(/^https:\/\/[\w.-]+\/[\w@./#-]+$/)
  }
  expect(text).toMatch(/^maplibre-gl 6\.\d+\.\d+\n {2}BSD-3-Clause/m)
  expect(text).toMatch(/^geos-wasm 3\.\d+\.\d+\n {2}LGPL-3\.0-or-later/m)
  expect(text).toContain('https://github.com/libgeos/geos')
})

test('no licence is unknown or requires more than its text, except those on the list', () => {
  expect(findLicenceProblems(notices)).toEqual([])
  const of = (licence: string, name = 'x'): Notice => ({ ...notices[0], name, licence })
  const fine = ['MIT', 'MIT AND Zlib', 'GPL-2.0 OR MIT']
  expect(
    findLicenceProblems([...fine.map((each) => of(each)), of('LGPL-3.0-or-later', 'geos-wasm')]),
  ).toEqual([])
  const wrong = ['UNKNOWN', '', 'GPL-3.0-only', 'MIT AND GPL-3.0-only', 'LGPL-3.0-or-later']
  for (const licence of [...wrong, 'AGPL-3.0 OR MIT AND SSPL-1.0', 'SEE LICENSE IN LICENSE'])
    expect(findLicenceProblems([of(licence)]), licence).toHaveLength(1)
  expect(findLicenceProblems([of('GPL-3.0-only', 'geos-wasm')])).toHaveLength(1)
})

test('packages of tests and builds have no notice: nobody receives them with the product', () => {
  for (const name of ['vite', 'vitest', 'gdal-async', 'playwright-core', 'typescript'])
    expect(notices.map((notice) => notice.name)).not.toContain(name)
})
