import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

/**
 * The peer of the tool server, in a process of its own: the official SDK alone, whose sessions are
 * in memory, with one tool that answers a constant. Prints its port.
 */
const sessions = new Map<string, StreamableHTTPServerTransport>()

const server = createServer(async (request, response) => {
  const known = sessions.get(`${request.headers['mcp-session-id']}`)
  const transport = known ?? (await opened())
  await transport.handleRequest(request, response)
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

async function opened(): Promise<StreamableHTTPServerTransport> {
  const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => {
      sessions.set(id, transport)
    },
  })
  const mcp = new McpServer({ name: 'bare', version: '1.0.0' })
  const text = JSON.stringify({ ok: true, value: 2, unit: 'm' })
  mcp.registerTool('measure', { description: 'A constant' }, () => ({
    content: [{ type: 'text', text }],
  }))
  await mcp.connect(transport)
  return transport
}
