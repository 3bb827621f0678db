import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LARGE_BODIES_MAX } from '../../architect/service/service-limits.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { createApp } from '../../serve/app.ts'
import { AccountBrowser } from '../accounts/account-browser.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { EMPTY_BUILDS } from '../attacks/empty-build.ts'
import { ProjectsService } from './projects-service.ts'

const STUDIO = JSON.parse(
  readFileSync(join(PROJECT_ROOT, 'architect/examples/studio/scene.json'), 'utf8'),
)
const PIECE = Buffer.alloc(1_000_000, 'x')
const ABORTED = 20

interface Sent extends RequestOptions {
  body?: string
  /** Pieces of a million bytes that are sent as the body. */
  pieces?: number
}

onEmbeddedEngine((engine) => {
  let service: ProjectsService
  let front: Awaited<ReturnType<typeof createApp>>
  let port: number
  let id: string
  let now = Date.now()
  beforeAll(async () => {
    service = await ProjectsService.open(engine, { isForwarded: true, now: () => now })
    const socketPath = join(service.folder, 'socket')
    await service.opened.app.listen({ path: socketPath })
    front = await createApp({
      builds: EMPTY_BUILDS,
      accounts: service.accounts,
      sibling: { socketPath },
    })
    await front.listen({ host: '127.0.0.1', port: 0 })
    port = (front.server.address() as AddressInfo).port
    id = await service.project({ scene: STUDIO, name: 'Studio' })
  }, 60_000)
  afterAll(async () => {
    await front?.close()
    await service?.close()
  })

  const open = (path: string, { headers, ...sent }: Sent = {}) =>
    request({
      port,
      host: '127.0.0.1',
      path: path.startsWith('/') ? path : `/api/scenes/${path}`,
      agent: false,
      headers: { authorization: `Bearer ${service.key}`, ...(headers as object) },
      ...sent,
    })

  async function send(path: string, { body, pieces = 0, ...sent }: Sent = {}) {
    const sending = open(path, sent)
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>
    // The service may close its side while the rest of a body that it refused is being sent.
    sending.on('error', () => {})
    if (body !== undefined) sending.write(body)
    for (let piece = 0; piece < pieces && !sending.destroyed; piece++)
      if (!sending.write(PIECE)) await Promise.race([drained(sending), answered])
    sending.end()
    const [answer] = await answered
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const isJson = `${answer.headers['content-type']}`.startsWith('application/json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      bytes,
      json: isJson && bytes.length > 0 ? JSON.parse(`${bytes}`) : {},
    }
  }

  const post = (path: string, payload: unknown, sent: Sent = {}) =>
    send(path, {
      method: 'POST',
      body: JSON.stringify(payload),
      ...sent,
      headers: { 'content-type': 'application/json', ...(sent.headers as object) },
    })
  const draftVersion = async () => (await service.json(id)).draftVersion

  async function fileAddress(): Promise<string> {
    await service.json(`${id}/publish`, { payload: {} })
    const status = async () => (await send(`${id}/glb`)).status
    await expect.poll(status, { timeout: 60_000 }).toBe(307)
    const answer = await send(`${id}/glb`)
    const { pathname, search, host } = new URL(`${answer.headers.location}`)
    expect(host).toBe(`127.0.0.1:${port}`)
    return pathname + search
  }

  test.each([
    ['PUT', 'scene'],
    ['POST', 'operations'],
  ])(
    '%s %s of 100 MB is refused with the error object, with and without a length',
    async (method, path) => {
      for (const length of [{ 'content-length': `${100 * PIECE.length}` }, {}]) {
        const headers = { 'content-type': 'application/json', ...length }
        const answer = await send(`${id}/${path}`, { method, headers, pieces: 100 })
        expect([answer.status, answer.json.error?.code]).toEqual([413, 'payload_too_large'])
      }
      expect(await draftVersion()).toBe(0)
    },
    60_000,
  )

  test('bodies keep their length: small ones at once are not large bodies', async () => {
    const all = await Promise.all(
      Array.from({ length: 4 * LARGE_BODIES_MAX }, (_, n) =>
        post('/api/scenes', { name: `House ${n}` }, { headers: lengthOf({ name: `House ${n}` }) }),
      ),
    )
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 201))
  })

  test('aborted uploads and downloads leave no file and no connection open', async () => {
    const address = await fileAddress()
    const descriptors = () => readdirSync('/proc/self/fd').length
    const before = descriptors()
    for (let n = 0; n < ABORTED; n++) {
      const upload = open(`${id}/scene`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'content-length': '1000000' },
      })
      upload.on('error', () => {})
      upload.write('{"format":')
      const download = open(address)
      download.on('error', () => {})
      download.end()
      const [answer] = (await once(download, 'response')) as [IncomingMessage]
      answer.on('error', () => {})
      answer.destroy()
      upload.destroy()
    }
    // What stays open are connections to the other thread, which wait for the next request.
    await expect.poll(descriptors, { timeout: 60_000 }).toBeLessThan(before + 10)
    expect((await send(address)).status).toBe(200)
    expect(await draftVersion()).toBe(0)
    expect(service.failures).toEqual([])
  }, 120_000)

  test('addresses of files are refused when they are cut, exchanged or past their time', async () => {
    const address = await fileAddress()
    const file = await send(address)
    expect([file.status, file.bytes.subarray(0, 4).toString()]).toEqual([200, 'glTF'])
    const other = await service.project({ scene: STUDIO })
    const web = new URL((await send(`${id}/glb?copy=web`)).headers.location!, 'http://plat.example')
    for (const changed of [
      address.slice(0, -1),
      address.slice(0, address.indexOf('?')),
      address.replace(id, other),
      address.replace('/files/1/', '/files/2/'),
      address.replace(/expires=(\d+)/, (_, seconds) => `expires=${Number(seconds) + 60}`),
      // The signature of another file of the same version.
      address.split('?')[0] + web.search,
      address.replace('.glb', ''),
      `${address}&signature=x`,
    ]) {
      const { status, json } = await send(changed)
      expect([changed, [400, 403].includes(status!), json.error.code]).toEqual([
        changed,
        true,
        expect.stringMatching(/link_invalid|invalid_input/),
      ])
    }
    now += 5 * 60_000 + 2_000
    const late = await send(address)
    expect([late.status, late.json.error.code]).toEqual([403, 'link_expired'])
    now -= 5 * 60_000 + 2_000
  })

  test('ranges, tags and HEAD pass through to the file', async () => {
    const address = await fileAddress()
    const { headers, bytes } = await send(address)
    const tag = `${headers.etag}`
    const part = (range: string, more = {}) => send(address, { headers: { range, ...more } })
    const middle = await part('bytes=4-11')
    expect([middle.status, middle.headers['content-range']]).toEqual([
      206,
      `bytes 4-11/${bytes.length}`,
    ])
    expect(middle.bytes.equals(bytes.subarray(4, 12))).toBe(true)
    expect((await part('bytes=-5')).bytes.equals(bytes.subarray(-5))).toBe(true)
    const past = await part(`bytes=${bytes.length}-`)
    expect([past.status, past.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`])
    expect(past.json.error.code).toBe('range_not_satisfiable')
    expect((await part('bytes=4-11', { 'if-range': tag })).status).toBe(206)
    expect((await part('bytes=4-11', { 'if-range': '"other"' })).bytes.equals(bytes)).toBe(true)
    const other = await send(address, { headers: { 'if-match': '"other"' } })
    expect([other.status, other.headers.etag, other.headers['x-svc-version']]).toEqual([
      412,
      tag,
      '1',
    ])
    expect((await send(address, { headers: { 'if-none-match': tag } })).status).toBe(304)
    // HEAD has no ranges.
    const head = await send(address, { method: 'HEAD', headers: { range: 'bytes=4-11' } })
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
      200,
      `${bytes.length}`,
      0,
    ])
  })

  test('a page of another origin changes nothing with the session of a visitor', async () => {
    const own = `http://127.0.0.1:${port}`
    const browser = new AccountBrowser(service.accounts, { origin: own })
    await browser.join('eve')
    const session = { authorization: undefined, cookie: browser.cookie }
    const list = () => send('/api/scenes', { headers: withoutKey(session) })
    const create = (headers: object) =>
      send('/api/scenes', {
        method: 'POST',
        headers: withoutKey({ ...session, 'content-type': 'application/json', ...headers }),
        body: '{"name":"Foreign"}',
      })
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${own}.evil.example` },
      {},
      { 'sec-fetch-site': 'cross-site', origin: own },
      { origin: own, 'content-type': 'text/plain' },
      { origin: own, 'content-type': 'application/x-www-form-urlencoded' },
    ]) {
      const { status, json } = await create(headers)
      expect([headers, status]).toEqual([headers, expect.toBeOneOf([401, 403, 415])])
      expect(json.error.request_id).toMatch(/^req_/)
    }
    expect((await list()).json).toEqual({ scenes: [] })
    expect((await create({ origin: own })).status).toBe(201)
    expect((await list()).json.scenes).toHaveLength(1)
  })

  test('names and addresses of a request add no header and no foreign host', async () => {
    const name = 'a"\r\nX-Evil: 1; filename=x.exe\u202e Überhaus'
    const made = await service.project({ scene: STUDIO, name })
    const ifc = await send(`${made}/ifc`)
    expect(ifc.status).toBe(200)
    expect(ifc.headers['x-evil']).toBeUndefined()
    const value = `${ifc.headers['content-disposition']}`
    expect(value).toMatch(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w%.!~*-]+$/)
    const spoofed = await send(made, {
      headers: {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '203.0.113.9',
        forwarded: 'host=evil.example;proto=https',
      },
    })
    expect(spoofed.json.editorUrl).toBe(`http://127.0.0.1:${port}/projects/${made}`)
    const wrong = await send(made, { headers: { host: 'evil.example/..\\' } })
    expect([wrong.status, wrong.json.error.code]).toEqual([400, 'invalid_input'])
  })

  test('what was revoked or taken away counts from the next request on', async () => {
    const { id: person } = await service.person()
    const made = await service.accounts.keys.create({
      kind: 'architect',
      name: 'short',
      owner: { user: person },
      scopes: ['projects:edit'],
    })
    const headers = { authorization: `Bearer ${made.key}` }
    const { json } = await post('/api/scenes', { name: 'Mine' }, { headers })
    expect((await send(json.id, { headers })).status).toBe(200)
    await service.accounts.keys.revoke(made.row.id, 'any')
    const refused = await send(json.id, { headers })
    expect([refused.status, refused.json.error.code]).toEqual([401, 'invalid_api_key'])
  })

  test('a client that waits for 100 Continue, and requests in one packet, are answered', async () => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => (received += chunk))
    const head = `Host: 127.0.0.1\r\nAuthorization: Bearer ${service.key}\r\n`
    const body = '{"name":"Waited"}'
    socket.write(
      `PATCH /api/scenes/${id} HTTP/1.1\r\n${head}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    await expect.poll(() => received, { timeout: 60_000 }).toContain('100 Continue')
    socket.write(body)
    await expect.poll(() => received, { timeout: 60_000 }).toContain('"name":"Waited"')
    received = ''
    const ids = ['first', 'second', 'third']
    socket.write(
      ids
        .map((each) => `GET /api/scenes/${id} HTTP/1.1\r\n${head}X-Request-Id: ${each}\r\n\r\n`)
        .join(''),
    )
    const answered = () => [...received.matchAll(/^x-request-id: (\w+)/gim)].map(([, each]) => each)
    await expect.poll(answered, { timeout: 60_000 }).toEqual(ids)
    socket.destroy()
  })

  test('no fault of the service was behind an answer', () => {
    expect(service.failures).toEqual([])
  })
})

const lengthOf = (payload: unknown) => ({
  'content-length': `${JSON.stringify(payload).length}`,
})

/** Resolves when more may be written, or nothing any more. */
function drained(sending: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    sending.removeAllListeners('drain').once('drain', resolve)
    if (sending.destroyed) resolve()
  })
}

/** Headers that replace the key: Node sends none that is empty. */
function withoutKey({ authorization: _, ...headers }: Record<string, unknown>) {
  return { ...headers, authorization: [] } as unknown as Record<string, string>
}
