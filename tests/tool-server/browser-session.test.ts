import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountBrowser } from '../accounts/account-browser.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { call, INITIALIZE, rpc } from './rpc.ts'
import { ToolService } from './tool-service.ts'

/** The tools with the session of a signed-in browser, as a page of the service uses them. */
onEmbeddedEngine((engine) => {
  let service: ToolService
  let browser: AccountBrowser
  beforeAll(async () => {
    service = await ToolService.open(engine)
    browser = new AccountBrowser(service.service.accounts, { origin: service.origin })
    await browser.join('ada')
  })
  afterAll(() => service.close())

  const own = () => ({ cookie: browser.cookie, origin: service.origin })
  const send = (body: unknown, headers: Record<string, string>) =>
    rpc(service.address, null, body, headers)

  test('a page of the service designs in a session of the tools', async () => {
    const opened = await send(INITIALIZE, own())
    expect(opened.status).toBe(200)
    const session = { ...own(), 'mcp-session-id': opened.headers.get('mcp-session-id')! }
    const made = await send(call('create_project', { name: 'By cookie' }), session)
    expect(made.message.result.structuredContent).toMatchObject({ ok: true, name: 'By cookie' })
    // The session of the tools is the browser's alone: not a key's, and not the next sign-in's.
    const { 'mcp-session-id': id } = session
    const byKey = await rpc(service.address, service.service.key, call('list_scenes'), {
      'mcp-session-id': id,
    })
    expect(byKey.status).toBe(403)
    const again = new AccountBrowser(service.service.accounts, { origin: service.origin })
    await again.join('bob')
    const other = { ...session, cookie: again.cookie }
    expect((await send(call('list_scenes'), other)).status).toBe(403)
  })

  test.each([
    ['no page', {}],
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
  ])('the cookie is refused from %s', async (_, headers) => {
    const answer = await send(INITIALIZE, { cookie: browser.cookie, ...headers })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('mcp-session-id')).toBeNull()
  })

  test('after signing out it is 401', async () => {
    const before = own()
    await browser.post('/api/auth/sign-out')
    await expect
      .poll(async () => (await send(INITIALIZE, before)).status, { interval: 300 })
      .toBe(401)
  })
})
