import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectorOf } from '../accounts/answer-port.ts'
import { listenAddress } from '../http/listen-address.ts'
import { SILENT } from '../terminal/progress.ts'
import { pausedCallers } from '../tests/accounts/paused-callers.ts'
import { ANY_CALLER } from '../tests/fixtures/any-caller.ts'
import { type ExampleApp, openExampleApp } from '../tests/fixtures/example-app.ts'
import { isLongRun } from '../tests/long-run.ts'
import { type RunningServer, startServer } from './server.ts'

let town: ExampleApp
beforeAll(async () => {
  town = await openExampleApp()
})
afterAll(() => town.close())

const start = (port = '0', progress = SILENT, callers = ANY_CALLER) =>
  startServer({ accounts: connectorOf(callers), home: town.home, port, progress, log: 'terminal' })
const portOf = ({ url }: RunningServer) => Number(new URL(url).port)

async function rawAnswer(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  return await text(socket)
}

describe('where it listens', () => {
  test('is this machine only unless HOST is set', () => {
    expect(listenAddress()).toEqual({ hosts: ['127.0.0.1', '::1'], port: 8080 })
    expect(listenAddress('localhost', '81').hosts).toEqual(['127.0.0.1', '::1'])
    expect(listenAddress('127.0.0.2', '0')).toEqual({ hosts: ['127.0.0.2'], port: 0 })
    expect(listenAddress('::1').hosts).toEqual(['::1'])
    for (const host of ['0.0.0.0', '::', '192.168.1.2', 'plat.internal'])
      expect(listenAddress(host).hosts).toEqual([host])
    for (const host of ['a b', 'http://localhost', '0.0.0.0/0', 'a;b'])
      expect(() => listenAddress(host), host).toThrow(/neither a host name nor an address/)
    for (const port of ['http', '-1', '65536', '80.5'])
      expect(() => listenAddress('', port), port).toThrow(/number from 0 to 65535/)
  })

  test('a port in use is reported with another one to try, and nothing stays open', async () => {
    const server = await start()
    const port = portOf(server)
    await expect(start(`${port}`)).rejects.toMatchObject({
      name: 'StepError',
      message: expect.stringContaining('the port is in use'),
      remedy: expect.stringContaining(`PORT=${port + 1}`),
    })
    await server.close()
    const again = await start(`${port}`)
    await again.close()
  })
})

test('the printed example answers with a parcel, and each request is one readable line', async () => {
  const notes: string[] = []
  const server = await start('0', { ...SILENT, note: (line: string) => void notes.push(line) })
  const [, url] = server.example!.match(/^curl -H "Authorization: Bearer \$PLAT_KEY" '(.+)'$/)!
  const body = (await (await fetch(url)).json()) as { layers: { parcel: { status: string } } }
  expect(body.layers.parcel.status).toBe('available')
  await server.close()
  expect(
    notes.some((line) => /200 {2}GET \/api\/v1\/location {2}[\d.]+ ms {2}req_/.test(line)),
  ).toBe(true)
})

describe('requests that HTTP allows and others', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())

  test('bytes that are not HTTP get the error object and an id', async () => {
    const answer = await rawAnswer(portOf(server), 'nonsense\r\n\r\n')
    const [head, body] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    const [, id] = head.match(/X-Request-Id: (req_\w+)/)!
    expect(JSON.parse(body).error).toMatchObject({ code: 'invalid_request', request_id: id })
    const long = await rawAnswer(
      portOf(server),
      `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    )
    expect(long).toMatch(/^HTTP\/1\.1 431 .*"code":"invalid_request"/s)
  })

  test.each([
    ['without Host', 'GET /api/v1/health HTTP/1.1', 400],
    ['with an Expect nobody knows', 'GET /api/v1/health HTTP/1.1\r\nHost: a\r\nExpect: magic', 200],
    ['of an old version', 'GET /api/v1/health HTTP/1.0', 200],
    ['with a rare method', 'PROPFIND /api/v1/health HTTP/1.1\r\nHost: a', 405],
    ['for no path', 'OPTIONS * HTTP/1.1\r\nHost: a', 404],
  ])('a request %s is answered by the service, with an id', async (_what, head, status) => {
    const answer = await rawAnswer(portOf(server), `${head}\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} .*x-request-id: req_.*(?:"object"|"error")`, 's'),
    )
  })
})

describe('shutting down', () => {
  test('answers the request that is running, closes idle connections, takes no new ones', async () => {
    const callers = pausedCallers()
    const server = await start('0', SILENT, callers.accounts)
    const port = portOf(server)
    const agent = new Agent({ keepAlive: true })
    const send = (path: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get({ host: '127.0.0.1', port, path, agent }, resolve).on('error', reject)
      })
    const running = send('/api/v1/coverage').then(async (answer) => {
      return { status: answer.statusCode, body: await json(answer) }
    })
    // A second connection, which is idle by then.
    await json(await send('/api/v1/health'))
    await expect.poll(callers.paused).toBe(1)
    const closing = server.close()
    callers.resume()
    expect(await running).toMatchObject({ status: 200, body: { object: 'coverage_scorecard' } })
    await closing
    await expect(send('/api/v1/health')).rejects.toThrow(/ECONNREFUSED|ECONNRESET|socket hang up/)
    agent.destroy()
  })

  // The other signals are sent by tests/attacks/processes.long.test.ts. The first start makes the
  // accounts' database: 2 s, and ten times that on a busy machine.
  if (isLongRun)
    test('on SIGTERM ends the process with code 0', async () => {
      const child = spawn(process.execPath, ['plat.ts', 'serve', '--quiet', '--threads', '2'], {
        cwd: dirname(import.meta.dirname),
        env: { ...process.env, PLAT_HOME: town.home, PORT: '0', HOST: '127.0.0.1' },
      })
      const exit = once(child, 'exit')
      let printed = ''
      for await (const chunk of child.stdout) {
        printed += chunk
        if (printed.includes('Try: curl')) break
      }
      const [url] = printed.match(/http:\/\/127\.0\.0\.1:\d+\/api/)!
      expect((await fetch(`${url}/v1/health`)).status).toBe(200)
      child.kill('SIGTERM')
      expect(await exit).toEqual([0, null])
    }, 120_000)
})
