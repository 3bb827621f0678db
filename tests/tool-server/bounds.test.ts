import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { member, organization, user } from '../../accounts/database/schema.ts'
import { OPENING_CHARACTERS_MAX } from '../../architect/mcp/tool-server.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { call, INITIALIZE, openSession, rpc } from './rpc.ts'
import { ToolService } from './tool-service.ts'

const TEXT_MAX = 4_096

onEmbeddedEngine((engine) => {
  let service: ToolService
  let key: string
  let session: Record<string, string>
  beforeAll(async () => {
    service = await ToolService.open(engine)
    key = service.service.key
    session = { 'mcp-session-id': await openSession(service.address, key) }
  })
  afterAll(() => service.close())

  // biome-ignore lint/suspicious/noExplicitAny: tests compare the fields of answers
  const send = async (tool: string, given: object = {}): Promise<any> => {
    const { message } = await rpc(service.address, key, call(tool, given), session)
    const [{ text }] = message.result.content
    expect(text.length).toBeLessThanOrEqual(TEXT_MAX)
    return JSON.parse(text)
  }

  /** All entries of a list, page by page. */
  async function pages(tool: string, list: string, given: object): Promise<unknown[]> {
    const found: unknown[] = []
    for (let cursor: string | undefined, rest = 200; rest > 0; rest--) {
      const answer = await send(tool, { ...given, ...(cursor && { cursor }) })
      expect(answer.leftOut).toBeUndefined()
      found.push(...answer[list])
      cursor = answer.nextCursor
      if (!cursor) return found
    }
    throw new Error('the pages have no end')
  }

  test('pages of any limit have every entry once, in answers of 4 KB', async () => {
    const names = Array.from(
      { length: 30 },
      (_, n) => `House "${n}" ${'with a long name '.repeat(9)}`,
    )
    for (const name of names) await send('create_project', { name })
    for (const given of [{ limit: 50 }, {}]) {
      const scenes = (await pages('list_scenes', 'scenes', given)) as { name: string }[]
      expect(scenes.map(({ name }) => name).sort()).toEqual(names.map((n) => n.trim()).sort())
    }
    for (let n = 0; n < 40; n++) {
      const wall = { start: [n * 3, 0], end: [n * 3, -2] }
      await send('create_wall', wall)
    }
    for (const given of [{ limit: 100 }, {}])
      expect(await pages('get_walls', 'walls', given)).toHaveLength(40)
    const { total } = await send('verify_scene')
    expect(await pages('verify_scene', 'issues', { limit: 200 })).toHaveLength(total)
  })

  test('a long name or address is not quoted whole', async () => {
    const long = 'x'.repeat(400_000)
    const named = (method: string, params: object) =>
      rpc(service.address, key, { jsonrpc: '2.0', id: 1, method, params }, session)
    for (const [method, params] of [
      ['tools/call', { name: long }],
      ['resources/read', { uri: `svc://${long}` }],
      ['prompts/get', { name: long }],
    ] as const) {
      const { message } = await named(method, params)
      expect(message.error.code).toBe(-32602)
      expect(JSON.stringify(message).length).toBeLessThan(1_000)
    }
    expect((await send('get_zones', { unit: long })).error.param).toBe('unit')
    expect((await send('get_zones', { [long]: 1 })).error.code).toBe('invalid_input')
  })

  test('initialize opens no session where it is refused', async () => {
    const { sessions } = service.service.store
    const opened = vi.spyOn(sessions, 'open')
    const ended = vi.spyOn(sessions, 'end')
    const { params } = INITIALIZE
    const capabilities = { experimental: { long: { text: 'x'.repeat(OPENING_CHARACTERS_MAX) } } }
    const large = { ...INITIALIZE, params: { ...params, capabilities } }
    const refused = await rpc(service.address, key, large)
    expect([refused.status, refused.message.error.data.code]).toEqual([400, 'limit_exceeded'])
    expect(opened).not.toHaveBeenCalled()
    const other = await rpc(service.address, key, INITIALIZE, { accept: 'application/json' })
    expect(other.status).toBe(406)
    expect(ended.mock.calls).toEqual(opened.mock.calls.map(([, { id }]) => [id]))
    vi.restoreAllMocks()
  })

  test('a failure within a resource or a prompt is answered without its reason', async () => {
    const { store } = service.service
    vi.spyOn(store, 'readDraft').mockRejectedValue(new Error('Failed query: SELECT secret'))
    const uri = 'svc://projects/prj_1/scene'
    const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } }
    const { message } = await rpc(service.address, key, read, session)
    vi.restoreAllMocks()
    expect(message.error).toMatchObject({ code: -32603 })
    expect(JSON.stringify(message)).not.toContain('secret')
    expect(service.service.failures.splice(0)).toHaveLength(1)
  })

  test('the key of an organization opens sessions also when the person who made it is gone', async () => {
    const { accounts } = service.service
    const { tables } = accounts.database
    const { id: by } = await service.service.person()
    await tables.insert(organization).values({ id: 'org', name: 'Works', slug: 'works' })
    await tables
      .insert(member)
      .values({ id: 'm', organizationId: 'org', userId: by, role: 'owner' })
    const owner = { organization: 'org', by }
    const made = await accounts.keys.create({ kind: 'architect', name: 'tests', owner })
    await tables.delete(user).where(eq(user.id, by))
    const opened = { 'mcp-session-id': await openSession(service.address, made.key) }
    const { message } = await rpc(service.address, made.key, call('list_scenes'), opened)
    expect(message.result.structuredContent).toMatchObject({ ok: true, scenes: [] })
  })
})
