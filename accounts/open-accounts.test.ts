import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountBrowser, PASSWORD } from '../tests/accounts/account-browser.ts'
import { CHEAP_HASH, onEachEngine, onOneEngine } from '../tests/accounts/accounts-on.ts'
import { isLongRun } from '../tests/long-run.ts'
import { type OpenAccounts, openAccounts } from './open-accounts.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

onEngines((engine) => {
  let accounts: OpenAccounts
  beforeAll(async () => {
    accounts = await openAccounts(await engine.settings())
  })
  afterAll(() => accounts.close())

  test('a key that was just made is admitted, and refused once it is revoked', async () => {
    const wanted = { kind: 'map' as const, name: 'x', owner: { operator: true as const } }
    const { key, row } = await accounts.keys.create(wanted)
    const admit = () => accounts.admit({ kind: 'key', key }, 'read:public', '127.0.0.1')
    expect(await admit()).toMatchObject({ kind: 'admitted', caller: { credential_id: row.id } })
    await accounts.keys.revoke(row.id, 'any')
    expect(await admit()).toEqual({ kind: 'refused', why: 'revoked' })
  })

  test('people, sessions and keys are there when it is opened again', async () => {
    const settings = await engine.settings()
    const first = await openAccounts(settings, { hashCost: CHEAP_HASH })
    const ada = new AccountBrowser(first)
    const email = await ada.join('ada')
    const { body: made } = await ada.post('/api/account/keys', { kind: 'map', name: 'x' })
    await first.close()
    const again = await openAccounts(settings, { hashCost: CHEAP_HASH })
    const request = { method: 'GET', url: '/api/account', body: null, request_id: 'req_1' }
    const { address, origin, cookie } = ada
    const answer = await again.answer({ ...request, address, origin, headers: { cookie } })
    expect(JSON.parse(answer.body).user.email).toBe(email)
    const admission = await again.admit({ kind: 'key', key: made.key }, 'read:public', address)
    expect(admission.kind).toBe('admitted')
    await again.close()
  })

  test('when the database does not answer, nobody signs in, and the reason stays in the log', async () => {
    const notes: string[] = []
    const note = (text: string) => notes.push(text)
    const gone = await openAccounts(await engine.settings(), { note, hashCost: CHEAP_HASH })
    const ada = new AccountBrowser(gone)
    const email = await ada.join('ada')
    await gone.close()
    const answers = [
      ada.post('/api/auth/sign-in/email', { email, password: PASSWORD }),
      ada.post('/api/auth/sign-up/email', {
        name: 'x',
        email: 'x@example.com',
        password: PASSWORD,
      }),
      ada.post('/api/auth/request-password-reset', { email }),
      ada.get('/api/account'),
      ada.post('/api/account/keys', { kind: 'map', name: 'x' }),
    ]
    for (const { status, reason } of (await Promise.allSettled(
      answers,
    )) as PromiseRejectedResult[]) {
      expect([status, reason?.name]).toEqual(['rejected', 'AccountsGone'])
      expect(reason.message).toMatch(/^The (database of the )?accounts (does|could) not/)
    }
    expect(notes).toEqual([])
  })
})
