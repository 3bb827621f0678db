import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onEachEngine, onOneEngine } from '../tests/accounts/accounts-on.ts'
import { isLongRun } from '../tests/long-run.ts'
import { AccountsGone } from './accounts.ts'
import { AccountsPort } from './accounts-port.ts'
import { AccountsThread } from './accounts-thread.ts'
import { sendOperatorRequest } from './operators/operator-client.ts'
import { demoKey } from './operators/stored-key.ts'
import type { AccountsSettings } from './settings.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine
const HERE = '127.0.0.1'
/** A lock is waited for 10 s, and PGlite opens in up to 17 s on a busy machine. */
const PATIENCE_MS = 180_000
const OPERATOR = { operator: true } as const
const NO_FAILURE = {
  onFailure(words: string) {
    throw new Error(words)
  },
}

/**
 * A statement on its way when the database hangs up is reported: "admin shutdown", or the end of
 * the connection where the database had not begun to answer. Of 8,296 statements that failed while
 * 1,500 connections were closed beneath them, 4,389 had the first of these, then 2,728, 519, 429,
 * 231.
 */
const HUNG_UP = /SQLSTATE 57P01|Connection terminated unexpectedly|not queryable|EPIPE|ECONNRESET/

onEngines((engine) => {
  let settings: AccountsSettings
  let thread: AccountsThread
  let port: AccountsPort
  const failures: string[] = []
  beforeAll(async () => {
    settings = await engine.settings()
    thread = await AccountsThread.start(settings, { onFailure: (words) => failures.push(words) })
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
    const answer = await sendOperatorRequest(settings.database, settings.folder, wanted)
    if (!('key' in answer)) throw new Error(JSON.stringify(answer))
    return { key: answer.key, id: answer.created.id }
  }

  test('an operator elsewhere makes, lists and revokes keys while the thread has the accounts', async () => {
    const { key, id } = await made('while it runs')
    expect(await kindOf(key)).toBe('admitted')
    const listed = await sendOperatorRequest(settings.database, settings.folder, {
      do: 'list',
      owner: OPERATOR,
    })
    expect(listed).toMatchObject({ keys: [{ id, name: 'while it runs', status: 'active' }] })
    expect(JSON.stringify(listed)).not.toContain(key)
    await sendOperatorRequest(settings.database, settings.folder, { do: 'revoke', id })
    await expect.poll(() => kindOf(key)).toBe('refused')
  })

  test('a refusal states the reason and the remedy', async () => {
    const send = (request: Parameters<typeof sendOperatorRequest>[2]) =>
      sendOperatorRequest(settings.database, settings.folder, request)
    const create = { do: 'create', kind: 'map', name: 'x' } as const
    const refusals = [
      await send({ do: 'revoke', id: 'key_nobody' }),
      await send({ ...create, owner: { email: 'nobody@example.com' } }),
      await send({ ...create, owner: { organization: 'nobody' } }),
      await send({ ...create, owner: OPERATOR, scopes: ['projects:edit'] }),
    ]
    for (const refusal of refusals)
      expect(refusal).toEqual({ refused: expect.any(String), hint: expect.any(String) })
  })

  test('the demo key is in a file that only its owner may read, and a revoked one is replaced', async () => {
    const { key, path } = await demoKey(thread, settings.folder)
    expect(path).toBe(join(settings.folder, 'demo-key'))
    chmodSync(path, 0o644)
    expect(await demoKey(thread, settings.folder)).toEqual({ key, path })
    expect(await readFile(path, 'utf8')).toBe(`${key}\n`)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const listed = await thread.operate({ do: 'list', owner: OPERATOR })
    const { id } =
      'keys' in listed ? listed.keys.find(({ name }) => name === 'npm start')! : { id: '' }
    await thread.operate({ do: 'revoke', id })
    const { key: next } = await demoKey(thread, settings.folder)
    expect(next).not.toBe(key)
    expect(await kindOf(next)).toBe('admitted')
  })

  test('a closed connection to the database is replaced, and the thread lives on', async () => {
    const { key } = await made('hung up')
    expect(await kindOf(key)).toBe('admitted')
    if (settings.database.kind === 'embedded') return
    const client = new Client({ connectionString: settings.database.url })
    await client.connect()
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'plat accounts'`,
    )
    await client.end()
    expect(rowCount).toBeGreaterThan(0)
    await expect.poll(() => kindOf(key).catch(() => 'gone')).toBe('admitted')
  })

  test('threads with their own ports share the limits', async () => {
    const { key } = await made('shared')
    const ports = [1, 2, 3].map(() => new AccountsPort(thread.connect()))
    const admissions = ports.flatMap((each) =>
      Array.from({ length: 150 }, () => each.admit({ kind: 'key', key }, 'read:public', HERE)),
    )
    const kinds = (await Promise.all(admissions)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'admitted')).toHaveLength(300)
    expect(kinds.filter((kind) => kind === 'limited')).toHaveLength(150)
    for (const each of ports) each.close()
  })

  test('no statement failed but those that the database hung up on', () => {
    expect(failures.filter((words) => !HUNG_UP.test(words))).toEqual([])
  })
})

onEngines((engine) => {
  // A PostgreSQL is there to be shared.
  if (engine.name !== 'PostgreSQL' && isLongRun)
    test(
      'a folder that another process has is refused by name, and opened once that has ended',
      async () => {
        const settings = await engine.settings()
        const first = await AccountsThread.start(settings, NO_FAILURE)
        const second = AccountsThread.start(settings, NO_FAILURE)
        await expect(second).rejects.toMatchObject({
          name: 'StepError',
          message: expect.stringContaining(`held by process ${process.pid}`),
          remedy: expect.stringContaining('DATABASE_URL'),
        })
        await first.close()
        const third = await AccountsThread.start(settings, NO_FAILURE)
        await third.close()
      },
      PATIENCE_MS,
    )

  test(
    'a thread that ends unexpectedly reports it, and calls fail with AccountsGone',
    async () => {
      const thread = await AccountsThread.start(await engine.settings(), NO_FAILURE)
      const port = new AccountsPort(thread.connect())
      // As an uncaught bug would.
      const { worker } = thread as unknown as { worker: { terminate(): Promise<number> } }
      await worker.terminate()
      expect(await thread.ended).toMatchObject({
        name: 'StepError',
        remedy: expect.stringContaining('Start the service again'),
      })
      const admission = port.admit({ kind: 'key', key: 'x' }, 'read:public', HERE)
      await expect(admission).rejects.toThrow(AccountsGone)
      await thread.close()
    },
    PATIENCE_MS,
  )
})

test(
  'an error of the start has a readable reason, without a password',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plat-thread-'))
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const embedded = { kind: 'embedded', folder: join(file, 'database') } as const
    const email = { kind: 'log' } as const
    const wrong = { folder, database: embedded, secret: null, public_url: null, email }
    await expect(AccountsThread.start(wrong, NO_FAILURE)).rejects.toMatchObject({
      name: 'StepError',
    })
    const url = 'postgresql://plat:hunter2@127.0.0.1:1/plat'
    const unreachable = { ...wrong, database: { kind: 'postgresql', url } as const }
    const gone = AccountsThread.start({ ...unreachable, secret: 'x'.repeat(32) }, NO_FAILURE)
    await expect(gone).rejects.toMatchObject({
      name: 'StepError',
      message: expect.not.stringContaining('hunter2'),
      remedy: expect.stringContaining('DATABASE_URL'),
    })
    rmSync(folder, { recursive: true, force: true })
  },
  PATIENCE_MS,
)
