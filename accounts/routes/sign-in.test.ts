import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AccountBrowser, ORIGIN, PASSWORD } from '../../tests/accounts/account-browser.ts'
import { CHEAP_HASH, onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { type OpenAccounts, openAccounts } from '../open-accounts.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

onEngines((engine) => {
  let accounts: OpenAccounts
  const notes: string[] = []
  beforeAll(async () => {
    accounts = await openAccounts(await engine.settings(), {
      note: (text) => notes.push(text),
      hashCost: CHEAP_HASH,
    })
  })
  afterAll(() => accounts.close())
  const browser = (options?: { origin?: string; address?: string }) =>
    new AccountBrowser(accounts, options)
  /** Waits for a mail and returns what its text contains. */
  const inMail = async (pattern: RegExp) => {
    await accounts.mailed()
    return pattern.exec(notes.join('\n'))!
  }
  const userOf = async (who: AccountBrowser) => (await who.get('/api/account')).body.user
  const credentials = (email: string, password = PASSWORD) => ({ email, password })

  test('a person signs up, signs in, is known, and signs out', async () => {
    const ada = browser()
    expect((await ada.get('/api/account')).body).toEqual({
      object: 'account',
      user: null,
      organizations: [],
    })
    await ada.join('ada')
    expect(await userOf(ada)).toMatchObject({
      name: 'ada',
      email: 'ada@example.com',
      email_verified: false,
      plan: 'free',
    })
    expect((await ada.get('/api/auth/get-session')).body.user.email).toBe('ada@example.com')
    const before = ada.cookie
    expect((await ada.post('/api/auth/sign-out')).status).toBe(200)
    expect(ada.cookies.size).toBe(0)
    const thief = await ada.request('GET', '/api/account', undefined, { cookie: before })
    expect(JSON.parse(thief.body).user).toBeNull()
  })

  test('the cookie is for our own requests alone, and no script reads it', async () => {
    const bo = browser()
    await bo.join('bo')
    const answer = await bo.request(
      'POST',
      '/api/auth/sign-in/email',
      credentials('bo@example.com'),
    )
    const [, cookie] = answer.headers.find(([name]) => name === 'set-cookie')!
    expect(cookie).toMatch(
      /^plat\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const https = browser({ origin: 'https://maps.test' })
    const secure = await https.request(
      'POST',
      '/api/auth/sign-in/email',
      credentials('bo@example.com'),
    )
    const [, secureCookie] = secure.headers.find(([name]) => name === 'set-cookie')!
    expect(secureCookie).toMatch(
      /^__Secure-plat\.session_token=.*; HttpOnly; Secure; SameSite=Lax$/,
    )
    // A session's token stands in no body.
    const token = decodeURIComponent(/=([^;]+);/.exec(cookie)![1]).split('.')[0]
    const session = await bo.request('GET', '/api/auth/get-session')
    for (const body of [answer.body, session.body]) expect(body).not.toContain(token)
  })

  test('a session is a credential for what is public, until it ends', async () => {
    const cy = browser()
    await cy.join('cy')
    const admit = (cookie: string) =>
      accounts.admit({ kind: 'session', cookie, is_secure: false }, 'read:public', '192.0.2.1')
    const { cookie } = cy
    expect(await admit(cookie)).toMatchObject({
      kind: 'admitted',
      caller: { kind: 'session', account: { kind: 'person' }, plan: 'free' },
      allowance: { limit: 3_000 },
    })
    await cy.post('/api/auth/sign-out')
    expect(await admit(cookie)).toMatchObject({ kind: 'refused' })
  })

  describe('nobody learns who has an account', () => {
    test('sign-ups with one new address at the same time are answered alike', async () => {
      const email = 'same-moment@example.com'
      const body = { name: 'x', ...credentials(email) }
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => browser().post('/api/auth/sign-up/email', body)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const signIn = await browser().post('/api/auth/sign-in/email', credentials(email))
      expect(signIn.status).toBe(200)
    })

    test('a sign-up with a taken address is answered as one with a new address', async () => {
      const up = (email: string) =>
        browser().post('/api/auth/sign-up/email', { name: 'x', ...credentials(email) })
      await browser().join('dot')
      const [taken, free] = [await up('dot@example.com'), await up('dot-2@example.com')]
      expect(taken.status).toBe(200)
      const shape = ({ body, headers }: typeof taken) => [
        Object.keys(body.user).sort(),
        body.user.emailVerified,
        headers.map(([name]) => name),
      ]
      expect(shape(taken)).toEqual(shape(free))
      // And the password of who has it is what it was.
      const other = { name: 'x', ...credentials('dot@example.com', 'another password') }
      await browser().post('/api/auth/sign-up/email', other)
      const signIn = await browser().post('/api/auth/sign-in/email', credentials('DOT@example.com'))
      expect(signIn.status).toBe(200)
    })

    test('a wrong password and an unknown address have the same answer', async () => {
      const wrong = await browser().post(
        '/api/auth/sign-in/email',
        credentials('dot@example.com', 'wrong password'),
      )
      const unknown = await browser().post(
        '/api/auth/sign-in/email',
        credentials('nobody@example.com', 'wrong password'),
      )
      expect(wrong.status).toBe(401)
      expect(wrong.body.error.code).toBe('unauthorized')
      const { request_id: _, ...body } = wrong.body.error
      expect(unknown.body.error).toMatchObject(body)
      expect(unknown.status).toBe(401)
    })

    test('a reset has the same answer for an unknown address, and only the account gets a mail', async () => {
      notes.length = 0
      const requestReset = (email: string) =>
        browser().post('/api/auth/request-password-reset', { email })
      const [known, unknown] = [
        await requestReset('dot@example.com'),
        await requestReset('nobody@example.com'),
      ]
      expect(known).toEqual(unknown)
      const [, link] = await inMail(/(\S+)#reset-password=/)
      expect(link).toBe(`${ORIGIN}/`)
      expect(notes.filter((note) => note.startsWith('Mail to')).length).toBe(1)
    })
  })

  test('a session that somebody else put into the browser ends when one signs in', async () => {
    const mallory = browser()
    await mallory.join('mallory')
    const victim = browser()
    await victim.join('victim')
    await victim.post('/api/auth/sign-out')
    const planted = mallory.cookie
    for (const [name, value] of mallory.cookies) victim.cookies.set(name, value)
    await victim.post('/api/auth/sign-in/email', credentials('victim@example.com'))
    expect(victim.cookie).not.toBe(planted)
    expect(await userOf(victim)).toMatchObject({ name: 'victim' })
    expect(await userOf(mallory)).toBeNull()
  })

  describe('passwords', () => {
    test('a new password ends every other session, and the old one no longer works', async () => {
      const [here, there] = [browser(), browser()]
      const email = await here.join('eve')
      await there.post('/api/auth/sign-in/email', credentials(email))
      const change = { currentPassword: PASSWORD, newPassword: 'another good password' }
      const wrong = { ...change, currentPassword: 'not this one' }
      const refused = await here.post('/api/auth/change-password', wrong)
      expect([refused.status, refused.body.error.param]).toEqual([400, 'currentPassword'])
      const old = here.cookie
      expect((await here.post('/api/auth/change-password', change)).status).toBe(200)
      expect(here.cookie).not.toBe(old)
      expect(await userOf(here)).toMatchObject({ email })
      expect(await userOf(there)).toBeNull()
      const before = await browser().post('/api/auth/sign-in/email', credentials(email))
      expect(before.status).toBe(401)
    })

    test('the link of a mail sets one once, and ends every session', async () => {
      const fay = browser()
      const email = await fay.join('fay')
      notes.length = 0
      await browser().post('/api/auth/request-password-reset', { email })
      const [, token] = await inMail(/#reset-password=([\w-]+)/)
      const reset = (newPassword: string) =>
        browser().post('/api/auth/reset-password', { token, newPassword })
      expect((await reset('chosen by the link')).status).toBe(200)
      expect(await userOf(fay)).toBeNull()
      const again = await reset('chosen once more')
      expect([again.status, again.body.error.param]).toEqual([400, 'token'])
      const signIn = credentials(email, 'chosen by the link')
      expect((await browser().post('/api/auth/sign-in/email', signIn)).status).toBe(200)
    })

    test('however one is set, all links to set one end, and those of others go on', async () => {
      const ivy = browser()
      const email = await ivy.join('ivy')
      const other = await browser().join('jo')
      const link = async (to: string) => {
        notes.length = 0
        await browser().post('/api/auth/request-password-reset', { email: to })
        return (await inMail(/#reset-password=([\w-]+)/))[1]
      }
      const reset = async (token: string, newPassword: string) =>
        (await browser().post('/api/auth/reset-password', { token, newPassword })).status
      const ofOther = await link(other)
      const [stolen, used, late] = [await link(email), await link(email), await link(email)]
      expect(await reset(used, 'set by the second link')).toBe(200)
      expect([await reset(stolen, 'by a thief'), await reset(late, 'by a thief')]).toEqual([
        400, 400,
      ])
      const beforeChange = await link(email)
      await ivy.post('/api/auth/sign-in/email', credentials(email, 'set by the second link'))
      const change = { currentPassword: 'set by the second link', newPassword: 'set by hand' }
      expect((await ivy.post('/api/auth/change-password', change)).status).toBe(200)
      expect(await reset(beforeChange, 'by a thief')).toBe(400)
      const last = credentials(email, 'set by hand')
      expect((await browser().post('/api/auth/sign-in/email', last)).status).toBe(200)
      expect(await reset(ofOther, 'of another person')).toBe(200)
    })

    test('a link to an account that was deleted sets nothing', async () => {
      const kim = browser()
      const email = await kim.join('kim')
      notes.length = 0
      await browser().post('/api/auth/request-password-reset', { email })
      const [, token] = await inMail(/#reset-password=([\w-]+)/)
      await kim.post('/api/auth/delete-user', { password: PASSWORD })
      await browser().join('kim', 'of the next person')
      const body = { token, newPassword: 'by a thief' }
      const reset = await browser().post('/api/auth/reset-password', body)
      expect(reset.status).toBe(400)
      const next = credentials(email, 'of the next person')
      expect((await browser().post('/api/auth/sign-in/email', next)).status).toBe(200)
    })
  })

  describe('an account that is deleted', () => {
    test('takes its sessions and keys with it', async () => {
      const gus = browser()
      const email = await gus.join('gus')
      const { body: key } = await gus.post('/api/account/keys', { kind: 'map', name: 'x' })
      const admit = () => accounts.admit({ kind: 'key', key: key.key }, 'read:public', '192.0.2.2')
      expect(await admit()).toMatchObject({ kind: 'admitted' })
      const { cookie } = gus
      expect((await gus.post('/api/auth/delete-user', {})).body.error.param).toBe('password')
      const wrong = await gus.post('/api/auth/delete-user', { password: 'not this one' })
      expect(wrong.status).toBe(400)
      const deleted = await gus.post('/api/auth/delete-user', { password: PASSWORD })
      expect(deleted.status).toBe(200)
      expect(await admit()).toEqual({ kind: 'refused', why: 'unknown' })
      expect(
        await accounts.admit(
          { kind: 'session', cookie, is_secure: false },
          'read:public',
          '192.0.2.2',
        ),
      ).toMatchObject({ kind: 'refused' })
      const signIn = await browser().post('/api/auth/sign-in/email', credentials(email))
      expect(signIn.status).toBe(401)
    })

    test('does not leave an organization without an owner', async () => {
      const hal = browser()
      await hal.join('hal')
      const { body: made } = await hal.post('/api/auth/organization/create', {
        name: 'Hal & Sons',
        slug: 'hal',
      })
      const refused = await hal.post('/api/auth/delete-user', { password: PASSWORD })
      expect(refused.status).toBe(400)
      expect(refused.body.error.message).toContain('Hal & Sons')
      await hal.post('/api/auth/organization/delete', { organizationId: made.id })
      const deleted = await hal.post('/api/auth/delete-user', { password: PASSWORD })
      expect(deleted.status).toBe(200)
    })
  })
})
