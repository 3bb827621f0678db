import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onEachEngine } from '../tests/accounts-on.ts'
import { AccountsGone } from './accounts.ts'
import { AccountsPort } from './accounts-port.ts'
import { AccountsThread } from './accounts-thread.ts'
import { demoKey } from './operators/demo-key.ts'
import { askAccounts } from './operators/operator-line.ts'
import type { AccountsSettings } from './settings.ts'

const HERE = '127.0.0.1'
const OPERATOR = { operator: true } as const
const NO_FAILURE = {
  onFailure(words: string) {
    throw new Error(words)
  },
}

onEachEngine((engine) => {
  let settings: AccountsSettings
  let thread: AccountsThread
  let port: AccountsPort
  beforeAll(async () => {
    settings = await engine.settings()
    thread = await AccountsThread.start(settings, NO_FAILURE)
    port = new AccountsPort(thread.connect())
  })
  afterAll(async () => {
    port.close()
    await thread.close()
  })

  const kindOf = async (key: string) =>
    (await port.admit({ kind: 'key', key }, 'read:public', HERE)).kind

  async function made(name: string): Promise<{ key: string; id: string }> {
    const wanted = { do: 'create', kind: 'map', name, owner: OPERATOR } as const
    const answer = await askAccounts(settings.database, settings.folder, wanted)
    if (!('key' in answer)) throw new Error(JSON.stringify(answer))
    return { key: answer.key, id: answer.created.id }
  }

  test('an operator elsewhere makes, lists and revokes keys while the thread has the accounts', async () => {
    const { key, id } = await made('while it runs')
    expect(await kindOf(key)).toBe('admitted')
    const listed = await askAccounts(settings.database, settings.folder, {
      do: 'list',
      owner: OPERATOR,
    })
    expect(listed).toMatchObject({ keys: [{ id, name: 'while it runs', status: 'active' }] })
    expect(JSON.stringify(listed)).not.toContain(key)
    await askAccounts(settings.database, settings.folder, { do: 'revoke', id })
    await expect.poll(() => kindOf(key), { timeout: 5_000 }).toBe('refused')
  })

  test('what is refused says why, and what to do', async () => {
    const ask = (request: Parameters<typeof askAccounts>[2]) =>
      askAccounts(settings.database, settings.folder, request)
    const create = { do: 'create', kind: 'map', name: 'x' } as const
    const refusals = [
      await ask({ do: 'revoke', id: 'key_nobody' }),
      await ask({ ...create, owner: { email: 'nobody@example.com' } }),
      await ask({ ...create, owner: { organization: 'nobody' } }),
      await ask({ ...create, owner: OPERATOR, scopes: ['projects:edit'] }),
    ]
    for (const refusal of refusals)
      expect(refusal).toEqual({ refused: expect.any(String), hint: expect.any(String) })
  })

  test('a key to try the service is kept where its owner alone may read it, and made anew once it is revoked', async () => {
    const key = await demoKey(thread, settings.folder)
    expect(await demoKey(thread, settings.folder)).toBe(key)
    const path = join(settings.folder, 'demo-key')
    expect(await readFile(path, 'utf8')).toBe(`${key}\n`)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const listed = await thread.operate({ do: 'list', owner: OPERATOR })
    const { id } =
      'keys' in listed ? listed.keys.find(({ name }) => name === 'npm start')! : { id: '' }
    await thread.operate({ do: 'revoke', id })
    const next = await demoKey(thread, settings.folder)
    expect(next).not.toBe(key)
    expect(await kindOf(next)).toBe('admitted')
  })

  test('threads that ask through ports of their own share the limits', async () => {
    const { key } = await made('shared')
    const ports = [1, 2, 3].map(() => new AccountsPort(thread.connect()))
    const asked = ports.flatMap((each) =>
      Array.from({ length: 150 }, () => each.admit({ kind: 'key', key }, 'read:public', HERE)),
    )
    const kinds = (await Promise.all(asked)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'admitted')).toHaveLength(300)
    expect(kinds.filter((kind) => kind === 'limited')).toHaveLength(150)
    for (const each of ports) each.close()
  })
})

describe('the thread of the accounts', () => {
  let folder: string
  const settings = (): AccountsSettings => ({
    folder,
    database: { kind: 'embedded', folder: join(folder, 'database') },
    secret: null,
    public_url: null,
    email: { kind: 'log' },
  })
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plat-thread-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('refuses a folder that another process has, by name, and opens it once that has ended', async () => {
    const first = await AccountsThread.start(settings(), NO_FAILURE)
    const second = AccountsThread.start(settings(), NO_FAILURE)
    await expect(second).rejects.toMatchObject({
      name: 'StepError',
      message: expect.stringContaining(`held by process ${process.pid}`),
      remedy: expect.stringContaining('DATABASE_URL'),
    })
    await first.close()
    const third = await AccountsThread.start(settings(), NO_FAILURE)
    await third.close()
  }, 60_000)

  test('that ends unasked says so, and who asks hears that nobody can tell', async () => {
    const thread = await AccountsThread.start(settings(), NO_FAILURE)
    const port = new AccountsPort(thread.connect())
    // What a fault of ours does to it.
    await (thread as unknown as { worker: { terminate(): Promise<number> } }).worker.terminate()
    expect(await thread.ended).toMatchObject({
      name: 'StepError',
      remedy: expect.stringContaining('Start the service again'),
    })
    const asked = port.admit({ kind: 'key', key: 'x' }, 'read:public', HERE)
    await expect(asked).rejects.toThrow(AccountsGone)
    await thread.close()
  }, 60_000)

  test('says in words why it cannot open the accounts', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const wrong = settings()
    wrong.database = { kind: 'embedded', folder: join(file, 'database') }
    await expect(AccountsThread.start(wrong, NO_FAILURE)).rejects.toMatchObject({
      name: 'StepError',
    })
    wrong.database = {
      kind: 'postgresql',
      url: 'postgresql://plat:hunter2@127.0.0.1:1/plat',
    }
    const gone = AccountsThread.start({ ...wrong, secret: 'x'.repeat(32) }, NO_FAILURE)
    await expect(gone).rejects.toMatchObject({
      name: 'StepError',
      message: expect.not.stringContaining('hunter2'),
      remedy: expect.stringContaining('DATABASE_URL'),
    })
  }, 60_000)
})
