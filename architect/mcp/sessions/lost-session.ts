import { INVALID_REQUEST } from '@modelcontextprotocol/server'
import type { RequestId } from './stream-events.ts'

/** Code of the protocol for a session that is not there. */
const SESSION_NOT_FOUND = -32001
/** Code for a request that is not of this session, or not in the form of the protocol. */
export const REFUSED = -32000

/** What is known of earlier calls of a session that this process has not. */
const UNKNOWN = { executedOnThisInstance: false, lastMutationCommitState: 'unknown' } as const

/** How a model goes on: only the message of an error reaches it. */
const RECOVERY =
  'Whether the last call changed the project is not known. get_project_status lists what was committed; a call repeated with its operationId is not made twice.'

export function rpcError(
  status: number,
  code: number,
  message: string,
  data: object,
  id: RequestId | null = null,
): Response {
  const body = { jsonrpc: '2.0', id, error: { code, message, data } }
  return Response.json(body, { status, headers: { 'x-should-retry': 'false' } })
}

/** 404: the session has ended, has expired, or never was. */
export const sessionNotFound = (id: RequestId | null): Response =>
  rpcError(
    404,
    SESSION_NOT_FOUND,
    `Session not found: it has ended or expired. Connect again (initialize), then load_scene your project. ${RECOVERY}`,
    { ...UNKNOWN, code: 'session_not_found' },
    id,
  )

/** 403: the session belongs to another credential. */
export const sessionOfOther = (id: RequestId | null): Response =>
  rpcError(
    403,
    REFUSED,
    'This session belongs to the credential that opened it: with another key, session or workspace connect again (initialize).',
    { code: 'session_credential_changed' },
    id,
  )

/** 400: another request of the session has the same id, and no answer yet. */
export const requestIdInUse = (id: RequestId): Response =>
  rpcError(
    400,
    INVALID_REQUEST,
    'A request of this session with the same id has no answer yet: nothing ran. Give each request an id of its own.',
    { code: 'request_id_in_use', mutationApplied: false },
    id,
  )

/** The end of a stream whose process is gone: the request on it is answered with an error. */
export function lostCall(sessionId: string, request: RequestId): Response {
  const message = `The connection to the process that made this call is lost. ${RECOVERY}`
  const error = { code: SESSION_NOT_FOUND, message, data: { ...UNKNOWN, code: 'call_lost' } }
  const event = JSON.stringify({ jsonrpc: '2.0', id: request, error })
  return new Response(`event: message\ndata: ${event}\n\n`, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'mcp-session-id': sessionId,
    },
  })
}
