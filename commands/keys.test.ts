import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountsPort } from '../accounts/accounts-port.ts'
import { AccountsThread } from '../accounts/accounts-thread.ts'
import type { AccountsSettings } from '../accounts/settings.ts'
import { onEachEngine, onOneEngine } from '../tests/accounts/accounts-on.ts'
import { isLongRun } from '../tests/long-run.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

const PLAT = join(import.meta.dirname, '../plat.ts')

onEngines((engine) => {
  let home: string
  let settings: AccountsSettings
  let thread: AccountsThread | undefined
  let port: AccountsPort
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'plat-keys-'))
    const folder = join(home, 'accounts')
    mkdirSync(folder)
    settings = { ...(await engine.settings()), folder }
    if (settings.database.kind === 'embedded') {
      const made = settings.database.folder
      settings.database = { kind: 'embedded', folder: join(folder, 'database') }
      renameSync(made, settings.database.folder)
    }
    thread = await AccountsThread.start(settings, { onFailure: () => {} })
    port = new AccountsPort(thread.connect())
  })
  afterAll(async () => {
    await thread?.close()
    rmSync(home, { recursive: true, force: true })
  })

  /** `plat keys` in a process of its own. */
  async function plat(
    ...args: string[]
  ): Promise<{ stdout: string; stderr: string; code: number }> {
    const { DATABASE_URL: _, ...inherited } = process.env
    const { database } = settings
    const env = {
      ...inherited,
      PLAT_HOME: home,
      ...(database.kind === 'postgresql' && { DATABASE_URL: database.url }),
    }
    const run = promisify(execFile)(process.execPath, [PLAT, 'keys', ...args], { env })
    return await run.then(
      (done) => ({ ...done, code: 0 }),
      (error) => error,
    )
  }

  const kindOf = async (key: string) =>
    (await port.admit({ kind: 'key', key }, 'read:public', '127.0.0.1')).kind

  test('another process makes a key, alone on standard output; revoked there, it is refused here', async () => {
    const made = await plat('create', '--name', 'ci', '--expires-in-days', '90')
    expect(made.stdout).toMatch(/^sk_map_[0-9A-Za-z]{46}\n$/)
    const key = made.stdout.trim()
    expect(made.stderr).not.toContain(key)
    expect(await kindOf(key)).toBe('admitted')
    const listed = await plat('list', '--json')
    const [row] = JSON.parse(listed.stdout)
    expect(row).toMatchObject({ name: 'ci', status: 'active', workspace: { name: 'Operator' } })
    expect(listed.stdout).not.toContain(key)
    if (isLongRun) expect((await plat('list')).stdout).toContain(row.id)
    const revoked = await plat('revoke', row.id)
    expect(revoked.stdout).toContain(`Revoked ${row.id} (ci)`)
    await expect.poll(() => kindOf(key)).toBe('refused')
  }, 120_000)

  test('a refused key is reported with its reason', async () => {
    const nobody = await plat('create', '--name', 'x', '--owner', 'nobody@example.com')
    expect(nobody).toMatchObject({ code: 1, stdout: '' })
    expect(nobody.stderr).toMatch(/Nobody has signed up with nobody@example.com/)
    // Each is a start of the command.
    if (!isLongRun) return
    const nameless = await plat('create')
    expect(nameless).toMatchObject({ code: 2, stdout: '' })
    const both = await plat('list', '--owner', 'a@example.com', '--org', 'b')
    expect(both).toMatchObject({ code: 2, stdout: '' })
    const wrongScope = await plat('create', '--name', 'x', '--scopes', 'read:all')
    expect(wrongScope.stderr).toContain('There is no scope read:all')
  }, 120_000)
})
