import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { AccountsEngine } from '../accounts/accounts-on.ts'
import { ProjectsService } from '../projects/projects-service.ts'

/** The answer of a call as tests read it. */
export interface CallAnswer {
  isError: boolean
  /** The JSON of its text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare the fields of answers
  json: any
  content: { type: string; [field: string]: unknown }[]
  structured: unknown
}

/** A client of either SDK, by what tests need of it. */
export interface ToolClientOfTest {
  name: string
  call(tool: string, given?: Record<string, unknown>): Promise<CallAnswer>
  list(): Promise<{ name: string; inputSchema: unknown; annotations?: unknown }[]>
  /** Empty where the server has sent none. */
  instructions(): string
  /** Ends the session too, where there is one. */
  end(): Promise<void>
  close(): Promise<void>
  /** Null without a session. */
  sessionId(): string | null
}

/** The kinds of clients: each official SDK, in each era that it speaks. */
export const CLIENT_KINDS = ['v1', 'v2 of 2025', 'v2 of 2026'] as const
export type ClientKind = (typeof CLIENT_KINDS)[number]

/** The tool server on a socket, for official clients. */
export class ToolService {
  readonly service: ProjectsService
  readonly origin: string
  private readonly clients: ToolClientOfTest[] = []

  private constructor(service: ProjectsService, origin: string) {
    this.service = service
    this.origin = origin
  }

  static async open(
    engine: AccountsEngine,
    options: Parameters<typeof ProjectsService.open>[1] = {},
  ): Promise<ToolService> {
    const service = await ProjectsService.open(engine, options)
    return new ToolService(service, await service.opened.app.listen({ host: '127.0.0.1', port: 0 }))
  }

  get address(): URL {
    return new URL('/mcp', this.origin)
  }

  async client(kind: ClientKind, key = this.service.key): Promise<ToolClientOfTest> {
    const made = await connect(kind, this.address, { authorization: `Bearer ${key}` })
    this.clients.push(made)
    return made
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.close()))
    await this.service.close()
  }
}

const IDENTITY = { name: 'tests', version: '1.0.0' }

/** A connected client of the kind. */
export async function connect(
  kind: ClientKind,
  address: URL,
  headers: Record<string, string>,
): Promise<ToolClientOfTest> {
  const requestInit = { headers }
  if (kind === 'v1') {
    const transport = new StreamableHTTPClientTransport(address, { requestInit })
    const client = new Client(IDENTITY)
    await client.connect(transport)
    return ofTest(kind, client as unknown as ModernClient, transport)
  }
  const transport = new ModernTransport(address, { requestInit })
  const mode = kind === 'v2 of 2026' ? 'auto' : 'legacy'
  const client = new ModernClient(IDENTITY, { versionNegotiation: { mode } })
  await client.connect(transport)
  return ofTest(kind, client, transport)
}

function ofTest(
  name: string,
  client: ModernClient,
  transport: Pick<ModernTransport, 'terminateSession' | 'sessionId'>,
): ToolClientOfTest {
  return {
    name,
    async call(tool, given = {}) {
      const {
        isError = false,
        content,
        structuredContent,
      } = await client.callTool({
        name: tool,
        arguments: given,
      })
      const [text] = content as CallAnswer['content']
      const json = JSON.parse(String(text.text))
      return {
        isError,
        json,
        content: content as CallAnswer['content'],
        structured: structuredContent,
      }
    },
    list: async () => (await client.listTools()).tools,
    instructions: () => client.getInstructions() ?? '',
    end: async () => await transport.terminateSession(),
    close: async () => await client.close(),
    sessionId: () => transport.sessionId ?? null,
  }
}
