import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../serve/app.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { EMPTY_BUILDS } from '../attacks/empty-build.ts'
import { ProjectsService } from './projects-service.ts'

/** In place of the 15 and 60 s of the services. */
const SHORT_MS = 400
const HEAD = 'PUT /api/scenes/prj_1/scene HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
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

    test.each(REFUSED)('answers %s with its error object', async (_, bytes, status, code) => {
      const { head, error } = await answerTo(bytes, app())
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
