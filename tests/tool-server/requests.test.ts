import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALL_BODY_BYTES_MAX } from '../../architect/service/tool-server-route.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { call, INITIALIZE, openSession, rpc } from './rpc.ts'
import { ToolService } from './tool-service.ts'

onEmbeddedEngine((engine) => {
  let service: ToolService
  let key: string
  let session: Record<string, string>
  beforeAll(async () => {
    service = await ToolService.open(engine)
    key = service.service.key
    session = { 'mcp-session-id': await openSession(service.address, key) }
    await rpc(service.address, key, call('create_project', { name: 'House' }), session)
  })
  afterAll(() => service.close())

  const refusalOf = async (tool: string, given: object) => {
    const { status, message } = await rpc(service.address, key, call(tool, given), session)
    expect(status).toBe(200)
    expect(message.result).toMatchObject({ isError: true })
    expect(message.result.structuredContent).toBeUndefined()
    return JSON.parse(message.result.content[0].text).error
  }

  test.each([
    ['create_room', { label: 'X', polygon: 'corners' }, 'invalid_input', 'polygon'],
    [
      'create_room',
      {
        label: 'X',
        polygon: [
          [0, 0],
          [4, -3],
          [4, 0],
          [0, -3],
        ],
      },
      'invalid_polygon',
      'polygon',
    ],
    [
      'create_room',
      {
        label: 'X',
        polygon: [
          [0, 0],
          [4, 0],
          [4, -3],
        ],
        colours: 1,
      },
      'invalid_input',
      'colours',
    ],
    ['get_zones', { levelId: 7 }, 'invalid_input', 'levelId'],
    ['get_zones', { projectId: 7 }, 'invalid_input', 'projectId'],
    ['get_zones', { projectId: 'prj_none' }, 'project_not_found', 'project_id'],
    ['save_scene', { operationId: 'with space' }, 'invalid_input', 'operationId'],
    ['undo', { steps: 'all' }, 'invalid_input', 'steps'],
    ['export_glb', {}, 'not_implemented', undefined],
    [
      'create_room',
      {
        label: 'X',
        polygon: [
          [0, 0],
          [4, 0],
          [4, -3],
        ],
        expectedVersion: 9,
      },
      'version_conflict',
      'expectedVersion',
    ],
  ])('%s %j is refused as %s', async (tool, given, code, param) => {
    const error = await refusalOf(tool, given)
    expect(error).toMatchObject({ code, mutationApplied: false, ...(param && { param }) })
    expect(error.message.length).toBeGreaterThan(20)
  })

  test('export_glb names the routes that deliver the file', async () => {
    const { message } = await refusalOf('export_glb', {})
    expect(message).toMatch(/POST .*\/publish.*GET .*\/glb/)
  })

  test('a repeated operation id changes nothing, and has the first answer', async () => {
    const given = {
      label: 'Shed',
      polygon: [
        [20, 0],
        [24, 0],
        [24, -3],
        [20, -3],
      ],
      operationId: 'shed-1',
    }
    const first = await rpc(service.address, key, call('create_room', given), session)
    const again = await rpc(service.address, key, call('create_room', given), session)
    const answer = first.message.result.structuredContent
    expect(again.message.result.structuredContent).toEqual({
      ...answer,
      repeated: true,
      isUndone: false,
    })
    expect(await refusalOf('create_room', { ...given, label: 'Barn' })).toMatchObject({
      code: 'operation_mismatch',
    })
  })

  test('an operation id makes one project, and is refused for another one', async () => {
    const made = async (name: string) => {
      const given = { name, operationId: 'house-1' }
      return (await rpc(service.address, key, call('create_project', given), session)).message
        .result.structuredContent
    }
    const { projectId, ...first } = await made('Mill')
    expect(await made('Mill')).toEqual({ ...first, projectId, repeated: true })
    const both = await Promise.all(['Barn', 'Byre'].map((name) => madeOr('house-2', name)))
    expect(both.sort()).toEqual(['made', 'operation_mismatch'])
    expect(await madeOr('house-1', 'Barn')).toBe('operation_mismatch')
    const status = await rpc(
      service.address,
      key,
      call('get_project_status', { projectId }),
      session,
    )
    expect(status.message.result.structuredContent.lastOperations).toMatchObject([
      { tool: 'create_project', operationId: 'house-1', draftVersion: 0 },
    ])
    expect(await refusalOf('undo', { projectId })).toMatchObject({ code: 'nothing_to_undo' })
  })

  async function madeOr(operationId: string, name: string): Promise<string> {
    const sent = call('create_project', { name, operationId }, name)
    const { message } = await rpc(service.address, key, sent, session)
    const { error } = JSON.parse(message.result.content[0].text)
    return error?.code ?? 'made'
  }

  test('a save as draft is refused on another version than the expected one', async () => {
    const given = { saveMode: 'draft', expectedVersion: 1_000 }
    expect(await refusalOf('save_scene', given)).toMatchObject({ code: 'version_conflict' })
  })

  test('an unknown tool is an error of the protocol that names a near one', async () => {
    const { message } = await rpc(service.address, key, call('create_rom'), session)
    expect(message.error).toMatchObject({ code: -32602 })
    expect(message.error.message).toContain('create_room')
  })

  test('an unknown resource and prompt are errors of the protocol', async () => {
    const read = {
      jsonrpc: '2.0',
      id: 2,
      method: 'resources/read',
      params: { uri: 'svc://nothing' },
    }
    const { message } = await rpc(service.address, key, read, session)
    expect(message.error.message).toContain('svc://nothing')
    const get = { jsonrpc: '2.0', id: 3, method: 'prompts/get', params: { name: 'nothing' } }
    expect((await rpc(service.address, key, get, session)).message.error.message).toContain(
      'from_brief',
    )
  })

  test.each([
    ['no JSON', '{', 400, -32700],
    ['a batch', JSON.stringify([call('list_scenes')]), 400, -32600],
    [
      'a body that is too large',
      JSON.stringify(call('create_room', { label: 'x'.repeat(CALL_BODY_BYTES_MAX) })),
      413,
      -32000,
    ],
    ['an empty body', '', 400, -32700],
  ])('%s is refused', async (_, body, status, code) => {
    const answer = await rpc(service.address, key, body, session)
    expect(answer.status).toBe(status)
    expect(answer.message.error.code).toBe(code)
    expect((await rpc(service.address, key, call('list_scenes'), session)).status).toBe(200)
  })

  test.each([100, 5_000, 150_000])(
    'objects within each other on %i levels are refused',
    async (levels) => {
      const deep = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
      const capabilities = '"protocolVersion":"2025-11-25","clientInfo":{"name":"a","version":"1"}'
      for (const [params, headers] of [
        [`"initialize","params":{${capabilities},"capabilities":{"experimental":${deep}}}`, {}],
        [`"tools/call","params":{"name":"create_room","arguments":${deep}}`, session],
        [`"tools/list","params":{"_meta":${deep}}`, { 'mcp-protocol-version': '2026-07-28' }],
      ] as const) {
        const sent = `{"jsonrpc":"2.0","id":1,"method":${params}}`
        const { status, message } = await rpc(service.address, key, sent, headers)
        expect(status).toBe(400)
        expect(message.error.message.length).toBeLessThan(1_000)
      }
      expect(service.service.failures).toEqual([])
    },
  )

  test('a request without a body is refused for that', async () => {
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(service.address, { method: 'POST', headers })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: { message: expect.stringContaining('body is missing') },
    })
  })

  test('a body that states a coding is refused before it is read', async () => {
    const packed = { ...session, 'content-encoding': 'gzip' }
    const { status, message } = await rpc(service.address, key, call('list_scenes'), packed)
    expect(status).toBe(415)
    expect(message.error.data).toMatchObject({ param: 'Content-Encoding' })
  })

  test.each(['GET', 'DELETE'])('%s of a client of 2026 is no method', async (method) => {
    const headers = { authorization: `Bearer ${key}`, 'mcp-protocol-version': '2026-07-28' }
    const answer = await fetch(service.address, { method, headers })
    expect(answer.status).toBe(405)
  })

  test.each([
    ['a foreign page', { origin: 'https://evil.example' }],
    ['a loopback page of another port', { origin: 'http://localhost:1' }],
    ['a foreign host', { host: 'evil.example' }],
    [
      'a host and page that were made to resolve here',
      { host: 'evil.example', origin: 'http://evil.example' },
    ],
  ])('%s is 403, also with a valid key', async (_, headers) => {
    expect(await statusWith(headers)).toBe(403)
  })

  test('the service’s own page may use it', async () => {
    expect(await statusWith({ origin: service.origin })).toBe(200)
  })

  /** Fetch sets `Host` itself. */
  function statusWith(headers: Record<string, string>): Promise<number> {
    return new Promise((resolve, reject) => {
      const sent = request(service.address, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...headers,
        },
      })
      sent.on('response', (answer) => {
        answer.resume()
        resolve(answer.statusCode!)
      })
      sent.on('error', reject)
      sent.end(JSON.stringify(INITIALIZE))
    })
  }
})
