import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { call, openSession, rpc } from './rpc.ts'
import { ToolService } from './tool-service.ts'

/** Rooms enough that a layout takes some tenths of a second. */
const ROOMS = ['living', 'kitchen', 'dining', 'office', 'bathroom', 'bedroom', 'bedroom'].map(
  (roomType, index) => ({ label: `${roomType} ${index}`, roomType }),
)

onEmbeddedEngine((engine) => {
  let service: ToolService
  let key: string
  beforeAll(async () => {
    service = await ToolService.open(engine)
    key = service.service.key
  })
  afterAll(() => service.close())

  /** A session with a new project. */
  async function designer(own = key) {
    const session = { 'mcp-session-id': await openSession(service.address, own) }
    // biome-ignore lint/suspicious/noExplicitAny: tests compare the fields of answers
    const send = async (tool: string, given: object = {}): Promise<any> => {
      const { message } = await rpc(service.address, own, call(tool, given), session)
      return JSON.parse(message.result.content[0].text)
    }
    const { projectId } = await send('create_project', { name: 'House' })
    return { session, send, projectId }
  }

  const headersOf = (session: Record<string, string>) => ({
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    // Its streams begin with an event that can be resumed from.
    'mcp-protocol-version': '2025-11-25',
    ...session,
  })

  /** Sends a call and leaves within it. Returns the id of the last event that came, if any. */
  async function abandoned(session: Record<string, string>, body: object): Promise<string | null> {
    const leaving = new AbortController()
    const answer = await fetch(service.address, {
      method: 'POST',
      headers: headersOf(session),
      body: JSON.stringify(body),
      signal: leaving.signal,
    })
    const { value } = await answer.body!.getReader().read()
    leaving.abort()
    return /^id: (\S+)$/m.exec(new TextDecoder().decode(value))?.[1] ?? null
  }

  test('a second request with the id of one that runs is refused, and the first is answered', async () => {
    const { session, send } = await designer()
    const given = { rooms: ROOMS, operationId: 'layout-1' }
    const first = rpc(service.address, key, call('plan_layout', given, 'same'), session)
    const second = async () =>
      (await rpc(service.address, key, call('list_scenes', {}, 'same'), session)).message
    await expect.poll(second).toMatchObject({
      id: 'same',
      error: { code: -32600, data: { code: 'request_id_in_use' } },
    })
    expect((await first).message.result.structuredContent).toMatchObject({ draftVersion: 1 })
    expect(await second()).toMatchObject({ id: 'same', result: {} })
    expect((await send('get_project_status')).draftVersion).toBe(1)
  })

  test('a call whose connection is lost is made whole, and its answer is resumed', async () => {
    const { session, send } = await designer()
    const given = { rooms: ROOMS, operationId: 'layout-1' }
    const lastEvent = await abandoned(session, call('plan_layout', given, 'lost'))
    expect(lastEvent).not.toBeNull()
    const resumed = await fetch(service.address, {
      headers: { ...headersOf(session), 'last-event-id': lastEvent! },
    })
    const reader = resumed.body!.getReader()
    let text = ''
    while (!text.includes('"id":"lost"')) {
      const { value, done } = await reader.read()
      if (done) break
      text += new TextDecoder().decode(value)
    }
    await reader.cancel()
    expect(text).toContain('"id":"lost"')
    expect(text).toContain('draftVersion')
    // The same call again changes nothing.
    expect(await send('plan_layout', given)).toMatchObject({ draftVersion: 1, repeated: true })
    expect((await send('get_project_status')).draftVersion).toBe(1)
  })

  test('a call that is cancelled in mid-edit is whole or not made, and the status states which', async () => {
    const { session, send } = await designer()
    const given = { rooms: ROOMS, operationId: 'layout-2' }
    const calling = abandoned(session, call('plan_layout', given, 'cut'))
    await sleep(30)
    const cancelled = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'cut', reason: 'changed my mind' },
    }
    expect((await rpc(service.address, key, cancelled, session)).status).toBe(202)
    await calling
    const status = () => send('get_project_status')
    await expect.poll(async () => (await status()).draftVersion).toBe(1)
    const { lastOperations } = await status()
    expect(lastOperations[0]).toMatchObject({ operationId: 'layout-2', tool: 'plan_layout' })
    const { issues } = await send('verify_scene', { minSeverity: 'error' })
    expect(issues).toEqual([])
  })

  test('clients that never read their streams hold nobody up', async () => {
    const { session, send } = await designer()
    await send('plan_layout', { rooms: ROOMS })
    const { hostname, port } = service.address
    const deaf = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const socket = connect(Number(port), hostname)
        await once(socket, 'connect')
        socket.pause()
        const body = JSON.stringify(call('view_scene', { view: 'plan' }, `deaf-${index}`))
        const headers = { ...headersOf(session), host: service.address.host }
        const lines = Object.entries({ ...headers, 'content-length': body.length })
        const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
        socket.write(`POST /mcp HTTP/1.1\r\n${head}\r\n${body}`)
        return socket
      }),
    )
    const other = await designer((await service.service.person()).key)
    const before = performance.now()
    expect(await other.send('get_project_status')).toMatchObject({ ok: true })
    expect(performance.now() - before).toBeLessThan(20_000)
    for (const socket of deaf) socket.destroy()
    await expect.poll(async () => (await send('get_project_status')).ok).toBe(true)
  })

  test('two clients on one project: both edits are made, and a guarded one is refused', async () => {
    const [a, b] = [await designer(), await designer()]
    await b.send('load_scene', { id: a.projectId })
    const room = (label: string, x: number) => ({
      label,
      polygon: [
        [x, 0],
        [x + 4, 0],
        [x + 4, -3],
        [x, -3],
      ],
    })
    const made = await Promise.all([
      a.send('create_room', room('Of a', 0)),
      b.send('create_room', room('Of b', 10)),
    ])
    expect(made.map(({ draftVersion }) => draftVersion).sort()).toEqual([1, 2])
    const { error } = await b.send('create_room', { ...room('Late', 20), expectedVersion: 1 })
    expect(error).toMatchObject({ code: 'version_conflict', mutationApplied: false })
    const { zones } = await a.send('get_zones')
    expect(zones.map(({ label }: { label: string }) => label).sort()).toEqual(['Of a', 'Of b'])
  })
})
