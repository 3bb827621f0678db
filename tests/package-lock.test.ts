import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type Lock, productionPackages } from '../builds/code/locked-packages.ts'

const root = dirname(import.meta.dirname)
const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * Entries without a fixed hash, and entries that name a registry. A bundled package comes inside
 * the archive of the package that bundles it, and the hash of that archive covers it.
 */
function findUnfixed(entries: Lock): string[] {
  return Object.entries(entries).flatMap(([path, { integrity, resolved, link, inBundle }]) => {
    const isOurs = ['', ...workspaces].includes(path)
    if (link) return workspaces.includes(resolved) ? [] : [`${path} is a link to ${resolved}`]
    if (resolved !== undefined) return [`${path} is fetched from ${resolved}`]
    if (isOurs || /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')) return []
    return inBundle && isInBundle(entries, path) ? [] : [`${path} has no integrity`]
  })
}

/**
 * Whether the package that a path lies in bundles it, by itself or with another, and has a hash.
 */
function isInBundle(entries: Lock, path: string): boolean {
  const bundler = path.slice(0, path.indexOf('/node_modules/'))
  const { integrity, bundleDependencies = [] } = entries[bundler] ?? {}
  const bundled = bundleDependencies.map((name) => `${bundler}/node_modules/${name}`)
  if (integrity === undefined || bundled.length === 0) return false
  return [...bundled, ...productionPackages(entries, bundled)].includes(path)
}

test('every package of the lock file has a hash, or lies in the archive of one that has', () => {
  expect(findUnfixed(lock)).toEqual([])
  const bundled = Object.entries(lock).filter(([, { inBundle }]) => inBundle)
  expect(bundled.every(([path]) => path.startsWith('node_modules/gdal-async/'))).toBe(true)
})

test.each([
  ['node_modules/fastify', { integrity: undefined }],
  ['node_modules/fastify', { integrity: 'sha1-AAAA' }],
  ['node_modules/fastify', { integrity: undefined, inBundle: true }],
  ['node_modules/fastify', { resolved: 'https://registry.example/fastify.tgz' }],
  ['node_modules/gdal-async', { bundleDependencies: [] }],
  ['node_modules/gdal-async', { integrity: undefined }],
  ['node_modules/gdal-async/node_modules/tar', { inBundle: undefined }],
  ['node_modules/@plat/serve', { resolved: '../elsewhere' }],
])('a lock file in which %s has %j is refused', (path, change) => {
  expect(findUnfixed({ ...lock, [path]: { ...lock[path], ...change } })).not.toEqual([])
})
