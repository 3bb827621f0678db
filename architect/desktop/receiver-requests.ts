import type { FastifyRequest } from 'fastify'
import { safeText } from '../scene/safe-text.ts'
import { GLB_BYTES_MAX, GLB_TYPE, type SentFile } from './desktop-protocol.ts'

/** Characters of the name of a project; further ones are left out. */
const NAME_CHARACTERS_MAX = 120
const PROJECT_ID = /^[A-Za-z0-9_-]{1,64}$/
const VERSION = /^\d{1,9}$|^draft$/

/** A request that is refused, with the error object of the contract. */
export class ReceiverRefusal extends Error {
  override readonly name = 'ReceiverRefusal'
  readonly status: number
  readonly code: string
  readonly param?: string
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    message: string,
    more: { param?: string; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.param = more.param
    this.headers = more.headers ?? {}
  }
}

/** The origin of the page that sends a request; null for other programs. */
export const originOf = ({ headers }: FastifyRequest): string | null => headers.origin ?? null

/**
 * Refuses requests to another host: a page can let its own name lead to this computer, and would
 * then be of the same origin (DNS rebinding).
 */
export function requireOwnHost({ headers }: FastifyRequest, port: number): void {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `${host}:${port}`)
  if (hosts.includes(`${headers.host}`.toLowerCase())) return
  const found = JSON.stringify(headers.host ?? null)
  throw new ReceiverRefusal(403, 'host_not_allowed', `Host must be ${hosts[0]}, it is ${found}.`)
}

/** What the head of a request states about its file. Throws `ReceiverRefusal`. */
export function sentFileOf({ headers }: FastifyRequest): SentFile & { bytes: number } {
  const { 'content-type': type = '', 'content-length': length } = headers
  // Pages may send other types without leave (CORS); this one needs a preflight.
  if (type.split(';', 1)[0].trim().toLowerCase() !== GLB_TYPE)
    throw notGlb(`Content-Type must be ${GLB_TYPE}, it is ${JSON.stringify(type)}.`)
  if (length === undefined)
    throw new ReceiverRefusal(411, 'length_required', 'Send Content-Length: the bytes of the file.')
  const bytes = Number(length)
  if (bytes > GLB_BYTES_MAX) throw tooLarge(bytes)
  return { ...statedIn(headers), bytes }
}

function statedIn(headers: FastifyRequest['headers']): SentFile {
  const [sentName, projectId, version] = [
    headers['x-svc-project-name'],
    headers['x-svc-project-id'],
    headers['x-svc-version'],
  ].map((value) => (value === undefined ? null : `${value}`))
  if (projectId !== null && !PROJECT_ID.test(projectId))
    throw wrongHeader('X-Svc-Project-Id', 'letters, digits, - and _', projectId)
  if (version !== null && !VERSION.test(version))
    throw wrongHeader('X-Svc-Version', 'a number or draft', version)
  return { name: nameOf(sentName ?? ''), projectId, version }
}

function nameOf(sent: string): string {
  let name: string
  try {
    name = decodeURIComponent(sent)
  } catch {
    throw wrongHeader('X-Svc-Project-Name', 'percent-encoded UTF-8', sent)
  }
  return [...safeText(name).trim()].slice(0, NAME_CHARACTERS_MAX).join('')
}

export const notGlb = (message: string): ReceiverRefusal =>
  new ReceiverRefusal(400, 'not_glb', message)

const wrongHeader = (param: string, wanted: string, found: string): ReceiverRefusal =>
  new ReceiverRefusal(
    400,
    'invalid_input',
    `${param} must be ${wanted}, it is ${JSON.stringify(found.slice(0, 80))}.`,
    { param },
  )

const tooLarge = (bytes: number): ReceiverRefusal =>
  new ReceiverRefusal(
    413,
    'payload_too_large',
    `The file has ${bytes} bytes, more than ${GLB_BYTES_MAX}.`,
  )
