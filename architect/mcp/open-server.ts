import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import project from '../../package.json' with { type: 'json' }
import { nearestName } from '../input/nearest-name.ts'
import type { CallSlots } from './call-slots.ts'
import { callTool } from './call-tool.ts'
import { callableNames, type ToolSet, toolNamed } from './catalog.ts'
import type { ToolServerParts } from './own-tool.ts'
import { whileCalled } from './progress.ts'
import { getPrompt, listedPrompts } from './prompts/prompts.ts'
import { listedResources, readResource, resourceTemplates } from './resources/resources.ts'
import type { ToolClient } from './tool-client.ts'
import { toolEntries } from './tool-entries.ts'

/** What one server of a client is opened with. */
export interface ServerOptions {
  parts: ToolServerParts
  client: ToolClient
  tools: ToolSet
  /** Calls at once, counted over all servers of the process. */
  slots: CallSlots
  onFailure(error: unknown): void
}

/** How long clients may cache lists, which change with a new version of the service alone. */
const LIST_TTL_MS = 300_000

/** A server of the protocol for one client, on no transport yet; in both eras of the protocol. */
export function openServer({ parts, client, tools, slots, onFailure }: ServerOptions): Server {
  const { instructions, tools: entries } = toolEntries(tools, parts.jobs !== null)
  const lists = { ttlMs: LIST_TTL_MS, cacheScope: 'public' } as const
  const server = new Server(
    { name: 'plat-architect', title: 'Plat Architect', version: project.version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions,
      cacheHints: {
        'tools/list': lists,
        'prompts/list': lists,
        'resources/list': lists,
        'resources/templates/list': lists,
        'server/discover': lists,
      },
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: entries }))
  server.setRequestHandler('tools/call', async ({ params }, context: ServerContext) => {
    const called = toolNamed(params.name)
    if (!called) throw unknownTool(params.name)
    return await slots.run(client.viewer.account.id, () =>
      whileCalled(context, () =>
        callTool(parts, client, called, params.arguments ?? {}, onFailure),
      ),
    )
  })
  server.setRequestHandler('resources/list', () => ({ resources: listedResources() }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: resourceTemplates(),
  }))
  server.setRequestHandler('resources/read', ({ params }) =>
    readResource(parts, client, params.uri),
  )
  server.setRequestHandler('prompts/list', () => ({ prompts: listedPrompts() }))
  server.setRequestHandler('prompts/get', ({ params }, { mcpReq }) =>
    getPrompt(params.name, {
      parts,
      client,
      given: params.arguments ?? {},
      capabilities: server.getClientCapabilities(),
      responses: mcpReq.inputResponses,
    }),
  )
  return server
}

function unknownTool(name: string): ProtocolError {
  const near = nearestName(name, callableNames())
  const hint = near ? `Did you mean ${near}?` : 'tools/list has all names.'
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}. ${hint}`)
}
