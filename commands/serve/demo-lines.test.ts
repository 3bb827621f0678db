import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoLines } from './demo-lines.ts'

const url = 'http://localhost:8080'
const example = `printf '%s' "$PLAT_KEY"`
const KEY = 'sk_map_0123456789'

test('on a terminal the link and the request have the key, and work as they are', () => {
  const demo = { key: KEY, path: '/srv/plat/accounts/demo-key' }
  const lines = demoLines({ url, example, demo, isTerminal: true })
  expect(lines).toEqual([
    `The map, with a key to try it: ${url}/#key=${KEY}`,
    `Try: printf '%s' "${KEY}"`,
  ])
})

test('elsewhere the key is in no line, and the request reads it from its file', () => {
  const folder = mkdtempSync(join(tmpdir(), "plat demo's "))
  try {
    const path = join(folder, 'demo-key')
    writeFileSync(path, `${KEY}\n`)
    const lines = demoLines({ url, example, demo: { key: KEY, path }, isTerminal: false })
    expect(lines.join('\n')).not.toContain(KEY)
    expect(lines[0]).toContain(path)
    const command = lines[1].slice('Try: '.length)
    expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' })).toBe(KEY)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('without a demo key the request names the variable, and without an example there are no lines', () => {
  expect(demoLines({ url, example, demo: null, isTerminal: false })).toEqual([`Try: ${example}`])
  expect(demoLines({ url, example: null, demo: null, isTerminal: true })).toEqual([])
})
