import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { LargeBodies } from './large-bodies.ts'
import { LARGE_BODIES_MAX } from './service-limits.ts'

const HEAD = 'PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'

interface Arrived {
  client: Socket
  request: FastifyRequest
  reply: FastifyReply
}

test('a large body counts until its client leaves, and not after that', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const arrive = async (): Promise<Arrived> => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    client.write(HEAD)
    const [raw, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
    const [request, reply] = [{ headers: raw.headers }, { raw: response }]
    return { client, request: request as FastifyRequest, reply: reply as FastifyReply }
  }
  const leave = async ({ client, reply }: Arrived) => {
    const closed = once(reply.raw, 'close')
    client.destroy()
    await closed
  }
  try {
    const bodies = new LargeBodies()
    const admit = ({ request, reply }: Arrived) => bodies.admit(request, reply)
    const arrived: Arrived[] = []
    for (let body = 0; body < LARGE_BODIES_MAX; body++) arrived.push(await arrive())
    arrived.forEach(admit)
    const further = await arrive()
    expect(() => admit(further)).toThrow('Nothing ran')
    for (const each of [...arrived, further]) await leave(each)
    // They left while their keys were looked up.
    for (const each of [...arrived, further]) admit(each)
    admit(await arrive())
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
