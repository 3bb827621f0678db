import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import project from '../../package.json' with { type: 'json' }
import { nearestName } from '../input/nearest-name.ts'
import { asArchitectError } from '../projects/architect-error.ts'
import type { CallSlots } from './call-slots.ts'
import { callTool } from './call-tool.ts'
import { callableNames, type ToolSet, toolNamed } from './catalog.ts'
import type { ToolServerParts } from './own-tool.ts'
import { whileCalled } from './progress.ts'
import { getPrompt, listedPrompts } from './prompts/prompts.ts'
import { listedResources, readResource, resourceTemplates } from './resources/resources.ts'
import { quoted, refusalResult } from './tool-answers.ts'
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
  /** Reads a document: it counts as a call, and a failure is answered without its reason. */
  function reading<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    const refuse = ({ message }: { message: string }): never => {
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, message)
    }
    return slots.run(client.viewer.account.id, () => orFailure(read, onFailure), refuse)
  }
  server.setRequestHandler('tools/list', () => ({ tools: entries }))
  server.setRequestHandler('tools/call', async ({ params }, context: ServerContext) => {
    const called = toolNamed(params.name)
    if (!called) throw unknownTool(params.name)
    const call = () => callTool(parts, client, called, params.arguments ?? {}, onFailure)
    return await slots.run(
      client.viewer.account.id,
      () => whileCalled(context, call),
      refusalResult,
    )
  })
  server.setRequestHandler('resources/list', () => ({ resources: listedResources() }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: resourceTemplates(),
  }))
  server.setRequestHandler('resources/read', ({ params }) =>
    reading(() => readResource(parts, client, params.uri)),
  )
  server.setRequestHandler('prompts/list', () => ({ prompts: listedPrompts() }))
  server.setRequestHandler('prompts/get', ({ params }, { mcpReq }) =>
    reading(() =>
      getPrompt(params.name, {
        parts,
        client,
        given: params.arguments ?? {},
        capabilities: server.getClientCapabilities(),
        responses: mcpReq.inputResponses,
      }),
    ),
  )
  return server
}

/** Errors of the protocol pass; others are failures of the service, which `onFailure` receives. */
async function orFailure<Answer>(
  read: () => Promise<Answer>,
  onFailure: (error: unknown) => void,
): Promise<Answer> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    onFailure(error)
    const message = asArchitectError(error)?.message ?? 'The service failed to answer.'
    throw new ProtocolError(ProtocolErrorCode.InternalError, message)
  }
}

function unknownTool(name: string): ProtocolError {
  const near = nearestName(name, callableNames())
  const hint = near ? `Did you mean ${near}?` : 'tools/list has all names.'
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown tool: ${quoted(name)}. ${hint}`,
  )
}
