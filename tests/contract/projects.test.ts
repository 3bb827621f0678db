import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEY_LIMIT } from '../../accounts/admission/admission-limits.ts'
import { ALL_CODES } from '../../architect/projects/error-codes.ts'
import { describedProjects } from '../../architect/service/described-routes.ts'
import { pathOf } from '../../architect/service/route.ts'
import { SCENE_ROUTES } from '../../architect/service/routes/index.ts'
import { FORM_BYTES_MAX } from '../../architect/service/sent-form.ts'
import { BODY_BYTES_MAX } from '../../architect/service/service-limits.ts'
import { RESPONSES_PARAMETERS } from '../../architect/turns/wire/parameters.ts'
import { describedParts } from '../../http/reference/described-openapi.ts'
import { rootAddress } from '../../http/reference/described-routes.ts'
import { createApp } from '../../serve/app.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'
import { formOf } from '../projects/form-of.ts'
import { ProjectsService } from '../projects/projects-service.ts'
import { scripted } from '../turns/turn-script.ts'
import {
  type DescribedProjects,
  ProjectAnswers,
  type ProjectOperation,
} from './described-projects.ts'
import { sendMoreRequests } from './more-requests.ts'

const MISSING = 'prj_00000000000000000000'
const WALL = { tool: 'create_wall', arguments: { start: [0, 0], end: [4, 0] } }
/** Queries of operations that refuse requests without one. */
const NEEDED: Record<string, string> = {
  compareVersions: '?from=draft',
  getChatUpdates: '?after=WzAsMF0',
}
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

let pages: Record<'openapi' | 'docs' | 'llms', string>
let described: DescribedProjects
interface Operation extends ProjectOperation {
  method: (typeof METHODS)[number]
  path: string
  /** Path with the root that the document names for it. */
  address: string
}
/** Operations of projects by their id. */
let operations: Map<string, Operation>
beforeAll(async () => {
  // A thread receives the description as a structured clone.
  const app = await createApp({
    accounts: ANY_CALLER,
    builds: { acquire: () => null },
    described: structuredClone([describedProjects()]),
  })
  const textOf = async (url: string) => (await app.inject(url)).body
  pages = {
    openapi: await textOf('/api/openapi.json'),
    docs: await textOf('/api/docs'),
    llms: await textOf('/api/llms.txt'),
  }
  await app.close()
  described = JSON.parse(pages.openapi)
  operations = new Map(
    Object.entries(described.paths).flatMap(([path, { servers, ...methods }]) =>
      Object.entries(methods as Record<string, ProjectOperation>)
        .filter(([, { tags }]) => tags.includes('Projects'))
        .map(([name, operation]) => {
          const method = name.toUpperCase() as Operation['method']
          const address = (servers?.[0].url ?? '/api') + path
          return [operation.operationId, { ...operation, method, path, address }] as const
        }),
    ),
  )
})

test('the description has every route, and stays valid OpenAPI 3.1', async () => {
  const routes = SCENE_ROUTES.map((route) => `${route.method} ${pathOf(route)}`)
  expect(
    [...operations.values()].map(({ method, address }) => `${method} ${address}`).sort(),
  ).toEqual([...routes].sort())
  const result = await new Validator().validate(JSON.parse(pages.openapi))
  expect(result).toEqual({ valid: true })
})

test('every reference leads somewhere, and every named part is led to', () => {
  const used = new Set<string>()
  JSON.stringify(described, (key, value) => {
    if (key === '$ref') used.add(value)
    return value
  })
  const named = Object.entries(described.components).flatMap(([kind, parts]) =>
    kind === 'securitySchemes'
      ? []
      : Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
  )
  expect([...used].sort()).toEqual(named.sort())
})

test('bodies of examples are what their schemas allow, and every parameter has words', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  let examples = 0
  for (const { operationId, requestBody, parameters } of operations.values()) {
    for (const parameter of parameters)
      expect(parameter, `${operationId} ${parameter.name}`).toMatchObject({
        description: expect.stringMatching(/\S{2}/),
      })
    if (!requestBody) continue
    const json = requestBody.content['application/json']
    if (!json) continue
    const { schema, example } = json
    expect(ajv.validate(schema, example), `${operationId}: ${ajv.errorsText()}`).toBe(true)
    examples++
  }
  expect(examples).toBe(SCENE_ROUTES.filter(({ body }) => body).length)
})

test('the body of a turn lists every field that is read, and a field that is not breaks it', () => {
  const { schema } = operations.get('createResponse')!.requestBody!.content['application/json']
  expect(Object.keys(schema.properties as object).sort()).toEqual(
    Object.keys(RESPONSES_PARAMETERS).sort(),
  )
  expect(schema.required).toEqual(expect.arrayContaining(['model', 'input']))
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const turn = { model: 'architect', input: 'Add a door' }
  expect(ajv.validate(schema, { ...turn, store: true, tools: [] })).toBe(true)
  for (const wrong of [{ store: false }, { tools: [{}] }, { frobnicate: 1 }, { input: 1 }])
    expect(ajv.validate(schema, { ...turn, ...wrong }), JSON.stringify(wrong)).toBe(false)
  const names = operations.get('createResponse')!.parameters.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['X-Svc-Project', 'Idempotency-Key']))
})

test('a path at another root has its own server, its whole address in commands, and no double', () => {
  const { servers } = described.paths['/responses']
  expect(servers).toEqual([{ url: '/v1' }])
  expect(described.paths['/scenes'].servers).toBeUndefined()
  expect(pages.docs).toContain('&#39;http://localhost:80/v1/responses&#39;')
  expect(pages.docs).not.toContain('/api/v1/responses')
  expect(pages.docs).not.toContain('.invalid')
  const [operation] = describedProjects().operations
  const twice = { ...describedProjects(), operations: [operation, { ...operation, root: '/v1' }] }
  expect(() => describedParts(twice as never, '/api')).toThrow('has two roots')
  expect(() => rootAddress({ ...operation, root: '/v1' }, '/other')).toThrow('/other')
})

test('the page has an anchor for every operation, schema and error code, each once', () => {
  const ids = [...pages.docs.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1])
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  const wanted = [
    ...ALL_CODES.map((code) => `error-${code}`),
    ...operations.keys(),
    ...Object.keys(described.components.schemas),
  ]
  expect(wanted.filter((id) => !ids.includes(id))).toEqual([])
  const places = [...pages.docs.matchAll(/href="#([^"]+)"/g)].map((match) => match[1])
  expect(places.filter((place) => !ids.includes(place))).toEqual([])
})

test('the plain text lists every operation and every code', () => {
  for (const { method, path, address, operationId } of operations.values()) {
    const isAtRoot = address.startsWith('/v1')
    expect(pages.llms).toContain(
      `- [${method} ${isAtRoot ? address : path}](http://localhost:80/api/docs#${operationId}): `,
    )
    expect(pages.llms.includes(`Address: http://localhost:80${address}. `)).toBe(isAtRoot)
  }
  for (const code of ALL_CODES) expect(pages.llms).toContain(`${code} (`)
})

onEmbeddedEngine((engine) => {
  let service: ProjectsService
  let answers: ProjectAnswers
  const turns = scripted()
  beforeAll(async () => {
    service = await ProjectsService.open(engine, { hasReference: true, turns })
    answers = new ProjectAnswers(described)
  })
  afterAll(async () => {
    await service?.close()
    turns[Symbol.dispose]()
  })

  type Sent = Omit<NonNullable<Parameters<ProjectsService['send']>[1]>, 'path' | 'query'> & {
    path?: Record<string, string>
    query?: string
  }

  /** Sends a request of an operation, whose answer must be as it is described. */
  async function send(id: string, sent: Sent, status: number): Promise<LightMyRequestResponse> {
    const { path = {}, query = '', ...rest } = sent
    const operation = operations.get(id)!
    const filled = operation.address.replace(/{(\w+)}/g, (_, name: string) => path[name] ?? '1')
    const answer = await service.send(`${filled}${query}`, {
      method: operation.method,
      ...rest,
    })
    expect(answers.problemsOf(operation, answer)).toEqual([])
    expect(answer.statusCode, `${id}: ${answer.body.slice(0, 300)}`).toBe(status)
    return answer
  }

  const exampleOf = (id: string) =>
    operations.get(id)!.requestBody?.content['application/json']?.example

  async function upload(name: string, text: string, status = 200) {
    const form = { purpose: 'user_data', file: new File([text], name) }
    return await send('uploadFile', await formOf(form), status)
  }

  async function poll(id: string, sent: Sent, status: number): Promise<LightMyRequestResponse> {
    const waiting = operations.get(id)!
    await expect
      .poll(
        async () => {
          const filled = waiting.address.replace(
            /{(\w+)}/g,
            (_, name: string) => sent.path?.[name] ?? '1',
          )
          const answer = await service.send(`${filled}${sent.query ?? ''}`)
          expect(answers.problemsOf(waiting, answer)).toEqual([])
          return answer.statusCode
        },
        { timeout: 60_000, interval: 100 },
      )
      .toBe(status)
    return await send(id, sent, status)
  }

  test('every operation answers as it is described', async () => {
    const made = await send('createProject', { payload: exampleOf('createProject') }, 201)
    const { id } = made.json()
    const path = { id }
    await send('createProject', { payload: { name: 'Other' } }, 201)
    expect((await send('listProjects', { query: '?limit=1' }, 200)).json().nextCursor).toBeTruthy()
    await send('getProject', { path }, 200)
    await send('changeProject', { path, payload: exampleOf('changeProject') }, 200)
    await send('replaceScene', { path, payload: exampleOf('replaceScene') }, 200)
    await send('applyOperations', { path, payload: exampleOf('applyOperations') }, 200)
    await send('undoEdits', { path, payload: exampleOf('undoEdits') }, 200)
    await send('redoEdits', { path, payload: exampleOf('redoEdits') }, 200)
    const scene = await send('getScene', { path }, 200)
    const known = { 'if-none-match': `${scene.headers.etag}` }
    await send('getScene', { path, headers: known }, 304)
    await send('getScene', { path, headers: { 'if-match': '"other"' } }, 412)
    await send('saveVersion', { path, payload: exampleOf('saveVersion') }, 200)
    await send(
      'applyOperations',
      { path, payload: { operations: [{ ...WALL, arguments: { start: [0, 5], end: [4, 5] } }] } },
      200,
    )
    await send('publishProject', { path, payload: exampleOf('publishProject') }, 200)
    await send('listVersions', { path, query: '?limit=1' }, 200)
    await send('getVersion', { path: { id, number: '1' } }, 200)
    await send('compareVersions', { path, query: '?from=1' }, 200)
    await send('restoreVersion', { path, payload: exampleOf('restoreVersion') }, 200)
    await send('readScene', { path, payload: exampleOf('readScene') }, 200)
    await send('verifyProject', { path, query: '?minSeverity=warning' }, 200)
    await send('viewScene', { path, query: '?width=64&height=64&labels=false' }, 200)
    await send('viewScene', { path, query: '?view=plan&format=svg' }, 200)
    await send('viewScene', { path, query: '?view=plan&format=pdf&version=1' }, 200)
    await send('getPicture', { path }, 200)
    await send('getIfc', { path }, 200)
    const link = new URL(`${(await poll('getGlb', { path }, 307)).headers.location}`)
    const [version, file] = link.pathname.split('/').slice(-2)
    const signed = { path: { id, version, file }, query: link.search, key: null }
    const whole = await send('getFile', signed, 200)
    await send('getFile', { ...signed, headers: { range: 'bytes=0-3' } }, 206)
    await send('getFile', { ...signed, headers: { range: 'bytes=99999999-' } }, 416)
    await send('getFile', { ...signed, headers: { 'if-none-match': `${whole.headers.etag}` } }, 304)
    await send('getFile', { ...signed, headers: { 'if-match': '"other"' } }, 412)
    await send('getFile', { ...signed, query: `${link.search}x` }, 403)
    await poll('getModel', { path }, 200)
    const uploaded = { path: { file_id: (await upload('brief.md', '# Rooms')).json().id } }
    await upload('page.html', '<html></html>', 400)
    await send('listFiles', { query: '?limit=1&order=asc&purpose=user_data' }, 200)
    await send('readFile', uploaded, 200)
    const content = await send('readFileContent', uploaded, 200)
    await send('readFileContent', { ...uploaded, headers: { range: 'bytes=0-3' } }, 206)
    await send('readFileContent', { ...uploaded, headers: { range: 'bytes=99-' } }, 416)
    const same = { 'if-none-match': `${content.headers.etag}` }
    await send('readFileContent', { ...uploaded, headers: same }, 304)
    await send('readFileContent', { ...uploaded, headers: { 'if-match': '"other"' } }, 412)
    await send('deleteFile', uploaded, 200)
    const example = exampleOf('createResponse') as object
    const request = { ...example, input: 'nothing', metadata: { project_id: id } }
    const turn = (await send('createResponse', { payload: request }, 200)).json()
    const ofTurn = { path: { response_id: turn.id } }
    await send('createResponse', { payload: { ...request, background: false } }, 200)
    const streamed = await send('createResponse', { payload: { ...request, stream: true } }, 200)
    expect(streamed.headers['content-type']).toContain('text/event-stream')
    expect((await send('getResponse', ofTurn, 200)).headers['x-request-id']).toBe(turn.id)
    await send('getResponse', { ...ofTurn, query: '?stream=true&starting_after=1' }, 200)
    await send('cancelResponse', { ...ofTurn, method: 'POST' }, 200)
    const { messages } = exampleOf('createChatCompletion') as { messages: object[] }
    const chat = { ...request, input: undefined, background: undefined, messages }
    await send('createChatCompletion', { payload: chat }, 200)
    await send('listModels', {}, 200)
    await send('retrieveModel', { path: { model: 'architect' } }, 200)
    const { after } = (await send('getChat', { path, query: '?limit=1' }, 200)).json()
    await send('getChatUpdates', { path, query: `?after=${after}` }, 200)
    await send('getChatPart', { path: { id, turn: 'resp_none', part: '1' } }, 404)
    await send('getCredits', {}, 200)
    await sendMoreRequests(service, send, exampleOf, id)
    await send('deleteProject', { path }, 204)
    await send('undeleteProject', { path }, 200)
    const unseen = [...operations.keys()].filter((name) => !answers.seen.has(name))
    expect(unseen).toEqual([])
  })

  test('every operation refuses each fault as it is described', async () => {
    const id = await service.project()
    const path = { id }
    const { id: personId } = await service.person()
    const downloads = await service.keyOf(personId, ['projects:download'])
    const edits = await service.keyOf(personId, ['projects:edit'])
    for (const [name, { method, security, path: template, requestBody }] of operations) {
      const isForm = requestBody?.content['multipart/form-data'] !== undefined
      const given = isForm ? await formOf({ purpose: 'vision' }) : { payload: exampleOf(name) }
      const isKeyed = security.length > 0
      if (isKeyed) await send(name, { path, ...given, key: 'sk_arch_unknown' }, 401)
      const weak = /\/(ifc|model|media)$/.test(template) ? edits : downloads
      if (isKeyed && !template.endsWith('/glb'))
        await send(name, { path, ...given, key: weak }, 403)
      await send(name, { path, ...given, query: '?nonsense=1' }, 400)
      const isOfOne = template.includes('{id}') && isKeyed
      const needed = NEEDED[name] ?? ''
      if (isOfOne) await send(name, { path: { id: MISSING }, ...given, query: needed }, 404)
      // The example of a turn names a project that is not there.
      if (/response/i.test(name)) await send(name, { path, ...given }, 404)
      const isOfFile = template.includes('{file_id}')
      if (isOfFile) await send(name, { path: { file_id: 'file_none' } }, 404)
      if (method === 'GET') continue
      if (isForm) {
        await send(name, { payload: {} }, 415)
        await send(name, given, 400)
        const large = new File([new Uint8Array(FORM_BYTES_MAX)], 'large.png')
        await send(name, await formOf({ purpose: 'user_data', file: large }), 413)
        continue
      }
      if (isOfFile) continue
      const json = { 'content-type': 'application/json' }
      await send(name, { path, payload: '{"a":', headers: json }, 400)
      await send(name, { path, payload: 'a', headers: { 'content-type': 'text/plain' } }, 415)
    }
    expect((await service.json(id)).draftVersion).toBe(0)
  })

  test('the service of projects alone serves its reference, where doc_url leads', async () => {
    for (const path of ['/docs', '/openapi.json', '/llms.txt']) {
      const moved = await service.send(path, { key: null })
      expect([moved.statusCode, moved.headers.location]).toEqual([302, `/api${path}`])
    }
    const alone = await service.send('/api/docs', { key: null })
    expect(`${alone.headers['content-security-policy']}`).toContain("script-src 'sha256-")
    for (const code of ALL_CODES) expect(alone.body).toContain(`id="error-${code}"`)
    const places = [...alone.body.matchAll(/href="#([^"]+)"/g)].map((match) => match[1])
    expect(places.filter((place) => !alone.body.includes(`id="${place}"`))).toEqual([])
    const document = await service.json('/api/openapi.json', { key: null })
    expect(document.servers).toEqual([{ url: 'http://plat.example/api' }])
    expect(Object.keys(document.paths).length).toBeGreaterThan(15)
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
    const text = (await service.send('/api/llms.txt', { key: null })).body
    expect(text).toContain('- [POST /scenes](http://plat.example/api/docs#createProject): ')
  })

  test('bodies beyond the stated size, stale edits and refused edits', async () => {
    const path = { id: await service.project() }
    const headers = { 'content-type': 'application/json' }
    const large = ' '.repeat(BODY_BYTES_MAX + 1)
    await send('saveVersion', { path, payload: large, headers }, 413)
    const stale = { operations: [WALL], expectedVersion: 7 }
    await send('applyOperations', { path, payload: stale }, 409)
    const refused = { operations: [{ ...WALL, arguments: { start: [0, 0], end: [0, 0] } }] }
    await send('applyOperations', { path, payload: refused }, 422)
    await send('undoEdits', { path, method: 'POST' }, 409)
    await send('replaceScene', { path, payload: { nodes: 1 } }, 422)
    await send('readScene', { path, payload: { tool: 'get_node', arguments: { id: 'no' } } }, 422)
    await send('getGlb', { path }, 404)
    await send('getVersion', { path: { ...path, number: '9' } }, 404)
  })

  test('requests of no operation have an error of the same form', async () => {
    const url = `/api/scenes/${await service.project()}`
    const wrong = await service.send(url, { method: 'PUT' })
    expect([wrong.statusCode, wrong.headers.allow]).toEqual([
      405,
      'GET, PATCH, DELETE, HEAD, OPTIONS',
    ])
    const lost = await service.send(`${url}/nothing`)
    const long = await service.send(`/api/scenes/${'a'.repeat(300)}`)
    expect([lost.statusCode, long.statusCode]).toEqual([404, 414])
    for (const answer of [wrong, lost, long]) expect(answers.errorProblems(answer)).toEqual([])
  })

  test('beyond the rate limit every request is 429, and may be retried', async () => {
    const { key } = await service.person()
    for (let i = 0; i < KEY_LIMIT.requests; i++) await service.send(MISSING, { key })
    const limited = await send('getProject', { path: { id: MISSING }, key }, 429)
    expect(limited.headers['x-should-retry']).toBe('true')
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
  })
})
