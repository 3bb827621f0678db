/** The headers that every client of the 2025 era sends. */
const ACCEPT = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }

export interface RpcAnswer {
  status: number
  headers: Headers
  /** The message with the answer, also of a stream; null for an answer without one. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare the fields of answers
  message: any
}

/** Sends a message of the protocol as a client without any SDK. */
export async function rpc(
  address: URL | string,
  key: string | null,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<RpcAnswer> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { ...ACCEPT, ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, message: messageOf(await answer.text()) }
}

/** The last message of a body that is JSON or a stream of events. */
function messageOf(text: string): unknown {
  const data = [...text.matchAll(/^data: (.+)$/gm)].map(([, each]) => each)
  const json = data.at(-1) ?? text
  return json === '' ? null : JSON.parse(json)
}

export const call = (tool: string, given: object = {}, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: tool, arguments: given },
})

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'tests', version: '1.0.0' },
  },
}

/** Opens a session; returns its id. */
export async function openSession(address: URL | string, key: string): Promise<string> {
  const { headers, status } = await rpc(address, key, INITIALIZE)
  const id = headers.get('mcp-session-id')
  if (id === null) throw new Error(`initialize was answered ${status} without a session`)
  return id
}
