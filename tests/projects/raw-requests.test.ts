import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  BODY_BYTES_MAX,
  LARGE_BODIES_MAX,
  SCENE_BODY_BYTES_MAX,
} from '../../architect/service/service-limits.ts'
import { REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '../../http/request-limits.ts'
import { createApp } from '../../serve/app.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { EMPTY_BUILDS } from '../attacks/empty-build.ts'
import { ProjectsService } from './projects-service.ts'

/** In place of the 15 and 60 s of the services. */
const SHORT_MS = 400
const HEAD =
  'PUT /api/scenes/prj_1/scene HTTP/1.1\r\nHost: a\r\nX-Api-Key: KEY\r\nContent-Type: application/json\r\n'
const REFUSED = [
  ['a body that does not come', `${HEAD}Content-Length: 100\r\n\r\n{`, 408, 'request_timeout'],
  [
    'a body in chunks that are none',
    `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    400,
    'invalid_input',
  ],
] as const

onEmbeddedEngine((engine) => {
  let alone: ProjectsService
  let behind: ProjectsService
  let map: Awaited<ReturnType<typeof createApp>>
  beforeAll(async () => {
    alone = await ProjectsService.open(engine)
    behind = await ProjectsService.open(engine, { isForwarded: true })
    const socketPath = join(behind.folder, 'socket')
    await behind.opened.app.listen({ path: socketPath })
    const { accounts } = behind
    map = await createApp({ builds: EMPTY_BUILDS, accounts, sibling: { socketPath } })
    for (const app of [alone.opened.app, map]) {
      await app.listen({ host: '127.0.0.1', port: 0 })
      Object.assign(app.server, { requestTimeout: SHORT_MS, headersTimeout: SHORT_MS })
    }
  })
  afterAll(async () => {
    await map?.close()
    await behind?.close()
    await alone?.close()
  })

  async function answerTo(bytes: string, { server }: { server: typeof map.server }) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(bytes)
    const [head, body] = (await text(socket)).split('\r\n\r\n')
    return { head, error: JSON.parse(body).error }
  }

  describe.each(['alone', 'behind the map'])('the service %s', (where) => {
    const app = () => (where === 'alone' ? alone.opened.app : map)
    const key = () => (where === 'alone' ? alone : behind).key

    test.each(REFUSED)('answers %s with its error object', async (_, bytes, status, code) => {
      const { head, error } = await answerTo(bytes.replace('KEY', key()), app())
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(head).toMatch(new RegExp(`^x-request-id: ${error.request_id}`, 'im'))
      expect(head).toMatch(new RegExp(`^request-id: ${error.request_id}`, 'im'))
      expect(head).toMatch(/^x-should-retry: false/im)
      expect(error).toMatchObject({
        code,
        type: 'invalid_request_error',
        doc_url: `/docs#error-${code}`,
      })
    })
  })

  test.each(['alone', 'behind the map'])(
    'the service %s refuses who sends no key before the body has come',
    async (where) => {
      const head = HEAD.replace('X-Api-Key: KEY\r\n', '')
      const app = where === 'alone' ? alone.opened.app : map
      const large = `${head}Content-Length: ${SCENE_BODY_BYTES_MAX}\r\n\r\n{`
      const answer = await answerTo(large, app)
      expect(answer.head).toMatch(/^HTTP\/1.1 401 /)
      expect(answer.error.code).toBe('invalid_api_key')
    },
  )

  test('a bounded number of large bodies is received at once; smaller ones go on', async () => {
    const { app } = alone.opened
    const { port } = app.server.address() as AddressInfo
    Object.assign(app.server, { requestTimeout: UPLOAD_TIMEOUT_MS })
    const head = `${HEAD.replace('KEY', alone.key)}Connection: close\r\n`
    const large = `${head}Content-Length: ${BODY_BYTES_MAX + 1}\r\n\r\n{`
    const uploads = Array.from({ length: LARGE_BODIES_MAX }, () => connect(port, '127.0.0.1'))
    for (const each of uploads) each.write(large)
    const inChunks = `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`
    const status = async () => (await answerTo(inChunks, app)).head.split(' ')[1]
    await expect.poll(status).toBe('503')
    expect((await answerTo(large, app)).error.code).toBe('service_unavailable')
    const small = await answerTo(`${head}Content-Length: 2\r\n\r\n{}`, app)
    expect(small.head).toMatch(/^HTTP\/1.1 422 /)
    for (const each of uploads) each.destroy()
    await expect.poll(status).toBe('422')
    Object.assign(app.server, { requestTimeout: SHORT_MS })
  })

  test('bodies that need no key take no place among the large ones', async () => {
    const { app } = alone.opened
    const { port } = app.server.address() as AddressInfo
    Object.assign(app.server, { requestTimeout: UPLOAD_TIMEOUT_MS })
    const path = 'POST /api/auth/agent/register HTTP/1.1\r\nHost: a\r\n'
    const json = `${path}Content-Type: application/json\r\n`
    const open = Array.from({ length: LARGE_BODIES_MAX }, () => connect(port, '127.0.0.1'))
    for (const each of open) each.write(`${json}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`)
    // They have arrived once one of them, in chunks as well, is answered.
    const body = '2\r\n{}\r\n0\r\n\r\n'
    const inChunks = `Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${body}`
    expect((await answerTo(json + inChunks, app)).error.code).toBe('invalid_input')
    const upload = await answerTo(HEAD.replace('KEY', alone.key) + inChunks, app)
    expect(upload.head).toMatch(/^HTTP\/1.1 422 /)
    for (const each of open) each.destroy()
    Object.assign(app.server, { requestTimeout: SHORT_MS })
  })

  test('a body of an account has the time of those paths, behind the map too', async () => {
    const { server } = map
    Object.assign(server, { requestTimeout: UPLOAD_TIMEOUT_MS, headersTimeout: SHORT_MS })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const head = 'POST /api/account/keys HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{'
    const answered = answerTo(head, map)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS)
    expect((await answered).head).toMatch(/^HTTP\/1.1 408 /)
    vi.useRealTimers()
  })

  test('alone it refuses heads that are too large, and bytes that are not HTTP, in that form', async () => {
    const large = `GET /projects HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`
    const { error } = await answerTo(large, alone.opened.app)
    expect(error.code).toBe('headers_too_large')
    const other = await answerTo('GARBAGE\r\n\r\n', alone.opened.app)
    expect(other.error.code).toBe('invalid_input')
    const ofMap = await answerTo('GARBAGE\r\n\r\n', map)
    expect(ofMap.error).toMatchObject({ code: 'invalid_request' })
    expect(ofMap.error.doc_url).toBeUndefined()
  })
})
