import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isSentInClear, loginPath, readLogin } from './service-login.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'architect-login-'))
  vi.stubEnv('XDG_CONFIG_HOME', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('a login that is there and cannot be read is not a missing one', async () => {
  await expect(readLogin('push')).rejects.toThrow('there is no login yet')
  mkdirSync(loginPath(), { recursive: true })
  await expect(readLogin('push')).rejects.toMatchObject({
    message: expect.stringContaining('cannot be read: EISDIR'),
    remedy: expect.stringContaining('that you can read'),
  })
  rmSync(dirname(loginPath()), { recursive: true })
  writeFileSync(dirname(loginPath()), '')
  await expect(readLogin('push')).rejects.toThrow('cannot be read: ENOTDIR')
})

test('a key is sent in clear by http to any machine but this one', () => {
  for (const url of [
    'http://localhost.evil.com',
    'http://127.evil.com:8080',
    'http://plat.example',
    'http://0.0.0.0:8080',
    'http://[::2]',
  ])
    expect(isSentInClear(url), url).toBe(true)
  for (const url of [
    'https://plat.example',
    'http://localhost:8080',
    'http://LOCALHOST',
    'http://127.0.0.2:8080',
    'http://[::1]:8080',
  ])
    expect(isSentInClear(url), url).toBe(false)
})
