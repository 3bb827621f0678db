import Fastify from 'fastify'
import type { ListenAddress } from '../../http/listen-address.ts'
import { startListening } from '../../http/listening.ts'
import { DIRECT, originOf } from '../../http/reach.ts'
import { requestIdOf } from '../../http/request-id.ts'
import { LOCAL_VIEWER, type LocalTools } from '../mcp/local/local-tools.ts'
import { MemorySessions } from '../mcp/local/memory-sessions.ts'
import { ToolServer } from '../mcp/tool-server.ts'
import { ArchitectError, asArchitectError } from '../projects/architect-error.ts'
import { mountToolServer } from './tool-server-route.ts'

/** Running calls have ended by then; then their connections are closed. */
const CLOSE_MS = 1_000

export interface LocalServer {
  url: string
  close(): Promise<void>
}

/** Serves the tools on an address of this computer, to anybody on it. */
export async function startLocalServer(
  local: LocalTools,
  address: ListenAddress,
): Promise<LocalServer> {
  const app = Fastify({
    genReqId: (request) => requestIdOf(request.headers),
    forceCloseConnections: true,
  })
  const tools = new ToolServer(new MemorySessions(), local.open)
  mountToolServer(app, {
    tools,
    gate: { admit: async () => LOCAL_VIEWER },
    reach: DIRECT,
    originFor(request) {
      const origin = originOf(DIRECT, request)
      if (origin !== null) return origin
      throw new ArchitectError('invalid_input', 'The Host header is missing or invalid.')
    },
    prepareError(error, _request, reply) {
      const known =
        asArchitectError(error) ??
        new ArchitectError('internal_error', `The tools failed: ${String(error)}`)
      reply.code(known.status).headers(known.headers)
      return known
    },
  })
  await app.ready()
  const listener = await startListening(app, { ...address, isShared: false })
  return {
    url: `http://127.0.0.1:${listener.port}`,
    async close() {
      await listener.close(CLOSE_MS)
      await tools.close()
    },
  }
}
