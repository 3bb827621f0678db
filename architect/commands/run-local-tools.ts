import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { listenAddress } from '../../http/listen-address.ts'
import { stopSignal } from '../../http/stop-signal.ts'
import { type CommandOutput, UsageError } from '../../terminal/command.ts'
import { TOOL_SETS, type ToolSet } from '../mcp/catalog.ts'
import { LOCAL_VIEWER, type LocalTools, openLocalTools } from '../mcp/local/local-tools.ts'
import { startLocalServer } from '../service/local-tool-server.ts'

/** Requests that are running have ended by then. */
const LOCAL_DRAIN_MS = 1_000

/** Serves the tools on projects in memory until the client leaves or a signal comes. */
export async function runLocalTools(
  { http, port, tools }: Record<string, unknown>,
  { print, progress }: CommandOutput,
): Promise<void> {
  const set = toolSetOf(tools as string | undefined)
  const local = openLocalTools((error) => progress.note(`A call failed: ${String(error)}`))
  try {
    if (http !== true) return await overStdio(local, set)
    const address = listenAddress('localhost', (port as string | undefined) ?? '0')
    const server = await startLocalServer(local, address)
    print(`Tools for agents: ${server.url}/mcp`)
    progress.note('Projects are in memory, and end with this process.')
    progress.note(`${await stopSignal(LOCAL_DRAIN_MS)}: the tools end`)
    await server.close()
  } finally {
    await local.close()
  }
}

/** Standard output is the protocol: nothing else may be written there. */
async function overStdio(local: LocalTools, set: ToolSet): Promise<void> {
  const loaded = {
    id: null as string | null,
    stored: async () => loaded.id,
    async load(id: string) {
      loaded.id = id
    },
  }
  const client = { viewer: LOCAL_VIEWER, origin: 'http://localhost', loaded }
  const connection = serveStdio(() => local.open(client, set))
  const left = new Promise<void>((resolve) => process.stdin.once('close', resolve))
  await Promise.race([left, stopSignal(LOCAL_DRAIN_MS)])
  await connection.close()
}

function toolSetOf(name = 'usual'): ToolSet {
  const set = TOOL_SETS.find((each) => each === name)
  if (set) return set
  throw new UsageError(`--tools must be one of ${TOOL_SETS.join(', ')}, got ${name}.`)
}
