import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AccountBrowser, PASSWORD } from '../../tests/accounts/account-browser.ts'
import { CHEAP_HASH, onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { type OpenAccounts, openAccounts } from '../open-accounts.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

onEngines((engine) => {
  let accounts: OpenAccounts
  let ada: AccountBrowser
  const notes: string[] = []
  beforeAll(async () => {
    const note = (text: string) => notes.push(text)
    accounts = await openAccounts(await engine.settings(), { note, hashCost: CHEAP_HASH })
    ada = browser()
    await ada.join('ada')
  })
  afterAll(() => accounts.close())
  const browser = (options?: { origin?: string; address?: string }) =>
    new AccountBrowser(accounts, options)
  const MAP = { kind: 'map', name: 'laptop' }

  describe('a request that changes something', () => {
    test.each<[string, Record<string, string | null>, number]>([
      ['from another site', { origin: 'https://evil.example' }, 403],
      ['from another port of this host', { origin: 'http://maps.test:8081' }, 403],
      ['from a sandboxed page', { origin: 'null' }, 403],
      ['without an origin', { origin: null }, 403],
      ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
      ['from a sister domain', { 'sec-fetch-site': 'same-site' }, 403],
      ['of a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
      ['of plain text', { 'content-type': 'text/plain' }, 415],
      ['of no type', { 'content-type': null }, 415],
    ])('%s is refused', async (_what, headers, status) => {
      const { length } = (await ada.get('/api/account/keys')).body.data
      for (const path of ['/api/account/keys', '/api/auth/sign-out']) {
        const answer = await ada.request('POST', path, MAP, headers)
        expect(answer.status).toBe(status)
        expect(answer.headers.map(([name]) => name)).not.toContain('set-cookie')
      }
      expect((await ada.get('/api/account/keys')).body.data.length).toBe(length)
    })
  })

  describe('bodies', () => {
    const join = (body: unknown) => browser().request('POST', '/api/auth/sign-up/email', body)
    const good = { name: 'x', email: 'x@example.com', password: PASSWORD }
    test.each<[string, unknown, number, string | undefined]>([
      ['no JSON', 'name=x', 400, undefined],
      ['cut JSON', '{"name":', 400, undefined],
      ['a list', '[]', 400, undefined],
      ['null', 'null', 400, undefined],
      ['deep nesting', `{"name":${'['.repeat(7_000)}${']'.repeat(7_000)}}`, 400, undefined],
      ['a string without an end', `{"name":"${'\\"{'.repeat(5_000)}`, 400, undefined],
      ['more than 16 kB', { ...good, name: 'x'.repeat(17_000) }, 413, undefined],
      ['an unknown field', { ...good, kind: 'operator' }, 400, 'kind'],
      ['a plan of their own', { ...good, plan: 'pro' }, 400, 'plan'],
      ['__proto__', `{"__proto__":{"plan":"pro"},"name":"x"}`, 400, '__proto__'],
      ['constructor', { ...good, constructor: 1 }, 400, 'constructor'],
      ['a missing field', { name: 'x', email: 'x@example.com' }, 400, 'password'],
      ['an object for a text', { ...good, email: { $ne: null } }, 400, 'email'],
      ['a huge number', '{"name":1e999,"email":"x@example.com"}', 400, 'name'],
      ['an address of an agent', { ...good, email: 'agent_1@agents.invalid' }, 400, 'email'],
      ['two addresses', { ...good, email: 'a@example.com,b@example.com' }, 400, 'email'],
      [
        'a line within an address',
        { ...good, email: 'a@example.com\r\nBcc: b@c.de' },
        400,
        'email',
      ],
      ['a NUL in a name', { ...good, name: 'a\u0000b' }, 400, 'name'],
      ['a line in a name', { ...good, name: 'a\nb' }, 400, 'name'],
      ['a turned name', { ...good, name: 'a\u202eb' }, 400, 'name'],
      ['a password of 7 characters', { ...good, password: '1234567' }, 400, 'password'],
      ['a password of 129 characters', { ...good, password: 'x'.repeat(129) }, 400, 'password'],
    ])('%s are refused, and the field is named', async (_what, body, status, param) => {
      const answer = await join(body)
      expect(answer.status).toBe(status)
      const { error } = JSON.parse(answer.body)
      expect(error).toMatchObject({ code: 'invalid_request', request_id: expect.any(String) })
      expect(error.param).toBe(param)
      expect(error.hint).toEqual(expect.any(String))
    })

    test('brackets within a string do not count as nesting', async () => {
      expect((await join({ ...good, name: '{{{{[[[["\\"[[[[' })).status).toBe(200)
    })

    test('no error repeats a password', async () => {
      const secret = 'hunter2-hunter2'
      for (const body of [`{"password":"${secret}"`, { password: [secret] }, { [secret]: 1 }])
        expect(
          (await join(body)).body.replace(/"param":"[^"]*"|field \\"[^"]*\\"/g, ''),
        ).not.toContain(secret)
    })
  })

  test.each<[string, string, number]>([
    ['GET', '/api/auth/ok', 404],
    ['POST', '/api/auth/api-key/create', 404],
    ['POST', '/api/auth/sign-in/social', 404],
    ['GET', '/api/auth/list-sessions', 404],
    ['GET', '/api/auth/error', 404],
    ['GET', '/api/auth/reset-password/token?callbackURL=https://evil.example', 404],
    ['GET', '/api/auth/delete-user/callback?token=x', 404],
    ['GET', '/api/auth/constructor', 404],
    ['GET', '/api/account/', 404],
    ['GET', '/api/account/keys/key_x/more', 404],
    ['GET', '/api/auth/sign-out', 405],
    ['POST', '/api/auth/get-session', 405],
    ['POST', '/api/account', 405],
    ['GET', '/api/account/keys/key_x', 405],
    ['GET', '/api/account?x=1', 400],
    ['GET', '/api/auth/verify-email?token=x&callbackURL=https://evil.example', 400],
    ['GET', '/api/auth/verify-email?token=x&callbackURL=//evil.example', 400],
    ['GET', '/api/auth/verify-email?token=x&callbackURL=/%5Cevil.example', 400],
    ['GET', '/api/auth/verify-email?token=x&token=y', 400],
    ['GET', '/api/auth/verify-email?token=x', 401],
  ])('%s %s is answered %i in the form of the contract', async (method, path, status) => {
    const answer = await ada.request(method, path, method === 'GET' ? undefined : {})
    expect(answer.status).toBe(status)
    const { error } = JSON.parse(answer.body)
    expect(Object.keys(error)).toEqual(expect.arrayContaining(['code', 'message', 'request_id']))
    expect(error.message).toMatch(/^[A-Z].*[.!?]$/)
  })

  describe('keys', () => {
    test('are made, listed without the key, and revoked', async () => {
      const bo = browser()
      await bo.join('bo')
      const made = await bo.post('/api/account/keys', { ...MAP, expires_in_days: 30 })
      expect(made.status).toBe(201)
      expect(made.body).toMatchObject({
        object: 'api_key',
        kind: 'map',
        name: 'laptop',
        workspace: { kind: 'personal', name: 'bo' },
        scopes: ['read:public'],
        last_used_at: null,
        status: 'active',
      })
      const { key, ...row } = made.body
      expect(row.start).toBe(key.slice(0, 11))
      expect(Date.parse(row.expires_at) - Date.parse(row.created_at)).toBe(30 * 86_400_000)
      const listed = await bo.get('/api/account/keys')
      expect(listed.body).toEqual({ object: 'list', data: [row] })
      const admit = () => accounts.admit({ kind: 'key', key }, 'read:public', '192.0.2.9')
      expect(await admit()).toMatchObject({ kind: 'admitted', allowance: { limit: 300 } })
      const revoked = await bo.delete(`/api/account/keys/${row.id}`)
      expect(revoked).toMatchObject({ status: 200, body: { ...row, status: 'revoked' } })
      expect(await admit()).toEqual({ kind: 'refused', why: 'revoked' })
    })

    test('are for who is signed in', async () => {
      const nobody = browser()
      for (const answer of [
        await nobody.get('/api/account/keys'),
        await nobody.post('/api/account/keys', MAP),
        await nobody.delete('/api/account/keys/key_x'),
        await nobody.post('/api/auth/change-password', {
          currentPassword: 'x',
          newPassword: PASSWORD,
        }),
        await nobody.post('/api/auth/organization/create', { name: 'x', slug: 'xx' }),
        await nobody.get('/api/auth/organization/list'),
      ]) {
        expect(answer.status).toBe(401)
        expect(answer.body.error.code).toBe('unauthorized')
      }
    })

    test('belong to one person: others get 404', async () => {
      const { body: key } = await ada.post('/api/account/keys', MAP)
      const other = browser()
      await other.join('other')
      expect((await other.delete(`/api/account/keys/${key.id}`)).status).toBe(404)
      expect((await ada.delete(`/api/account/keys/${key.id}`)).status).toBe(200)
    })

    test.each<[string, unknown, string]>([
      ['an unknown kind', { ...MAP, kind: 'admin' }, 'kind'],
      ['a blank name', { ...MAP, name: '  ' }, 'name'],
      ['a name of 81 characters', { ...MAP, name: 'x'.repeat(81) }, 'name'],
      ['a year and two days', { ...MAP, expires_in_days: 367 }, 'expires_in_days'],
      ['a scope of another kind', { ...MAP, scopes: ['projects:edit'] }, 'scopes'],
      ['an unknown scope', { ...MAP, scopes: ['*'] }, 'scopes'],
      ['an owner', { ...MAP, owner: 'operator' }, 'owner'],
    ])('are refused for %s', async (_what, body, param) => {
      const answer = await ada.post('/api/account/keys', body)
      expect([answer.status, answer.body.error.param]).toEqual([400, param])
    })
  })

  describe('an organization', () => {
    let owner: AccountBrowser
    let member: AccountBrowser
    let id: string
    const create = { kind: 'architect', name: 'office' }
    beforeAll(async () => {
      owner = browser()
      member = browser()
      await owner.join('owner')
      const email = await member.join('member')
      const made = await owner.post('/api/auth/organization/create', { name: 'Acme', slug: 'acme' })
      id = made.body.id
      const invited = await owner.post('/api/auth/organization/invite-member', {
        organizationId: id,
        email,
        role: 'member',
      })
      expect(invited.status).toBe(200)
      const accepted = await member.post('/api/auth/organization/accept-invitation', {
        invitationId: invited.body.id,
      })
      expect(accepted.status).toBe(200)
    })

    test('stands in the account of each member, with their role and its plan', async () => {
      const of = async (who: AccountBrowser) => (await who.get('/api/account')).body.organizations
      const row = { id, name: 'Acme', slug: 'acme', plan: 'free' }
      expect(await of(owner)).toEqual([{ ...row, role: 'owner' }])
      expect(await of(member)).toEqual([{ ...row, role: 'member' }])
    })

    test('an invitation is for the address that it names', async () => {
      const invited = await owner.post('/api/auth/organization/invite-member', {
        organizationId: id,
        email: 'somebody@example.com',
        role: 'admin',
      })
      const invitationId = invited.body.id
      const taken = await ada.post('/api/auth/organization/accept-invitation', { invitationId })
      expect(taken.status).toBe(403)
      expect((await ada.get('/api/account')).body.organizations).toEqual([])
    })

    test('has keys that its managers make and revoke, and members do not', async () => {
      const wanted = { ...create, organization_id: id, scopes: ['projects:publish'] }
      const made = await owner.post('/api/account/keys', wanted)
      expect(made.body.workspace).toEqual({ kind: 'organization', id, name: 'Acme' })
      const refused = await member.post('/api/account/keys', wanted)
      expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
      expect((await member.get('/api/account/keys')).body.data).toEqual([])
      expect((await member.delete(`/api/account/keys/${made.body.id}`)).status).toBe(403)
      const outside = await ada.post('/api/account/keys', wanted)
      expect([outside.status, outside.body.error.param]).toEqual([404, 'organization_id'])
      expect((await ada.delete(`/api/account/keys/${made.body.id}`)).status).toBe(404)
      const { key } = made.body
      const admit = () => accounts.admit({ kind: 'key', key }, 'projects:publish', '192.0.2.9')
      expect(await admit()).toMatchObject({
        kind: 'admitted',
        caller: { workspace: { kind: 'organization', id } },
      })
      const promoted = await owner.post('/api/auth/organization/update-member-role', {
        organizationId: id,
        memberId: await memberId('member@example.com'),
        role: 'admin',
      })
      expect(promoted.status).toBe(200)
      expect((await member.delete(`/api/account/keys/${made.body.id}`)).status).toBe(200)
      expect(await admit()).toEqual({ kind: 'refused', why: 'revoked' })
    })

    test('changes its name, and not nothing', async () => {
      const update = (data: object) =>
        owner.post('/api/auth/organization/update', { organizationId: id, data })
      const nothing = await update({})
      expect([nothing.status, nothing.body.error.param]).toEqual([400, 'data'])
      expect((await update({ plan: 'pro' })).body.error.param).toBe('data.plan')
      expect((await update({ slug: 'A b' })).body.error.param).toBe('data.slug')
      expect((await update({ name: 'Acme & Co' })).status).toBe(200)
      const { body } = await owner.get('/api/account')
      expect(body.organizations).toMatchObject([{ name: 'Acme & Co', plan: 'free' }])
      const byMember = await ada.post('/api/auth/organization/update', {
        organizationId: id,
        data: { name: 'Mine' },
      })
      expect([400, 403]).toContain(byMember.status)
    })

    test('that is deleted takes its keys with it', async () => {
      const made = await owner.post('/api/account/keys', { ...create, organization_id: id })
      await owner.post('/api/auth/organization/delete', { organizationId: id })
      const { key } = made.body
      expect(await accounts.admit({ kind: 'key', key }, 'projects:edit', '192.0.2.9')).toEqual({
        kind: 'refused',
        why: 'unknown',
      })
    })

    async function memberId(email: string): Promise<string> {
      const full = await owner.get(
        `/api/auth/organization/get-full-organization?organizationId=${id}`,
      )
      const found = full.body.members.find(
        (each: { user: { email: string } }) => each.user.email === email,
      )
      return found.id
    }
  })

  test('nothing secret was noted', () => {
    const lines = notes.filter((note) => !note.startsWith('Mail to')).join('\n')
    expect(lines).toBe('')
    for (const note of notes) expect(note).not.toContain(PASSWORD)
  })
})
