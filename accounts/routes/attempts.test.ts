import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AccountBrowser, PASSWORD } from '../../tests/accounts/account-browser.ts'
import { CHEAP_HASH, onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { type OpenAccounts, openAccounts } from '../open-accounts.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

onEngines((engine) => {
  let accounts: OpenAccounts
  const notes: string[] = []
  beforeAll(async () => {
    const note = (text: string) => notes.push(text)
    accounts = await openAccounts(await engine.settings(), { note, hashCost: CHEAP_HASH })
  })
  afterAll(() => accounts.close())
  const browser = (address?: string) => new AccountBrowser(accounts, { address })
  const signIn = (email: string, password: string, address?: string) =>
    browser(address).post('/api/auth/sign-in/email', { email, password })
  /** Sends requests, up to sixteen at once: past that a sign-in is answered 503. */
  const sendAll = async <T>(count: number, send: (i: number) => Promise<T>): Promise<T[]> => {
    const answers: T[] = []
    while (answers.length < count) {
      const { length } = answers
      const next = Math.min(16, count - length)
      answers.push(...(await Promise.all(Array.from({ length: next }, (_, i) => send(length + i)))))
    }
    return answers
  }
  const statuses = (answers: { status: number }[]) => {
    const counts: Record<number, number> = {}
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  describe('a sign-in', () => {
    test.each(['known', 'unknown'])(
      'with a wrong password is tried ten times for a %s address, from wherever',
      async (kind) => {
        const email = `${kind}@example.com`
        if (kind === 'known') await browser().join('known')
        // At once: none of them knows how the others end.
        const answers = await sendAll(14, () => signIn(email, 'wrong password'))
        expect(statuses(answers)).toEqual({ 401: 10, 429: 4 })
        // The right one is not looked at any more.
        const right = await signIn(email, PASSWORD)
        expect(right.status).toBe(429)
        expect(right.body.error).toMatchObject({
          code: 'rate_limited',
          message: 'Too many attempts.',
        })
        const [, seconds] = right.headers.find(([name]) => name === 'retry-after')!
        expect(seconds).toMatch(/^\d+$/)
        expect(Number(seconds)).toBeGreaterThanOrEqual(1)
        expect(Number(seconds)).toBeLessThanOrEqual(15 * 60)
      },
    )

    test('that succeeds resets the failed ones', async () => {
      const email = await browser().join('forgetful')
      for (let round = 0; round < 2; round++) {
        for (let i = 0; i < 6; i++) expect((await signIn(email, 'wrong one')).status).toBe(401)
        expect((await signIn(email.toUpperCase(), PASSWORD)).status).toBe(200)
      }
    })

    test('is tried thirty times from one client, whatever the address of e-mail', async () => {
      const email = await browser().join('spray')
      const spray = (i: number) => signIn(`spray-${i}@example.com`, 'wrong one', '203.0.113.5')
      const answers = await sendAll(40, spray)
      expect(statuses(answers)).toEqual({ 401: 30, 429: 10 })
      expect((await signIn(email, PASSWORD, '203.0.113.5')).status).toBe(429)
      expect((await signIn(email, PASSWORD, '203.0.113.6')).status).toBe(200)
    })

    test('counts one household of IPv6 as one client', async () => {
      const spray = (i: number) =>
        signIn(`six-${i}@example.com`, 'wrong one', `2001:db8:0:1::${i.toString(16)}`)
      const answers = await sendAll(31, spray)
      expect(statuses(answers)).toEqual({ 401: 30, 429: 1 })
    })
  })

  test('a client signs up twenty times an hour', async () => {
    const up = (i: number) =>
      browser('203.0.113.7').post('/api/auth/sign-up/email', {
        name: 'x',
        email: `up-${i}@example.com`,
        password: PASSWORD,
      })
    const answers = await sendAll(22, up)
    expect(statuses(answers)).toEqual({ 200: 20, 429: 2 })
  })

  test('an address gets five mails an hour, and the answer to further requests is the same', async () => {
    const email = await browser().join('flooded')
    notes.length = 0
    const send = () => browser().post('/api/auth/request-password-reset', { email })
    const answers = []
    for (let i = 0; i < 8; i++) answers.push(await send())
    expect(statuses(answers)).toEqual({ 200: 8 })
    await accounts.mailed()
    expect(notes.length).toBe(5)
  })

  test('a client may request twenty mails an hour', async () => {
    const send = (i: number) =>
      browser('203.0.113.8').post('/api/auth/request-password-reset', {
        email: `reset-${i}@example.com`,
      })
    const answers = await sendAll(21, send)
    expect(statuses(answers)).toEqual({ 200: 20, 429: 1 })
  })

  test('a client sends six hundred account requests a minute, whatever they are', async () => {
    const who = browser('203.0.113.9')
    const answers = await sendAll(604, () => who.get('/api/account'))
    expect(statuses(answers)).toEqual({ 200: 600, 429: 4 })
  })

  test('a signed-in person states their password ten times', async () => {
    const ada = browser()
    await ada.join('ada')
    const change = { currentPassword: 'wrong one', newPassword: PASSWORD }
    const answers = []
    for (let i = 0; i < 11; i++)
      answers.push(
        i % 2 === 0
          ? await ada.post('/api/auth/change-password', change)
          : await ada.post('/api/auth/delete-user', { password: 'wrong one' }),
      )
    expect(statuses(answers)).toEqual({ 400: 10, 429: 1 })
  })
})
