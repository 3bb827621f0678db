import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountBrowser, PASSWORD } from '../../tests/accounts/account-browser.ts'
import { CHEAP_HASH, onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { type LocalSmtp, startSmtp } from '../../tests/servers/local-smtp.ts'
import { type OpenAccounts, openAccounts } from '../open-accounts.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

const PUBLIC_URL = 'https://maps.example.com'

onEngines((engine) => {
  let accounts: OpenAccounts
  let smtp: LocalSmtp
  const notes: string[] = []
  beforeAll(async () => {
    smtp = await startSmtp()
    const settings = {
      ...(await engine.settings()),
      public_url: PUBLIC_URL,
      email: { kind: 'smtp' as const, url: smtp.url, from: 'Plat <plat@example.com>' },
    }
    const note = (text: string) => notes.push(text)
    accounts = await openAccounts(settings, { note, hashCost: CHEAP_HASH })
  })
  afterAll(async () => {
    await accounts.close()
    await smtp.close()
  })
  const browser = () => new AccountBrowser(accounts, { origin: PUBLIC_URL })
  const signUp = (email: string, name = 'x') =>
    browser().post('/api/auth/sign-up/email', { name, email, password: PASSWORD })
  const signIn = (who: AccountBrowser, email: string, password = PASSWORD) =>
    who.post('/api/auth/sign-in/email', { email, password })
  /** The one mail that left since. */
  const nextMail = async () => {
    await accounts.mailed()
    expect(smtp.mails.length).toBe(1)
    return smtp.mails.shift()!
  }
  const linkOf = (text: string) => /https:\S+/.exec(text)![0]

  test('a new person confirms the address by the link of a mail before signing in', async () => {
    expect((await signUp('ada@example.com')).status).toBe(200)
    const mail = await nextMail()
    expect(mail).toMatchObject({ from: 'plat@example.com', to: ['ada@example.com'] })
    const early = await signIn(browser(), 'ada@example.com')
    expect([early.status, early.body.error.code]).toEqual([403, 'forbidden'])
    expect(early.headers.map(([name]) => name)).not.toContain('set-cookie')
    // It sends another one.
    expect((await nextMail()).to).toEqual(['ada@example.com'])
    const link = linkOf(mail.text)
    expect(link.startsWith(`${PUBLIC_URL}/api/auth/verify-email?token=`)).toBe(true)
    const opened = await browser().request('GET', link.slice(PUBLIC_URL.length))
    expect(opened.status).toBe(302)
    expect(opened.headers).toContainEqual(['location', '/?account=verified'])
    // A link in a mail signs nobody in: who planted it would have the session.
    expect(opened.headers.map(([name]) => name)).not.toContain('set-cookie')
    const ada = browser()
    expect((await signIn(ada, 'ada@example.com')).status).toBe(200)
    expect((await ada.get('/api/account')).body.user.email_verified).toBe(true)
  })

  test('a link that was changed leads to our page with the reason', async () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImFkYUBleGFtcGxlLmNvbSJ9.AAAA'
    const path = `/api/auth/verify-email?token=${token}&callbackURL=/?account=verified`
    const opened = await browser().request('GET', path)
    expect(opened.status).toBe(302)
    const [, location] = opened.headers.find(([name]) => name === 'location')!
    expect(location).toMatch(/^\/\?account=verified&error=/)
  })

  test('the owner of the address gets a mail about a second sign-up, and nobody else', async () => {
    const free = await signUp('new@example.com')
    expect((await nextMail()).text).toContain('/api/auth/verify-email?')
    const taken = await signUp('ada@example.com')
    expect((await nextMail()).raw).toContain('You have an account already')
    const shape = ({ status, body }: typeof free) => [status, Object.keys(body.user).sort()]
    expect(shape(taken)).toEqual(shape(free))
  })

  test('a reset by mail confirms the address too', async () => {
    await signUp('eve@example.com')
    await nextMail()
    await browser().post('/api/auth/request-password-reset', { email: 'eve@example.com' })
    const link = linkOf((await nextMail()).text)
    expect(link.startsWith(`${PUBLIC_URL}/#reset-password=`)).toBe(true)
    const token = link.slice(`${PUBLIC_URL}/#reset-password=`.length)
    const newPassword = 'chosen by the link'
    const reset = await browser().post('/api/auth/reset-password', { token, newPassword })
    expect(reset.status).toBe(200)
    expect((await signIn(browser(), 'eve@example.com', newPassword)).status).toBe(200)
  })

  test('an invitation goes to the address that it names, and is for who confirmed it', async () => {
    const owner = browser()
    await signIn(owner, 'ada@example.com')
    const { body: made } = await owner.post('/api/auth/organization/create', {
      name: 'Acme "Bcc: x"',
      slug: 'acme',
    })
    const { body: invited } = await owner.post('/api/auth/organization/invite-member', {
      organizationId: made.id,
      email: 'eve@example.com',
      role: 'member',
    })
    const mail = await nextMail()
    expect(mail.to).toEqual(['eve@example.com'])
    expect(mail.text).toContain(`${PUBLIC_URL}/#invitation=${invited.id}`)
    expect(mail.text).toContain('Acme "Bcc: x"')
    const eve = browser()
    await signIn(eve, 'eve@example.com', 'chosen by the link')
    const accept = { invitationId: invited.id }
    const accepted = await eve.post('/api/auth/organization/accept-invitation', accept)
    expect(accepted.status).toBe(200)
  })

  test('a mail that the server refuses is logged without its address', async () => {
    expect((await signUp('refused@example.com')).status).toBe(200)
    await accounts.mailed()
    expect(notes).toEqual(['A mail could not be sent: EENVELOPE, reply 550.'])
  })

  test('links lead to the address of the settings, whatever host a request names', async () => {
    const evil = new AccountBrowser(accounts, { origin: 'https://evil.example' })
    const email = 'ada@example.com'
    const answer = await evil.post('/api/auth/request-password-reset', { email })
    expect(answer.status).toBe(403)
    await accounts.mailed()
    expect(smtp.mails).toEqual([])
  })
})
