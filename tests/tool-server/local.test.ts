import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalTools, openLocalTools } from '../../architect/mcp/local/local-tools.ts'
import { type LocalServer, startLocalServer } from '../../architect/service/local-tool-server.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { listenAddress } from '../../http/listen-address.ts'
import { call, INITIALIZE, rpc } from './rpc.ts'
import { CLIENT_KINDS, connect } from './tool-service.ts'

const ROOM = {
  label: 'Room',
  polygon: [
    [0, 0],
    [4, 0],
    [4, -3],
    [0, -3],
  ],
}

describe('plat-architect mcp --http', () => {
  let local: LocalTools
  let server: LocalServer
  let address: URL
  const failures: unknown[] = []
  beforeAll(async () => {
    local = openLocalTools((error) => failures.push(error))
    server = await startLocalServer(local, listenAddress('localhost', '0'))
    address = new URL(`${server.url}/mcp`)
  })
  afterAll(async () => {
    await server.close()
    await local.close()
    expect(failures).toEqual([])
  })

  test.each(CLIENT_KINDS)(
    'a client %s needs no key, and goes from nothing to a version',
    async (kind) => {
      const client = await connect(kind, address, {})
      const { projectId } = (await client.call('create_project', { name: kind })).json
      const given = { projectId, ...ROOM, operationId: 'room-1' }
      expect((await client.call('create_room', given)).json).toMatchObject({ draftVersion: 1 })
      expect((await client.call('create_room', given)).json).toMatchObject({ repeated: true })
      expect((await client.call('save_scene', { projectId })).json).toMatchObject({ version: 1 })
      const wall = (await client.call('get_walls', { projectId })).json.walls[0]
      await client.call('add_door', { projectId, wallId: wall.id, t: 0.5 })
      expect((await client.call('undo', { projectId })).json.undone).toHaveLength(1)
      const status = await client.call('get_project_status', { projectId })
      expect(status.json).toMatchObject({ latestVersion: 1, unsavedChanges: false })
      expect((await client.call('list_versions', { projectId })).json.versions).toHaveLength(1)
      await client.close()
    },
  )

  test('several clients are separate: each has the project that it has loaded', async () => {
    const [one, two] = [await connect('v1', address, {}), await connect('v1', address, {})]
    await one.call('create_project', { name: 'One' })
    await two.call('create_project', { name: 'Two' })
    await one.call('create_room', { ...ROOM, label: 'Of one' })
    await two.call('create_room', { ...ROOM, label: 'Of two' })
    const labels = async (client: typeof one) =>
      (await client.call('get_zones')).json.zones.map(({ label }: { label: string }) => label)
    expect([await labels(one), await labels(two)]).toEqual([['Of one'], ['Of two']])
    await Promise.all([one.close(), two.close()])
  })

  test('paid tools are not listed, and a call of one states why', async () => {
    const client = await connect('v1', address, {})
    const names = (await client.list()).map(({ name }) => name)
    expect(names).not.toContain('pull_site_data')
    expect(names).toContain('create_room')
    const { projectId } = (await client.call('create_project', { name: 'Free' })).json
    const given = { projectId, operationId: 'x', maxCredits: 1, address: '1 Main St' }
    const { json } = await client.call('pull_site_data', given)
    expect(json.error).toMatchObject({ code: 'not_available', mutationApplied: false })
    await client.close()
  })

  test('pages of others and names that were made to lead here are refused', async () => {
    const page = await rpc(address, null, INITIALIZE, { origin: 'https://evil.example' })
    expect(page.status).toBe(403)
    const unknown = await rpc(address, null, call('list_scenes'), { 'mcp-session-id': 'none' })
    expect(unknown.status).toBe(404)
  })
})

test('plat-architect mcp speaks over standard input, and writes nothing else there', async () => {
  const program = spawn(process.execPath, ['architect/plat-architect.ts', 'mcp'], {
    cwd: PROJECT_ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const lines = createInterface({ input: program.stdout })
  const messages: Record<string, unknown>[] = []
  lines.on('line', (line) => messages.push(JSON.parse(line)))
  const send = (message: object) => program.stdin.write(`${JSON.stringify(message)}\n`)
  const answer = async (id: number) => {
    await expect.poll(() => messages.find((each) => each.id === id)).toBeDefined()
    return messages.find((each) => each.id === id)!.result as Record<string, unknown>
  }
  send(INITIALIZE)
  expect((await answer(0)).serverInfo).toMatchObject({ name: 'plat-architect' })
  send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  send(call('create_project', { name: 'House' }, 1))
  expect((await answer(1)).structuredContent).toMatchObject({ ok: true, name: 'House' })
  send(call('create_room', ROOM, 2))
  expect((await answer(2)).structuredContent).toMatchObject({ draftVersion: 1 })
  program.stdin.end()
  const [code] = await once(program, 'exit')
  expect(code).toBe(0)
})
