import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GLB_BYTES_MAX } from '../../architect/desktop/desktop-protocol.ts'
import { RECEIVER_PORTS } from '../../http/receiver-ports.ts'
import { smallHouse } from '../houses/small-house.ts'
import { houseGlb, NO_BUILDING, NOT_GLB } from './faulty-glbs.ts'
import { type Answer, endedJob, send, sendFile, type TestReceiver } from './test-receiver.ts'

const PAGE = 'https://plat.example'
const STRANGER = 'http://localhost:3000'
const PROJECT = { 'x-svc-project-id': 'a-house-1', 'x-svc-version': '3' }
const HOUSE_NODES = Object.keys(smallHouse().nodes).length
const NAME = 'Ein Häuschen, 小屋 🏠'

/** What the contract states of desktop import, of any receiver. */
export function testImportContract(open: () => Promise<TestReceiver>): void {
  let receiver: TestReceiver
  let port: number
  let house: Buffer
  beforeAll(async () => {
    house = await houseGlb()
    receiver = await open()
    port = receiver.port
    await receiver.allow(PAGE)
  }, 120_000)
  afterAll(() => receiver?.close())

  const expectError = (answer: Answer, status: number, code: string) => {
    expect(answer.body?.error, JSON.stringify(answer.body)).toMatchObject({
      code,
      message: expect.stringMatching(/\w.*\.$/s),
      request_id: expect.stringMatching(/\w/),
      doc_url: expect.stringMatching(new RegExp(`#error-${code}$`)),
    })
    expect(answer.status).toBe(status)
    expect(answer.headers['request-id']).toBe(answer.body.error.request_id)
    expect(answer.headers['x-should-retry']).toBe('false')
  }

  test('health states app, version, add-on, port, and whether the caller may send', async () => {
    expect(RECEIVER_PORTS).toContain(port)
    const { status, headers, body } = await send(port, '/svc/health')
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(body).toEqual({
      app: receiver.app,
      version: expect.stringMatching(/^\d+\.\d+/),
      addon: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      port,
      allowed: true,
    })
    for (const [origin, allowed] of [
      [PAGE, true],
      [STRANGER, false],
      ['null', false],
    ] as const) {
      const answer = await send(port, '/svc/health', { headers: { origin } })
      expect(answer.body, origin).toMatchObject({ allowed })
      expect(answer.headers['access-control-allow-origin']).toBe(origin)
      expect(answer.headers.vary).toMatch(/origin/i)
    }
  })

  test('a preflight of any path and page allows the private network and the headers', async () => {
    for (const [path, origin] of [
      ['/svc/import', PAGE],
      ['/svc/health', STRANGER],
      ['/anything', STRANGER],
    ]) {
      const { status, headers, body } = await send(port, path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,x-svc-project-id',
          'access-control-request-private-network': 'true',
        },
      })
      expect([status, body]).toEqual([204, null])
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-private-network': 'true',
        'access-control-allow-methods': expect.stringContaining('POST'),
      })
      const allowed = `${headers['access-control-allow-headers']}`.toLowerCase().split(/, */)
      expect(allowed).toEqual(
        expect.arrayContaining([
          'content-type',
          'x-svc-project-name',
          'x-svc-project-id',
          'x-svc-version',
        ]),
      )
    }
  })

  test('a page that is unknown waits for a person, and sends when it is allowed', async () => {
    const headers = { origin: 'http://waits.example:8080' }
    expectError(await sendFile(port, house, headers), 403, 'origin_not_allowed')
    expect(await receiver.waiting()).toContain(headers.origin)
    const health = await send(port, '/svc/health', { headers })
    expect(health.body.allowed).toBe(false)
    await receiver.allow(headers.origin)
    expect(await receiver.waiting()).not.toContain(headers.origin)
    const sent = await sendFile(port, house, headers)
    expect(await endedJob(port, sent, headers)).toMatchObject({ state: 'done' })
  })

  test('a page that is ignored does not wait again; one without an origin never does', async () => {
    const headers = { origin: 'http://ignored.example' }
    await send(port, '/svc/health', { headers })
    await receiver.ignore(headers.origin)
    for (const origin of [headers.origin, 'null', 'file://', 'http://a.example/path', '']) {
      const before = await receiver.waiting()
      expectError(await sendFile(port, house, { origin }), 403, 'origin_not_allowed')
      expect(await receiver.waiting()).toEqual(before)
    }
  })

  test('a request to another host is refused: the name of a page may lead here', async () => {
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port}1`])
      for (const path of ['/svc/health', '/svc/import/import_1'])
        expectError(await send(port, path, { headers: { host } }), 403, 'host_not_allowed')
    for (const host of [`localhost:${port}`, `LOCALHOST:${port}`])
      expect((await send(port, '/svc/health', { headers: { host } })).status).toBe(200)
  })

  test('a building is imported, and sent again it takes the place of the former', async () => {
    const headers = { origin: PAGE, ...PROJECT, 'x-svc-project-name': encodeURIComponent(NAME) }
    const first = await sendFile(port, house, headers)
    expect(first).toMatchObject({ status: 202, body: { state: 'queued' } })
    expect(Object.keys(first.body).sort()).toEqual(['id', 'state'])
    const job = await endedJob(port, first, { origin: PAGE })
    expect(job).toEqual({
      id: first.body.id,
      state: 'done',
      summary: { objects: HOUSE_NODES, levels: 1, rooms: 1, clips: 2, replaced: false },
    })
    const contents = await receiver.contents()
    expect(JSON.stringify(contents)).toContain(receiver.app === 'folder' ? '小屋' : NAME)
    const second = await endedJob(port, await sendFile(port, house, headers), { origin: PAGE })
    expect(second).toMatchObject({
      state: 'done',
      summary: { objects: HOUSE_NODES, replaced: true },
    })
    expect(await receiver.contents()).toEqual(contents)
    const other = { ...headers, 'x-svc-project-id': 'another' }
    const third = await endedJob(port, await sendFile(port, house, other), { origin: PAGE })
    expect(third.summary!.replaced).toBe(false)
  })

  test('a job is read by the origin that has sent it', async () => {
    const sent = await sendFile(port, house, { origin: PAGE, ...PROJECT })
    const { id } = await endedJob(port, sent, { origin: PAGE })
    const path = `/svc/import/${id}`
    expectError(await send(port, path), 404, 'unknown_import')
    const stranger = await send(port, path, { headers: { origin: STRANGER } })
    expectError(stranger, 403, 'origin_not_allowed')
    const own = await endedJob(port, await sendFile(port, house, PROJECT))
    const asPage = await send(port, `/svc/import/${own.id}`, { headers: { origin: PAGE } })
    expectError(asPage, 404, 'unknown_import')
    expectError(await send(port, '/svc/import/import_0'), 404, 'unknown_import')
  })

  test('bytes that are not a whole GLB are refused by name, and nothing changes', async () => {
    const before = await receiver.contents()
    for (const { what, bytes, message } of NOT_GLB) {
      const answer = await sendFile(port, bytes(house), PROJECT)
      expect(answer.body?.error?.message, what).toMatch(message)
      expectError(answer, 400, 'not_glb')
    }
    const typed = { ...PROJECT, 'content-type': 'text/plain' }
    expectError(await sendFile(port, house, typed), 400, 'not_glb')
    expect(await receiver.contents()).toEqual(before)
  })

  test('a GLB that is not a building fails as a job, and nothing changes', async () => {
    const before = await receiver.contents()
    for (const { what, bytes, message } of NO_BUILDING) {
      const job = await endedJob(port, await sendFile(port, bytes(house), PROJECT))
      expect(job.state, what).toBe('failed')
      expect(job.error).toEqual({ code: 'not_a_building', message: expect.stringMatching(message) })
    }
    expect(await receiver.contents()).toEqual(before)
  })

  test('headers that are wrong are named', async () => {
    for (const [name, value] of [
      ['X-Svc-Project-Name', '%E0%A4%A'],
      ['X-Svc-Project-Name', '%ff'],
      ['X-Svc-Project-Id', '../../etc'],
      ['X-Svc-Version', 'newest'],
    ]) {
      const answer = await sendFile(port, house, { [name.toLowerCase()]: value })
      expectError(answer, 400, 'invalid_input')
      expect(answer.body.error).toMatchObject({ param: name })
    }
  })

  test('a file without its length or beyond the limit is refused before it comes', async () => {
    const type = { 'content-type': 'model/gltf-binary' }
    const head = (headers: Record<string, string | number>) =>
      send(port, '/svc/import', { method: 'POST', headers: { ...type, ...headers } }, (sent) =>
        sent.flushHeaders(),
      )
    expectError(await head({ 'transfer-encoding': 'chunked' }), 411, 'length_required')
    expectError(await head({ 'content-length': GLB_BYTES_MAX + 1 }), 413, 'payload_too_large')
    expectError(await head({ 'content-length': 2 ** 31 }), 413, 'payload_too_large')
    const stranger = { origin: STRANGER, 'content-length': 2 ** 31 }
    expectError(await head(stranger), 403, 'origin_not_allowed')
  })

  test('a sender that leaves half-way changes nothing and blocks nobody', async () => {
    const before = await receiver.contents()
    const gone = new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `POST /svc/import HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: model/gltf-binary\r\n` +
          `Content-Length: ${house.length}\r\n\r\n`,
      )
      socket.write(house.subarray(0, house.length >> 1), () =>
        setTimeout(() => socket.destroy(), 50),
      )
      socket.on('error', () => {})
      socket.on('close', () => resolve())
    })
    await gone
    await expect
      .poll(async () => (await sendFile(port, house.subarray(0, 30))).body.error.code)
      .toBe('not_glb')
    expect(await receiver.contents()).toEqual(before)
  })

  test('of many files at once each is imported, or refused because others are', async () => {
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => sendFile(port, house, { origin: PAGE, ...PROJECT })),
    )
    const taken = sent.filter(({ status }) => status === 202)
    expect(taken.length).toBeGreaterThan(0)
    for (const answer of sent.filter((each) => !taken.includes(each))) {
      expectError(answer, 409, 'import_busy')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    for (const answer of taken)
      expect(await endedJob(port, answer, { origin: PAGE })).toMatchObject({ state: 'done' })
    const last = await sendFile(port, house, { origin: PAGE, ...PROJECT })
    expect(await endedJob(port, last, { origin: PAGE })).toMatchObject({ state: 'done' })
  })

  test('other paths and methods are refused with the error object', async () => {
    expectError(await send(port, '/'), 404, 'not_found')
    expectError(await send(port, '/svc/import'), 404, 'not_found')
    expectError(await send(port, '/svc/health', { method: 'DELETE' }), 405, 'method_not_allowed')
    expectError(await send(port, '/svc/import', { method: 'PUT' }), 405, 'method_not_allowed')
  })
}
