import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_LOCATIONS_BODY_BYTES } from '../../http/request-limits.ts'
import { createApp } from '../../serve/app.ts'
import type { BuildSource, ServedBuild } from '../../serve/build/build-source.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { KEYS, ScriptedAccounts } from '../accounts/scripted-accounts.ts'
import { type ServedSample, serveSample } from '../end-to-end/served-sample.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'
import { type Answer, DescribedAnswers } from './described-answers.ts'
import { type Described, operationsOf, targetOf } from './description.ts'
import { type GoodValues, goodValues } from './good-values.ts'
import { RawConnection } from './raw-connection.ts'

let sample: ServedSample
let described: Described
let good: GoodValues
let answers: DescribedAnswers
/** The service in states that differ from that of the whole sample. */
let states: Record<'unpinned' | 'failing' | 'bare', FastifyInstance>
/** The service that requires a key. */
let gated: FastifyInstance

const of = (build: ServedBuild | null): BuildSource => ({
  acquire: () => build && { build, release() {} },
})
function fail(): never {
  throw new Error('a fault that nobody foresaw')
}
beforeAll(async () => {
  sample = await serveSample()
  described = (await sample.app.inject('/api/openapi.json')).json()
  good = goodValues(sample.build, [], [])
  answers = new DescribedAnswers(described)
  const { manifest } = sample.build
  const bare: ServedBuild = {
    ...sample.build,
    packs: new Map(),
    hasDatabase: false,
    manifest: { ...manifest, search: null },
    atClose: [],
  }
  states = {
    unpinned: await createApp({ accounts: ANY_CALLER, builds: of(null) }),
    failing: await createApp({
      accounts: ANY_CALLER,
      builds: { acquire: fail },
      upstreams: { report: fail } as unknown as UpstreamClient,
    }),
    bare: await createApp({ accounts: ANY_CALLER, builds: of(bare) }),
  }
  gated = await createApp({ accounts: new ScriptedAccounts(), builds: of(sample.build) })
})
afterAll(async () => {
  for (const app of [...Object.values(states ?? {}), gated]) await app?.close()
  await sample?.close()
})

async function request(
  app: FastifyInstance,
  target: string,
  headers = {},
  method = 'GET',
  payload?: string,
) {
  const type = payload && { 'content-type': 'application/json' }
  const got = await app.inject({
    method: method as 'GET',
    url: target,
    headers: { ...type, ...headers },
    payload,
  })
  const { statusCode: status, rawPayload: body } = got
  checkAnswer(method, target, { status, headers: got.headers as Answer['headers'], body })
  return status
}

/** Requires that an answer is as described; only the 500 that a test provokes may fail. */
function checkAnswer(method: string, target: string, answer: Answer) {
  const problems = answers.problemsOf({ method, target }, answer, true)
  const unforeseen = problems.filter((each) => each !== 'it failed')
  expect(unforeseen, `${method} ${target}`).toEqual([])
}

test('every documented status of every operation is answered by it, and no other', async () => {
  const connection = new RawConnection(Number(new URL(sample.base).port))
  for (const { path, method, operation } of operationsOf(described)) {
    if (method === 'POST') {
      await requestWithBody(path, operation.operationId)
      continue
    }
    const { operationId: id, parameters } = operation
    const [question] = good.questions[id]
    const target = targetOf(path, { path: question.path, query: Object.entries(question.query) })
    const and = target.includes('?') ? '&' : '?'
    await request(sample.app, target)
    await request(sample.app, target, {}, 'HEAD')
    await request(sample.app, target, { 'if-none-match': '*' })
    await request(sample.app, target, { 'if-match': '"another"' })
    await request(sample.app, target, { range: 'bytes=0-9' })
    await request(sample.app, target, { range: 'bytes=99999999999-' })
    await request(sample.app, target, {}, 'POST')
    await request(sample.app, `${target}${and}unknown=1`)
    await request(sample.app, `${target}${and}unknown=${'x'.repeat(9_000)}`)
    for (const { name, in: place } of parameters)
      if (place === 'path')
        await request(sample.app, targetOf(path, { path: { ...question.path, [name]: 'none' } }))
    await request(sample.app, target, {}, 'OPTIONS')
    for (const app of Object.values(states)) await request(app, target)
    const refusals = [await request(gated, target)]
    for (const key of [KEYS.expired, KEYS.forbidden, KEYS.limited, KEYS.gone])
      refusals.push(await request(gated, target, { 'x-api-key': key }))
    const isOpen = operation.security.length === 0
    expect(refusals, target).toEqual(isOpen ? [200, 200, 200, 200, 200] : [401, 401, 403, 429, 503])
    const long = await connection.exchange(
      Buffer.from(`GET ${target} HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
    )
    expect(long).toHaveLength(1)
    checkAnswer('GET', target, long[0])
  }
  const { z, ...tile } = good.questions.getTile[0].path!
  await request(sample.app, `/api/v1/tiles/${tile.slug}/${z}/0/0.mvt`)
  const { z: far } = good.questions.getDemTile[0].path!
  await request(sample.app, `/api/v1/tiles/elevation/${far}/0/0.png`)
  for (const path of ['', '/report', '/export'].map((each) => `/api/v1/location${each}`)) {
    await request(sample.app, `${path}?address=qqqqqqqq`)
    await request(states.bare, `${path}?address=1%20Main`)
  }

  const documented = operationsOf(described).map(({ operation }) => {
    const statuses = Object.keys(operation.responses).map(Number)
    return [operation.operationId, statuses.sort((a, b) => a - b)]
  })
  const seen = [...answers.seen].map(([id, statuses]) => [id, [...statuses].sort((a, b) => a - b)])
  expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(documented))
})

/** Requests of an operation with a body, for each of its statuses. */
async function requestWithBody(path: string, id: string) {
  const target = targetOf(path, {})
  const body = JSON.stringify(good.questions[id][0].body)
  const send = (app: FastifyInstance, headers = {}, payload = body, more = '') =>
    request(app, target + more, headers, 'POST', payload)
  expect(await send(sample.app)).toBe(200)
  expect(await send(sample.app, {}, '{')).toBe(400)
  expect(await send(sample.app, {}, '{"locations":[]}')).toBe(400)
  expect(await send(sample.app, {}, '')).toBe(400)
  expect(await send(sample.app, {}, body, '?unknown=1')).toBe(400)
  expect(await send(sample.app, { 'content-type': 'text/plain' })).toBe(415)
  expect(await send(sample.app, { 'content-encoding': 'gzip' })).toBe(415)
  expect(await send(sample.app, {}, ' '.repeat(MAX_LOCATIONS_BODY_BYTES + 1))).toBe(413)
  expect(await send(sample.app, {}, body, `?unknown=${'x'.repeat(9_000)}`)).toBe(414)
  for (const method of ['GET', 'HEAD', 'PUT'])
    expect(await request(sample.app, target, {}, method)).toBe(405)
  expect(await request(sample.app, target, {}, 'OPTIONS')).toBe(204)
  for (const app of Object.values(states)) await send(app)
  const refusals = [await send(gated), await send(gated, {}, '{')]
  for (const key of [KEYS.expired, KEYS.forbidden, KEYS.limited, KEYS.gone])
    refusals.push(await send(gated, { 'x-api-key': key }))
  expect(refusals).toEqual([401, 401, 401, 403, 429, 503])
  const connection = new RawConnection(Number(new URL(sample.base).port))
  const head = `POST ${target} HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`
  const [long] = await connection.exchange(Buffer.from(head))
  checkAnswer('POST', target, long)
}

test('an answer that differs from the description is found', async () => {
  const target = '/api/v1/health'
  const { statusCode: status, headers, rawPayload: body } = await sample.app.inject(target)
  const original = { status, headers: headers as Answer['headers'], body }
  const problems = (change: Partial<Answer>) =>
    new DescribedAnswers(described).problemsOf(
      { method: 'GET', target },
      { ...original, ...change },
    )
  const changedBody = (text: string, by: string) => {
    const changed = Buffer.from(`${body}`.replace(text, by))
    return {
      body: changed,
      headers: { ...original.headers, 'content-length': `${changed.length}` },
    }
  }
  expect(problems({})).toEqual([])
  expect(problems({ status: 418 })).toContain('getHealth does not document 418')
  expect(problems({ headers: { ...original.headers, 'x-powered-by': 'a' } })).toContain(
    'x-powered-by is not documented',
  )
  expect(problems({ headers: { ...original.headers, 'cache-control': undefined } })).toContain(
    'it has no Cache-Control',
  )
  expect(problems(changedBody('"ok"', '"well"')).join()).toContain('/status')
  expect(problems(changedBody('"status"', '"more":1,"status"')).join()).toContain('more')
  expect(problems({ status: 500 })).toContain('it failed')
  expect(problems({ status: 404 })).toContain('the body is not an error object')
})
