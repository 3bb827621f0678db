import { type JSONRPCMessage, Server } from '@modelcontextprotocol/server'
import { afterEach, expect, test } from 'vitest'
import { LOCAL_VIEWER } from '../local/local-tools.ts'
import { MemorySessions } from '../local/memory-sessions.ts'
import type { LiveSession } from './live-session.ts'
import { Sessions } from './sessions.ts'

const OPENING = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'tests', version: '1.0.0' },
}
const NEVER = new Promise(() => {})
const opened = {
  viewer: LOCAL_VIEWER,
  origin: 'http://localhost',
  open: () => new Server({ name: 'tests', version: '1.0.0' }, { capabilities: {} }),
}

let sessions: Sessions
afterEach(() => sessions.close())

/** Sends a message, and returns the text of the answer. */
async function send(session: LiveSession, id: string, method: string, params = {}) {
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': OPENING.protocolVersion,
    'mcp-session-id': session.id,
  }
  const request = new Request(opened.origin, { method: 'POST', headers })
  const body: JSONRPCMessage = { jsonrpc: '2.0', id, method, params }
  return await (await session.handle(request, body, NEVER)).text()
}

async function started(): Promise<LiveSession> {
  const session = await sessions.start(opened, JSON.stringify(OPENING))
  await send(session, 'first', 'initialize', OPENING)
  return session
}

test('the events of the least used sessions are freed where all take too much, and they go on', async () => {
  sessions = new Sessions(new MemorySessions(), 20_000)
  const [idle, busy] = [await started(), await started()]
  expect(await send(idle, 'ping', 'ping')).toContain('"result":{}')
  expect(idle.eventBytes).toBeGreaterThan(0)
  while (idle.eventBytes + busy.eventBytes <= 20_000) await send(busy, 'ping', 'ping')
  await sessions.find(opened, busy.id)
  expect(idle.eventBytes).toBe(0)
  expect(busy.eventBytes).toBeGreaterThan(0)
  expect(await send(idle, 'again', 'ping')).toContain('"result":{}')
})
