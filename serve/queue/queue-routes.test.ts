import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountRequest, Accounts } from '../../accounts/accounts.ts'
import { BuildQueue } from '../../queue/build-queue.ts'
import { findPostgres } from '../../tests/servers/plain-postgres.ts'
import { sharedPostgres } from '../../tests/servers/shared-postgres.ts'
import { mountQueue } from './queue-routes.ts'
import { queueSettings } from './queue-settings.ts'

const isAbsent = typeof findPostgres() === 'string'
const DATABASE = `page_${randomUUID().replaceAll('-', '')}`
const COOKIE = { cookie: 'session=1', host: 'plat.example' }

/** The person who is signed in, by the cookie. */
const PEOPLE: Record<string, object | null> = {
  'session=1': { email: 'Ada@Example.com', email_verified: true },
  'session=2': { email: 'ada@example.com', email_verified: false },
  'session=3': { email: 'eve@example.com', email_verified: true },
  'session=4': null,
}
const accounts = {
  answer: async ({ url, headers }: AccountRequest) => ({
    status: url === '/api/account' ? 200 : 404,
    headers: [],
    body: JSON.stringify({ user: PEOPLE[headers.cookie] ?? null, organizations: [] }),
  }),
} as Partial<Accounts> as Accounts

const app = Fastify()
let queue: BuildQueue
let run: string
beforeAll(async () => {
  if (isAbsent) return
  const postgres = await sharedPostgres()
  await postgres.run(`CREATE DATABASE ${DATABASE}`)
  const url = postgres.url(DATABASE)
  queue = await BuildQueue.open(url, () => {})
  const jobs = [
    { name: 'lock <b>', kind: 'lock', subject: '<b>', after: [] },
    { name: 'assemble', kind: 'assemble', subject: '', after: ['lock <b>'] },
  ]
  const request = { run: randomUUID(), build: 'sample-0123456789ab', names: ['sample'] }
  run = (await queue.submit('v1', { ...request, acceptDrop: false, jobs })).run
  const origin = ({ headers }: { headers: { host?: string } }) => `http://${headers.host}`
  mountQueue(app, accounts, { url, operators: ['ada@example.com'] }, origin)
})
afterAll(async () => {
  if (isAbsent) return
  await app.close()
  await queue.close()
  await (await sharedPostgres()).run(`DROP DATABASE ${DATABASE}`)
})

const get = (url: string, headers: Record<string, string> = COOKIE) =>
  app.inject({ method: 'GET', url, headers })

test.skipIf(isAbsent)('an operator sees the runs, and each job of one with its bar', async () => {
  const list = await get('/builds')
  expect(list.statusCode).toBe(200)
  expect(list.headers['content-security-policy']).toContain("default-src 'none'")
  expect(list.body).toContain(`<a href="/builds/${run}">sample-0123456789ab</a>`)
  expect(list.body).toContain('Start some with <code>plat worker</code>')
  const id = (await queue.run(run))!.jobs[0].id
  const report = { worker: 'm/1', step: 'fetch <a>', done: 3, total: 4, unit: 'B', log: '' }
  await queue.log.write(run, id, report)
  const { promise: began, resolve: begin } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await queue.work({ name: 'm/1', version: 'v1' }, async () => {
    begin()
    await released
  })
  await began
  const one = await get(`/builds/${run}`)
  release()
  expect(one.statusCode).toBe(200)
  expect(one.body).toContain('<progress value="3" max="4" aria-label="lock &#60;b&#62;">')
  expect(one.body).toContain('fetch &#60;a&#62;')
  expect(one.body).toContain('http-equiv="refresh"')
  expect((await get('/builds')).body).toContain('m/1, version v1')
})

test.skipIf(isAbsent).each([
  ['nobody is signed in', { host: 'plat.example' }, 401],
  ['the session has ended', { ...COOKIE, cookie: 'session=4' }, 401],
  ['a key is sent', { host: 'plat.example', 'x-api-key': 'sk_map_x' }, 401],
  ['a page of another origin requests it', { ...COOKIE, 'sec-fetch-site': 'cross-site' }, 401],
  ['the address is not verified', { ...COOKIE, cookie: 'session=2' }, 403],
  ['the person is not an operator', { ...COOKIE, cookie: 'session=3' }, 403],
])('nothing is shown where %s', async (_what, headers, status) => {
  for (const url of ['/builds', `/builds/${run}`]) {
    const { statusCode, body } = await get(url, headers)
    expect(statusCode).toBe(status)
    expect(body).not.toContain('sample-0123456789ab')
  }
})

test.skipIf(isAbsent)('an operator cancels a run by its form, and nothing else does', async () => {
  const jobs = [
    { name: 'coverage', kind: 'coverage', subject: '', after: [] },
    { name: 'assemble', kind: 'assemble', subject: '', after: ['coverage'] },
  ]
  const request = { build: 'other-0123456789ab', names: ['other'], acceptDrop: false, jobs }
  const { run: other } = await queue.submit('v2', { ...request, run: randomUUID() })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (of: string, headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: `/builds/${of}/cancel`, headers: { ...form, ...headers } })
  const own = { ...COOKIE, origin: 'http://plat.example' }
  const stateOf = async () => (await queue.run(other))!.state

  expect((await get(`/builds/${other}`)).body).toContain(
    `<form method="post" action="/builds/${other}/cancel">`,
  )
  for (const [headers, status] of [
    [COOKIE, 401],
    [{ ...COOKIE, origin: 'http://evil.example' }, 401],
    [{ ...COOKIE, origin: 'null' }, 401],
    [{ ...own, cookie: 'session=3' }, 403],
  ] as const)
    expect((await post(other, headers)).statusCode).toBe(status)
  expect((await get(`/builds/${other}/cancel`)).statusCode).toBe(404)
  expect(await stateOf()).toBe('under way')

  const cancelled = await post(other, own)
  expect([cancelled.statusCode, cancelled.headers.location]).toEqual([303, `/builds/${other}`])
  expect(await stateOf()).toBe('cancelled')
  expect((await get(`/builds/${other}`)).body).not.toContain('<form')
  for (const none of [randomUUID(), 'sample']) expect((await post(none, own)).statusCode).toBe(404)
})

test.skipIf(isAbsent)('a run that is not stored, and what is not a run', async () => {
  for (const name of [randomUUID(), 'sample', '%3Cb%3E'])
    expect((await get(`/builds/${name}`)).statusCode).toBe(404)
})

test('a queue that does not answer is a page with 503', async () => {
  const alone = Fastify()
  const settings = { url: 'postgres://127.0.0.1:9/none', operators: ['ada@example.com'] }
  mountQueue(alone, accounts, settings, () => 'http://plat.example')
  const { statusCode, body } = await alone.inject({ url: '/builds', headers: COOKIE })
  expect(statusCode).toBe(503)
  expect(body).toContain('The queue of builds does not answer')
  await alone.close()
})

test('settings: operators need a queue, and have e-mail addresses', () => {
  expect(queueSettings({ PLAT_QUEUE: 'postgres://a/b' })).toBeNull()
  const both = { PLAT_OPERATORS: 'Ada@example.com, b@example.com', DATABASE_URL: 'postgres://a/b' }
  expect(queueSettings(both)).toEqual({
    url: 'postgres://a/b',
    operators: ['ada@example.com', 'b@example.com'],
  })
  expect(() => queueSettings({ PLAT_OPERATORS: 'ada@example.com' })).toThrow(
    'there is no queue to show',
  )
  expect(() => queueSettings({ ...both, PLAT_OPERATORS: 'ada' })).toThrow('"ada" is not an e-mail')
  const wrong = { ...both, PLAT_QUEUE: 'mysql://root:hunter2@a/b' }
  expect(() => queueSettings(wrong)).toThrow(/^(?!.*hunter2).*PLAT_QUEUE/)
})
