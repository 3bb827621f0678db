import type { Socket } from 'node:net'
import { SAFETY_HEADERS } from './answer-headers.ts'
import { ApiError, type ErrorStatus, errorBody } from './error-codes.ts'
import { newRequestId } from './request-id.ts'

/** What the HTTP parser refuses before there is a request, by the parser's error code. */
const STATUSES: Record<string, [ErrorStatus, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The request head is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time.'],
}

/** Answers a request that is not HTTP with the error object, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason, message] = STATUSES[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'The request is not well-formed HTTP.',
  ]
  const id = newRequestId()
  const body = JSON.stringify(errorBody(new ApiError(status, message), id))
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    ...Object.entries(SAFETY_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
