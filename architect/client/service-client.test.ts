import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLink } from './project-link.ts'
import { ServiceClient } from './service-client.ts'

/** What the server answers next. */
let next: { status: number; body: string; headers?: Record<string, string> }
let server: Server
let client: ServiceClient
beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(next.status, next.headers).end(next.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = new ServiceClient({ url, key: 'a key' }, 'push')
})
afterAll(() => server?.close())

const errorBody = (code: string) =>
  JSON.stringify({ error: { code, message: 'label is too long', request_id: 'req_1' } })

test('a value that the service refuses is to be corrected, not sent again', async () => {
  for (const [status, code] of [
    [400, 'invalid_input'],
    [422, 'limit_exceeded'],
  ] as const) {
    next = { status, body: errorBody(code) }
    await expect(client.project('prj_1')).rejects.toMatchObject({
      message: expect.stringContaining(`label is too long (${status} ${code}, req_1)`),
      remedy: expect.stringMatching(/^Correct /),
    })
  }
  next = { status: 500, body: errorBody('internal_error') }
  await expect(client.project('prj_1')).rejects.toMatchObject({
    remedy: expect.stringMatching(/^Run the command again; report the request id/),
  })
})

test('an error of another web server is about the address', async () => {
  next = { status: 404, body: '<h1>Not found</h1>' }
  await expect(client.checkKey()).rejects.toMatchObject({
    message: expect.stringContaining('404 unknown_answer'),
    remedy: expect.stringContaining('login --url <address of the service>'),
  })
})

test('the fault of JSON that is something else is one line', async () => {
  for (const body of ['{"id": "prj_1", "name": []}', '{\n"id"\n}', '[]']) {
    next = { status: 200, body }
    const error = await client.project('prj_1').catch((thrown) => thrown)
    expect(error.message).toContain('is not that of a service of projects')
    expect(error.cause.message).toMatch(/^[^\n{}]*[a-z][^\n{}]*$/)
    expect(error.cause.cause).toBeUndefined()
  }
  const folder = mkdtempSync(join(tmpdir(), 'architect-link-'))
  try {
    writeFileSync(join(folder, 'a.project.json'), '{"format": "plat-project-link/1", "url": 7}')
    const error = await readLink('push', join(folder, 'a.json')).catch((thrown) => thrown)
    expect(error.message).toContain('is not the link of a scene to its project')
    expect(error.cause.message).toBe('url: Invalid input: expected string, received number')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('only 202 is a 3D file that is being made', async () => {
  next = { status: 202, body: '{}', headers: { 'retry-after': '2' } }
  expect(await client.publishedFile('prj_1')).toEqual({ retryAfter_s: 2 })
  const location = 'http://plat.example/files/1'
  next = { status: 307, body: '{}', headers: { location, 'x-svc-version': '1' } }
  expect(await client.publishedFile('prj_1')).toEqual({ location, version: '1' })
  for (const [status, headers] of [[200], [302, { location }], [307]] as const) {
    next = { status, body: '{}', headers }
    await expect(client.publishedFile('prj_1')).rejects.toMatchObject({
      message: expect.stringContaining(`status ${status} is not that of a service of projects`),
    })
  }
})
