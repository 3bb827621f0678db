import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_URL_BYTES } from '../../http/request-limits.ts'
import { createApp } from '../../serve/app.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'

let app: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  app = await createApp({
    accounts: ANY_CALLER,
    builds: { acquire: () => null },
    sibling: { socketPath: '/nowhere/projects.sock' },
  })
})
afterAll(() => app?.close())

const long = 'a'.repeat(MAX_URL_BYTES)

test.each([
  ['a sibling that is gone', '/api/scenes', 503, 'service_unavailable', 'server_error'],
  [
    'an address that is too long',
    `/api/scenes/${long}`,
    414,
    'uri_too_long',
    'invalid_request_error',
  ],
  ['broken encoding', '/api/scenes/a?query=%zz', 400, 'invalid_input', 'invalid_request_error'],
  ['an account of an agent', '/api/auth/agent/status', 503, 'service_unavailable', 'server_error'],
])('%s is answered in the form of the sibling', async (_name, url, status, code, type) => {
  const answer = await app.inject({ url, headers: { host: 'plat.example' } })
  expect(answer.statusCode, answer.body).toBe(status)
  const id = answer.headers['request-id']
  expect(id).toMatch(/^[\w.-]{1,64}$/)
  expect(answer.headers).toMatchObject({ 'x-request-id': id, 'x-should-retry': 'false' })
  expect(answer.json().error).toMatchObject({
    type,
    code,
    request_id: id,
    doc_url: `http://plat.example/docs#error-${code}`,
  })
})

test('other paths of the accounts stay with the accounts', async () => {
  for (const url of ['/api/auth/get-session', '/api/auth/agents', '/api/account/agents']) {
    const answer = await app.inject({ url, headers: { host: 'plat.example' } })
    expect([url, answer.headers['x-should-retry']]).toEqual([url, undefined])
    expect(answer.headers.vary).toBe('Cookie, Origin')
  }
})

test('errors of other paths stay as they are', async () => {
  const answer = await app.inject(`/api/v1/location?ll=${long}`)
  expect([answer.statusCode, answer.json().error.code]).toEqual([414, 'invalid_request'])
  expect(answer.headers['request-id']).toBeUndefined()
})
