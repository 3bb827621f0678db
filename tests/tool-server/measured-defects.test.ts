import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { call, openSession, rpc } from './rpc.ts'
import { ToolService } from './tool-service.ts'

type Json = Record<string, unknown>

const SQUARE = [
  [0, 0],
  [4, 0],
  [4, -4],
  [0, -4],
]

/**
 * What was measured of a reference server of this kind, row by row: what it did wrong, and that
 * this one does not. Over HTTP, as a client of the 2025 era sees it.
 */
onEmbeddedEngine((engine) => {
  let service: ToolService
  let key: string
  beforeAll(async () => {
    service = await ToolService.open(engine)
    key = service.service.key
  })
  afterAll(() => service.close())

  /** A session with a new project. */
  async function designer(name: string) {
    const session = await openSession(service.address, key)
    // biome-ignore lint/suspicious/noExplicitAny: tests compare the fields of answers
    const send = async (tool: string, given: Json = {}): Promise<any> => {
      const headers = { 'mcp-session-id': session }
      const { message } = await rpc(service.address, key, call(tool, given), headers)
      return JSON.parse(message.result.content[0].text)
    }
    const { projectId } = await send('create_project', { name })
    return { send, projectId }
  }

  test('tools/list: 105 warnings, no annotation, 56 KB: here none, on each tool, under 30 KB', async () => {
    const session = await openSession(service.address, key)
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const { message } = await rpc(service.address, key, list, { 'mcp-session-id': session })
    const { tools } = message.result
    expect(JSON.stringify(message.result).length).toBeLessThan(30_000)
    expect(tools.length).toBeGreaterThan(35)
    for (const { name, annotations, inputSchema } of tools) {
      expect(annotations, name).toHaveProperty('openWorldHint')
      expect(warningsOf(inputSchema), name).toEqual([])
    }
  })

  test('two rooms that share an edge had 8 walls, one of them twice: here 7', async () => {
    const { send } = await designer('Two rooms')
    await send('create_room', { label: 'A', polygon: SQUARE })
    await send('create_room', { label: 'B', polygon: SQUARE.map(([x, z]) => [x + 4, z]) })
    expect((await send('get_walls')).walls).toHaveLength(7)
  })

  describe('openings', () => {
    test('two doors at one place were accepted: here the second is refused', async () => {
      const { send } = await designer('Doors')
      const { wallIds } = await send('create_room', { label: 'A', polygon: SQUARE })
      const door = { wallId: wallIds[0], t: 0.5 }
      expect(await send('add_door', door)).toMatchObject({ ok: true })
      const { error } = await send('add_door', door)
      expect(error).toMatchObject({ code: 'opening_overlap', mutationApplied: false })
    })

    test('a window above the top of its wall was accepted: here it is refused', async () => {
      const { send } = await designer('Window')
      const { wallIds } = await send('create_room', { label: 'A', polygon: SQUARE })
      const window = { wallId: wallIds[0], t: 0.5, sill: 2.5, height: 1.2 }
      expect((await send('add_window', window)).error.code).toBe('opening_too_high')
    })
  })

  test('a room whose edges cross was accepted and called valid: here it is refused', async () => {
    const { send } = await designer('Bow tie')
    const polygon = [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]]
    expect((await send('create_room', { label: 'A', polygon })).error.code).toBe('invalid_polygon')
    expect(await send('validate_scene')).toMatchObject({ valid: true })
    expect((await send('get_zones')).zones).toEqual([])
  })

  test('furniture of an L-shaped room stood outside of it: here all of it is inside', async () => {
    const { send } = await designer('L')
    const polygon = [
      [0, 0],
      [7, 0],
      [7, -3],
      [3.5, -3],
      [3.5, -7],
      [0, -7],
    ]
    const { zoneId } = await send('create_room', {
      label: 'Living room',
      roomType: 'living',
      polygon,
      doors: [{ edge: 0 }],
    })
    const { placed } = await send('furnish_room', { zoneId })
    expect(placed.length).toBeGreaterThan(2)
    for (const { position } of placed) {
      const [x, , z] = position
      const isInL = x > 0 && z < 0 && ((x < 7 && z > -3) || (x < 3.5 && z > -7))
      expect(isInL, `${x}, ${z}`).toBe(true)
    }
    const { issues } = await send('verify_scene', { checks: ['item'] })
    expect(issues.filter(({ severity }: Json) => severity === 'error')).toEqual([])
  })

  test('measure mixed coordinates of a wall with those of the world: here both are the world’s', async () => {
    const { send } = await designer('Measure')
    const polygon = SQUARE.map(([x, z]) => [x + 10, z - 20])
    const { zoneId, doorIds } = await send('create_room', {
      label: 'A',
      polygon,
      doors: [{ edge: 0, t: 0.5 }],
    })
    const measured = await send('measure', { mode: 'centre', fromId: doorIds[0], toId: zoneId })
    // From the middle of an edge of 4 m to the middle of the room, in plan 2 m.
    const [from, to] = measured.points as number[][]
    expect(Math.hypot(to[0] - from[0], to[2] - from[2])).toBeCloseTo(2, 3)
    expect([to[0], to[2]]).toEqual([12, -22])
  })

  test('verify_scene was ok with any issue: here it is not with an error', async () => {
    const { send } = await designer('Verify')
    await send('create_room', { label: 'A', polygon: SQUARE, doors: [{ edge: 0 }] })
    expect(await send('verify_scene', { minSeverity: 'error' })).toMatchObject({
      ok: true,
      issues: [],
    })
    await send('create_room', { label: 'B', polygon: SQUARE.map(([x, z]) => [x + 4, z]) })
    const { ok, issues } = await send('verify_scene', { minSeverity: 'error' })
    expect(ok).toBe(false)
    expect(issues[0]).toMatchObject({ code: 'room.unreachable', severity: 'error' })
  })

  test('a second client saw the scene of the first: here it has none before it loads one', async () => {
    await designer('Of the first')
    const other = await openSession(service.address, key)
    const headers = { 'mcp-session-id': other }
    const { message } = await rpc(service.address, key, call('get_scene'), headers)
    expect(JSON.parse(message.result.content[0].text).error.code).toBe('no_project_loaded')
  })

  test('an edit of one client overwrote its saved project with another’s: here each has its own', async () => {
    const a = await designer('A house')
    await a.send('create_room', { label: 'Hall', polygon: SQUARE })
    await a.send('save_scene')
    const b = await designer('B studio')
    await b.send('create_room', { label: 'Studio', polygon: SQUARE })
    await a.send('create_wall', { start: [10, 0], end: [14, 0] })
    const labels = async ({ send }: typeof a) =>
      (await send('get_zones')).zones.map(({ label }: Json) => label)
    expect([await labels(a), await labels(b)]).toEqual([['Hall'], ['Studio']])
    const projects = await Promise.all([a, b].map(({ send }) => send('get_project_status')))
    expect(projects.map(({ projectId }) => projectId)).toEqual([a.projectId, b.projectId])
    expect(projects[0]).toMatchObject({ name: 'A house', unsavedChanges: true })
  })

  test('an unknown session was 400: here 404, so that clients connect again', async () => {
    const headers = { 'mcp-session-id': 'never-was' }
    const { status, message } = await rpc(service.address, key, call('get_scene'), headers)
    expect([status, message.error.code]).toEqual([404, -32001])
  })

  test('a page of another loopback port was let in: here it is 403, and may read nothing', async () => {
    const headers = { origin: 'http://localhost:5999' }
    const answer = await rpc(service.address, key, call('list_scenes'), headers)
    expect(answer.status).toBe(403)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('export_glb claimed a file without an error: here it is an error that names the routes', async () => {
    const { send } = await designer('File')
    const { error } = await send('export_glb')
    expect(error).toMatchObject({ code: 'not_implemented' })
    expect(error.message).toMatch(/publish.*glb/)
  })
})

/** What strict clients warn of in a schema: lists of types, and schemas without any keyword. */
function warningsOf(schema: unknown, path = ''): string[] {
  if (schema === null || typeof schema !== 'object') return []
  const { type, properties, items } = schema as Record<string, unknown>
  const own = [
    ...(Array.isArray(type) ? [`${path}: a list of types`] : []),
    ...(Object.keys(schema).length === 0 ? [`${path}: no keyword`] : []),
    ...(Array.isArray(items) ? [`${path}: a tuple`] : []),
  ]
  const inner = Object.entries({ ...(properties as object), ...(items ? { '[]': items } : {}) })
  return [...own, ...inner.flatMap(([name, each]) => warningsOf(each, `${path}.${name}`))]
}
