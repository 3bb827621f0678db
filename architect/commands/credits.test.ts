import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AccountsThread } from '../../accounts/accounts-thread.ts'
import { openDatabase } from '../../accounts/database/open-database.ts'
import { organization, user } from '../../accounts/database/schema.ts'
import { sendOperatorRequest } from '../../accounts/operators/operator-client.ts'
import type { AccountsSettings } from '../../accounts/settings.ts'
import { dispatch } from '../../terminal/dispatch.ts'
import { SILENT } from '../../terminal/progress.ts'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { accountsWithProjects } from '../service/architect-thread.ts'
import { creditsCommand } from './credits.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

onEngines((engine) => {
  let home: string
  let settings: AccountsSettings
  let thread: AccountsThread | undefined

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'plat-credits-'))
    const folder = join(home, 'accounts')
    mkdirSync(folder)
    settings = { ...(await engine.settings()), folder }
    vi.stubEnv('PLAT_HOME', home)
    vi.stubEnv('PLAT_CREDITS_START', '25')
    vi.stubEnv('DATABASE_URL', undefined)
    if (settings.database.kind === 'embedded') {
      const made = settings.database.folder
      settings.database = { kind: 'embedded', folder: join(folder, 'database') }
      renameSync(made, settings.database.folder)
    } else vi.stubEnv('DATABASE_URL', settings.database.url)
    const database = await openDatabase(settings.database)
    await database.tables.insert(user).values([
      { id: 'user-1', name: 'Ada', email: 'ada@example.com' },
      { id: 'user-2', name: 'Ben', email: 'ben@example.com' },
    ])
    await database.tables.insert(organization).values([
      { id: 'org-1', name: 'Office', slug: 'office' },
      // Slugs are chosen by people, and must not stand for the workspace of another.
      { id: 'org-2', name: 'Trap', slug: 'user-1' },
      { id: 'org-3', name: 'Trap', slug: 'org-1' },
    ])
    await database.close()
  })
  afterAll(async () => {
    await thread?.close()
    vi.unstubAllEnvs()
    rmSync(home, { recursive: true, force: true })
  })

  async function credits(...argv: string[]) {
    const printed: string[] = []
    const errors: string[] = []
    const code = await dispatch([creditsCommand], ['credits', ...argv], {
      program: 'plat-architect',
      out: { progress: SILENT, print: (text) => void printed.push(text) },
      printError: (text) => void errors.push(text),
    })
    return { code, out: printed.join('\n'), error: errors.join('\n') }
  }
  const shown = async (who: string) => JSON.parse((await credits('show', who, '--json')).out)

  test('without a service, credits are granted and shown in the database', async () => {
    const before = await credits('show', 'ada@example.com')
    expect(before).toMatchObject({ code: 0, error: '' })
    expect(before.out).toBe(
      'Ada (personal workspace user-1)\n\navailable  reserved  spent\n0          0         0\n\nThe first turn adds 25 starting credits.',
    )
    expect(await credits('grant', 'Ada@example.com', '12.5', '--note', 'Thanks')).toEqual({
      code: 0,
      out: 'Granted 12.5 to Ada (personal workspace user-1): 12.5 available.',
      error: '',
    })
    await credits('grant', 'user-1', '100')
    const { out } = await credits('show', 'user-1')
    expect(out.split('\n').slice(7)).toEqual([
      'time (UTC)        kind   credits  from    to         turn  step  note',
      expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d {2}grant {2}100 {6}source {2}available/),
      expect.stringMatching(/ grant {3}12\.5 {4}source {2}available {2}- {5}- {5}Thanks$/),
    ])
    expect(await shown('user-1')).toMatchObject({
      workspace: { kind: 'personal', id: 'user-1', name: 'Ada' },
      available: '112.5',
      startsWith: '25',
      entries: [
        { credits: '100' },
        { kind: 'grant', credits: '12.5', from: 'source', to: 'available', note: 'Thanks' },
      ],
    })
    const limited = await credits('show', 'user-1', '--limit', '1', '--json')
    expect(JSON.parse(limited.out).entries).toHaveLength(1)
  })

  test('an organization is named by its slug or its id, which another slug does not take', async () => {
    await credits('grant', 'office', '7')
    expect(await shown('org-1')).toMatchObject({
      workspace: { kind: 'organization', id: 'org-1', name: 'Office' },
      available: '7',
    })
    expect((await shown('user-1')).workspace).toMatchObject({ name: 'Ada' })
    expect((await shown('org-3')).available).toBe('0')
  })

  test('a grant with an id is made once', async () => {
    const grant = () => credits('grant', 'ben@example.com', '5', '--id', 'invoice-17')
    expect((await grant()).out).toContain('Granted 5 to Ben')
    expect(await grant()).toMatchObject({
      code: 0,
      out: 'Granted nothing: Ben (personal workspace user-2) had the grant invoice-17 before; 5 available.',
    })
  })

  test('unknown owners and wrong arguments are refused with what to do', async () => {
    const nobody = await credits('show', 'eve@example.com')
    expect(nobody).toMatchObject({ code: 1, out: '' })
    expect(nobody.error).toContain('Nobody has signed up with eve@example.com')
    expect(nobody.error).toContain('Have the person sign up')
    const nothing = await credits('grant', 'nothing', '5')
    expect(nothing.error).toContain('no organization with the slug nothing')
    expect(nothing.error).toContain('plat keys list --all --json')
    for (const amount of ['0', '-5', '1e3', 'many', '0.0001', '1000000000.5'])
      expect(await credits('grant', 'office', amount), amount).toMatchObject({
        code: 2,
        error: expect.stringMatching(/The amount must be .*got/),
      })
    for (const argv of [[], ['show'], ['grant', 'office'], ['revoke', 'office']])
      expect(await credits(...argv), `${argv}`).toMatchObject({ code: 2 })
    for (const limit of ['101', '-1', 'x'])
      expect((await credits('show', 'office', '--limit', limit)).error).toContain('--limit must be')
    const note = await credits('grant', 'office', '5', '--note', 'x'.repeat(201))
    expect(note).toMatchObject({ code: 2, error: expect.stringContaining('--note must be') })
    expect((await shown('office')).available).toBe('7')
  })

  test('the running service answers in the same way, and a request that it does not know is refused', async () => {
    thread = await AccountsThread.start(settings, {
      onFailure: () => {},
      extension: accountsWithProjects({ startingCredits: 33_000 }),
    })
    expect((await credits('grant', 'office', '3')).out).toBe(
      'Granted 3 to Office (organization org-1): 10 available.',
    )
    // The embedded database is the service's, whose setting counts.
    const startsWith = engine.name === 'PGlite' ? '33' : '25'
    expect(await shown('office')).toMatchObject({ available: '10', startsWith })
    const { database, folder } = settings
    const unknown = { do: 'extension', request: { do: 'mint' } } as const
    const operated = await thread.operate(unknown)
    expect(operated).toEqual({
      extension: { refused: 'The request is not valid.', hint: expect.any(String) },
    })
    if (engine.name === 'PGlite')
      expect(await sendOperatorRequest(database, folder, unknown)).toEqual(operated)
    await thread.close()
    thread = undefined
  })

  if (isLongRun)
    test('accounts without projects refuse requests of credits', async () => {
      thread = await AccountsThread.start(settings, { onFailure: () => {} })
      const request = { do: 'show_credits', who: 'office', limit: 1 }
      const refused = 'The service that runs does not know this request.'
      expect(await thread.operate({ do: 'extension', request })).toMatchObject({ refused })
      if (engine.name === 'PGlite')
        expect((await credits('show', 'office')).error).toContain(refused)
    })
})
