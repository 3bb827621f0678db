import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureSessionSecret } from './session-secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-secret-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a secret is made once, also by many at once, for its owner alone to read', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => ensureSessionSecret(folder)))
  expect(new Set(made).size).toBe(1)
  expect(made[0]).toMatch(/^[0-9A-Za-z]{48}$/)
  expect(await ensureSessionSecret(folder)).toBe(made[0])
  expect(await readdir(folder)).toEqual(['secret'])
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
})

test.each(['', 'short'])('a file that holds %j is refused', async (text) => {
  await writeFile(join(folder, 'secret'), text)
  await expect(ensureSessionSecret(folder)).rejects.toThrow(/does not hold a whole secret/)
})
