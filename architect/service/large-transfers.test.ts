import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { LargeTransfers } from './large-transfers.ts'

const HEAD = 'PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'

interface Arrived {
  client: Socket
  raw: ServerResponse
}

test('a large body counts until its client leaves, and not after that', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const arrive = async (): Promise<Arrived> => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    client.write(HEAD)
    const [, raw] = await once(server, 'request')
    return { client, raw }
  }
  const leave = async ({ client, raw }: Arrived) => {
    const closed = once(raw, 'close')
    client.destroy()
    await closed
  }
  try {
    const bodies = new LargeTransfers(2, 'large bodies are being received')
    const admit = (each: Arrived) => bodies.admit(each)
    const arrived = [await arrive(), await arrive()]
    arrived.forEach(admit)
    const further = await arrive()
    expect(() => admit(further)).toThrow('2 large bodies are being received. Nothing ran')
    for (const each of [...arrived, further]) await leave(each)
    // They left while their keys were looked up.
    for (const each of [...arrived, further]) admit(each)
    admit(await arrive())
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
