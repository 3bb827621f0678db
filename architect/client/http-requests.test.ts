import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type ServiceRequest, sendRequest } from './http-requests.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** Serves the answers in order; returns the requests that came and the address. */
async function serving(...answers: ((response: ServerResponse) => void)[]) {
  const came: string[] = []
  server = createServer((request, response) => {
    came.push(`${request.method} ${request.url}`)
    answers[came.length - 1](response)
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return { came, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const cut = (response: ServerResponse) => void response.socket!.destroy()
const done = (response: ServerResponse) => void response.end('{}')
const status = (code: number, wait: string) => (response: ServerResponse) =>
  void response.writeHead(code, { 'retry-after': wait }).end('{}')
const PUSH: ServiceRequest = { step: 'push', method: 'PUT', path: '/x', isRepeatable: true }
const key = 'a key'

test('a lost answer is repeated only where a repeat changes nothing', async () => {
  const first = await serving(cut, done)
  expect(await sendRequest({ url: first.url, key }, PUSH)).toMatchObject({ status: 200 })
  expect(first.came).toEqual(['PUT /x', 'PUT /x'])
  server!.close()
  const second = await serving(cut, done)
  const made = sendRequest(
    { url: second.url, key },
    { ...PUSH, method: 'POST', isRepeatable: false },
  )
  await expect(made).rejects.toMatchObject({ remedy: expect.stringContaining('all the same') })
  expect(second.came).toHaveLength(1)
})

test('429 is repeated at most three times, and not after a long wait', async () => {
  const first = await serving(...Array(9).fill(status(429, '0')))
  await expect(sendRequest({ url: first.url, key }, PUSH)).rejects.toMatchObject({ status: 429 })
  expect(first.came).toHaveLength(4)
  server!.close()
  const second = await serving(status(429, '3600'), done)
  await expect(sendRequest({ url: second.url, key }, PUSH)).rejects.toMatchObject({ status: 429 })
  expect(second.came).toHaveLength(1)
})
