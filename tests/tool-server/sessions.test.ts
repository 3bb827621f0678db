import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SESSIONS_MAX } from '../../architect/store/store-limits.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { isLongRun } from '../long-run.ts'
import { call, INITIALIZE, openSession, rpc } from './rpc.ts'
import { ToolService } from './tool-service.ts'

onEmbeddedEngine((engine) => {
  let service: ToolService
  let key: string
  beforeAll(async () => {
    service = await ToolService.open(engine)
    key = service.service.key
  })
  afterAll(() => service.close())

  const inSession = (session: string, body: unknown, other = key) =>
    rpc(service.address, other, body, { 'mcp-session-id': session })

  test('a session has one loaded project, which other sessions of the same key do not see', async () => {
    const [one, two] = [
      await openSession(service.address, key),
      await openSession(service.address, key),
    ]
    const made = await inSession(one, call('create_project', { name: 'House of one' }))
    const { projectId } = made.message.result.structuredContent
    const own = await inSession(one, call('get_project_status'))
    expect(own.message.result.structuredContent).toMatchObject({ projectId, name: 'House of one' })
    const others = await inSession(two, call('get_project_status'))
    expect(others.message.result.isError).toBe(true)
    expect(JSON.parse(others.message.result.content[0].text).error.code).toBe('no_project_loaded')
  })

  test('two clients on two projects write to their own alone', async () => {
    const [one, two] = [
      await openSession(service.address, key),
      await openSession(service.address, key),
    ]
    const room = {
      label: 'Room',
      polygon: [
        [0, 0],
        [4, 0],
        [4, -3],
        [0, -3],
      ],
    }
    await inSession(one, call('create_project', { name: 'A' }))
    await inSession(two, call('create_project', { name: 'B' }))
    await inSession(one, call('create_room', { ...room, label: 'Of A' }))
    await inSession(two, call('create_room', { ...room, label: 'Of B' }))
    const labels = async (session: string) => {
      const { message } = await inSession(session, call('get_zones'))
      return message.result.structuredContent.zones.map(({ label }: { label: string }) => label)
    }
    expect(await labels(one)).toEqual(['Of A'])
    expect(await labels(two)).toEqual(['Of B'])
  })

  describe('the credential of a session', () => {
    test('is the one that opened it: with another key it is 403, before the body is read', async () => {
      const session = await openSession(service.address, key)
      const sameOwner = await service.service.keyOf(service.service.personId)
      const stranger = (await service.service.person()).key
      for (const other of [sameOwner, stranger]) {
        const answer = await inSession(session, '{not JSON', other)
        expect(answer.status).toBe(403)
        expect(answer.message.error.data.code).toBe('session_credential_changed')
      }
      const deleted = await fetch(service.address, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${stranger}`, 'mcp-session-id': session },
      })
      expect(deleted.status).toBe(403)
      expect((await inSession(session, call('list_scenes'))).status).toBe(200)
    })

    test('without a key it is 401', async () => {
      const answer = await rpc(service.address, null, INITIALIZE)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(answer.message.error.data.code).toBe('invalid_api_key')
    })
  })

  test.each([
    ['unknown', async () => '00000000-0000-4000-8000-000000000000'],
    [
      'ended',
      async () => {
        const session = await openSession(service.address, key)
        const headers = { authorization: `Bearer ${key}`, 'mcp-session-id': session }
        const ended = await fetch(service.address, { method: 'DELETE', headers })
        expect(ended.status).toBe(200)
        return session
      },
    ],
  ])('an %s session is 404, and the message states how to go on', async (_, sessionOf) => {
    const answer = await inSession(await sessionOf(), call('list_scenes', {}, 7))
    expect(answer.status).toBe(404)
    expect(answer.message.error).toMatchObject({
      code: -32001,
      data: { executedOnThisInstance: false, lastMutationCommitState: 'unknown' },
    })
    expect(answer.message.error.message).toMatch(/initialize.*load_scene.*get_project_status/)
  })

  test('a session goes on in another process, with its loaded project', async () => {
    const session = await openSession(service.address, key)
    const made = await inSession(session, call('create_project', { name: 'Moved' }))
    const { projectId } = made.message.result.structuredContent
    const { opened } = service.service
    // The process that had it is gone: its sessions in memory are.
    await opened.parts.tools.close()
    const answer = await inSession(session, call('get_project_status'))
    expect(answer.message.result.structuredContent).toMatchObject({ projectId, name: 'Moved' })
  })

  test('an edit is made on the project that another process has just loaded for the session', async () => {
    const session = await openSession(service.address, key)
    const project = async (name: string) =>
      (await inSession(session, call('create_project', { name }))).message.result.structuredContent
        .projectId as string
    const [other, own] = [await project('Other'), await project('Own')]
    expect((await inSession(session, call('list_levels'))).status).toBe(200)
    await service.service.store.sessions.use(session, other)
    const wall = { start: [0, 0], end: [4, 0] }
    const { message } = await inSession(session, call('create_wall', wall))
    expect(message.result.structuredContent).toMatchObject({ projectId: other, draftVersion: 1 })
    const status = await inSession(session, call('get_project_status', { projectId: own }))
    expect(status.message.result.structuredContent.draftVersion).toBe(0)
  })

  if (isLongRun)
    test('of a thousand sessions of one account the last ones are open', async () => {
      const other = (await service.service.person()).key
      const first = await openSession(service.address, other)
      for (let i = 0; i < SESSIONS_MAX; i++) await openSession(service.address, other)
      // The row is read again after two seconds.
      await expect
        .poll(async () => (await inSession(first, call('list_scenes'), other)).status, {
          interval: 300,
        })
        .toBe(404)
    }, 60_000)
})
