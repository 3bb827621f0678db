import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import packageFile from '../package.json' with { type: 'json' }
import { isInstalled } from './packages.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plat-packages-'))
  mkdirSync(join(root, 'node_modules/zod'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

const zod = { version: '4.6.7', integrity: 'sha512-a' }
function write(listed: Record<string, object>, held: Record<string, object>) {
  const all = { '': { name: 'plat' }, pipelines: { version: '0.1.0' }, ...listed }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: all }))
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: held }))
}

test('a package in the locked version with the locked bytes counts as installed', () => {
  write({ 'node_modules/zod': zod }, { 'node_modules/zod': zod })
  expect(isInstalled(root)).toBe(true)
})

test('another version, other bytes, or a package that is missing is not', () => {
  write({ 'node_modules/zod': zod }, { 'node_modules/zod': { ...zod, version: '4.6.6' } })
  expect(isInstalled(root)).toBe(false)
  write({ 'node_modules/zod': zod }, { 'node_modules/zod': { ...zod, integrity: 'sha512-b' } })
  expect(isInstalled(root)).toBe(false)
  write({ 'node_modules/zod': zod }, {})
  expect(isInstalled(root)).toBe(false)
  write({ 'node_modules/zod': zod }, { 'node_modules/zod': zod })
  rmSync(join(root, 'node_modules/zod'), { recursive: true })
  expect(isInstalled(root)).toBe(false)
})

test('an optional package of another platform may be absent, a folder without npm is empty', () => {
  const other = { version: '1.0.0', optional: true }
  write({ 'node_modules/zod': zod, 'node_modules/other': other }, { 'node_modules/zod': zod })
  expect(isInstalled(root)).toBe(true)
  rmSync(join(root, 'node_modules'), { recursive: true })
  expect(isInstalled(root)).toBe(false)
})

test('an npm script replaces its shell, or a signal to npm would leave a server behind', () => {
  expect(Object.values(packageFile.scripts)).not.toHaveLength(0)
  for (const script of Object.values(packageFile.scripts)) expect(script).toMatch(/^exec /)
})
