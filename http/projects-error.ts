import type { FastifyReply } from 'fastify'

/** Paths of the projects, of turns on them, of what these cost, and of accounts of agents. */
export const PROJECT_ROOTS = ['/api/scenes', '/api/credits', '/api/auth/agent', '/v1'] as const

/** Whether the contract of the projects covers the path: then its errors have the form below. */
export function isOfProjects(path: string): boolean {
  return PROJECT_ROOTS.some((root) => path === root || path.startsWith(`${root}/`))
}

/** Codes of the contract of the projects for requests that are refused before they reach it. */
const CODES: Record<number, string> = {
  400: 'invalid_input',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  431: 'headers_too_large',
  503: 'service_unavailable',
}

interface Refused {
  status: number
  message: string
  param?: string
  headers: Record<string, string>
}

interface About {
  id: string
  /** Public address of the service, where it is known. */
  origin: string | null
}

/** The error object of the contract of the projects, with its headers. */
export function projectsError(
  { status, message, param, headers }: Refused,
  { id, origin }: About,
): { headers: Record<string, string>; body: object } {
  const code = CODES[status] ?? 'internal_error'
  const type = status === 404 ? 'not_found_error' : 'invalid_request_error'
  return {
    headers: {
      'request-id': id,
      'x-request-id': id,
      'x-should-retry': 'false',
      'cache-control': 'no-store',
      ...headers,
    },
    body: {
      error: {
        type: status < 500 ? type : 'server_error',
        code,
        message,
        ...(param !== undefined && { param }),
        request_id: id,
        doc_url: `${origin ?? ''}/docs#error-${code}`,
      },
    },
  }
}

export function sendProjectsError(
  reply: FastifyReply,
  refused: Refused,
  about: About,
): FastifyReply {
  const { headers, body } = projectsError(refused, about)
  return reply
    .code(refused.status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send(body)
}
