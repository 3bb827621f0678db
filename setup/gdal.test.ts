import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bindingFolder, joinSources } from './gdal.mjs'

const folder = bindingFolder(dirname(import.meta.dirname))

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plat-gdal-'))
})
afterEach(() => rmSync(root, { recursive: true }))

test('the joined sources of the binding are each of its files once, next to their headers', () => {
  const copy = join(root, 'scratch/package')
  expect(joinSources(folder, copy)).toBe(copy)
  const description = readFileSync(join(copy, 'binding.gyp'), 'utf8')
  const parts = [...description.matchAll(/"(part-\d\.cpp)"/g)].map(([, name]) => name)
  expect(parts).toHaveLength(4)
  expect(description).not.toMatch(/"src\/[^"]*\.cpp"/)
  const joined = parts.flatMap((name) =>
    [...readFileSync(join(copy, name), 'utf8').matchAll(/"(.*)"/g)].map(([, path]) => path),
  )
  for (const path of joined) expect(existsSync(join(copy, path)), path).toBe(true)
  const all = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
  const sources = all.filter((name) => name.endsWith('.cpp')).map((name) => `src/${name}`)
  expect(joined.sort()).toEqual(sources.sort())
})

test('another description of the build is not guessed at: its files are compiled as they are', () => {
  const other = join(root, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'binding.gyp'), '{ "targets": [{ "sources": ["src/a.cpp"] }] }')
  expect(joinSources(other, join(root, 'copy'))).toBe(null)
  expect(existsSync(join(root, 'copy'))).toBe(false)
})
