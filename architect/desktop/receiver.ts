import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { GLTF } from '@gltf-transform/core'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { RECEIVER_PORTS } from '../../http/receiver-ports.ts'
import { requestIdOf } from '../../http/request-id.ts'
import { readBeforeClosing } from '../../http/unread-body.ts'
import { StepError } from '../../terminal/step-error.ts'
import type { Health, ImportSummary } from './desktop-protocol.ts'
import { readGlb } from './glb-check.ts'
import { GltfFault } from './gltf-check.ts'
import { ImportQueue, type ReceivedFile } from './import-queue.ts'
import type { OriginRules } from './origin-rules.ts'
import {
  notGlb,
  originOf,
  ReceiverRefusal,
  requireOwnHost,
  sentFileOf,
} from './receiver-requests.ts'

/** A file is received within this time, and no connection is silent for longer than the other. */
const UPLOAD_MS = 10 * 60_000
const SILENT_MS = 30_000
const CONNECTIONS_MAX = 32
const HEAD_BYTES_MAX = 16_384
/** Reference of the service, for senders that are not a page of one. */
const DOCS = 'http://localhost:8080/docs'

export interface ReceiverOptions extends Pick<Health, 'app' | 'version' | 'addon'> {
  rules: OriginRules
  /** Imports a file that was received whole and is a GLB file; see `ImportQueue`. */
  work(file: ReceivedFile): Promise<ImportSummary>
  /** The first free one is used; default those of the protocol. */
  ports?: readonly number[]
}

export interface Receiver {
  port: number
  /** Stops accepting files and waits for imports that have begun. */
  close(): Promise<void>
}

/**
 * Receives buildings on this computer by the protocol of desktop import. Throws `StepError` where
 * none of the ports is free.
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const spool = await mkdtemp(join(tmpdir(), 'plat-receive-'))
  const queue = new ImportQueue(options.work)
  const app = createReceiver(options, queue, spool)
  try {
    const port = await listenOn(app, options.ports ?? RECEIVER_PORTS)
    return {
      port,
      async close() {
        await app.close()
        await queue.settled()
        await rm(spool, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(spool, { recursive: true, force: true })
    throw error
  }
}

function createReceiver(
  { app: name, version, addon, rules }: ReceiverOptions,
  queue: ImportQueue,
  spool: string,
): FastifyInstance {
  const app = Fastify({
    genReqId: ({ headers }) => requestIdOf(headers),
    requestTimeout: UPLOAD_MS,
    connectionTimeout: SILENT_MS,
    forceCloseConnections: true,
    http: { maxHeaderSize: HEAD_BYTES_MAX },
  })
  app.server.maxConnections = CONNECTIONS_MAX
  readBeforeClosing(app.server)
  const port = () => (app.server.address() as AddressInfo).port
  /** Files that are being received: they have a place in the queue already. */
  let receiving = 0
  // Bodies are read by the route itself, which may refuse them first.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.addHook('onRequest', async (request, reply) => {
    setHeaders(request, reply)
    requireOwnHost(request, port())
  })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(({ method }) => {
    throw method === 'GET' || method === 'POST' || method === 'HEAD'
      ? new ReceiverRefusal(404, 'not_found', 'This path does not exist: see /svc/health.')
      : new ReceiverRefusal(405, 'method_not_allowed', `${method} is not one of GET, POST.`, {
          headers: { allow: 'GET, POST, OPTIONS' },
        })
  })
  app.options('*', async (_request, reply) => reply.code(204).send())
  app.get('/svc/health', async (request): Promise<Health> => {
    const allowed = rules.admit(originOf(request))
    return { app: name, version, addon, port: port(), allowed }
  })
  app.post('/svc/import', async (request, reply) => {
    requireAllowed(request)
    const { bytes, ...sent } = sentFileOf(request)
    if (receiving > 0 || queue.isFull())
      throw new ReceiverRefusal(
        409,
        'import_busy',
        'Two files are being imported: send it again.',
        {
          headers: { 'retry-after': '2' },
        },
      )
    receiving++
    try {
      const path = join(spool, `${request.id}-${Date.now()}.glb`)
      const gltf = await receive(request, path, bytes)
      reply.code(202)
      return queue.add({ ...sent, path, gltf }, originOf(request))
    } finally {
      receiving--
    }
  })
  app.get('/svc/import/:id', async (request) => {
    requireAllowed(request)
    const { id } = request.params as { id: string }
    const job = queue.find(id, originOf(request))
    if (job) return job
    throw new ReceiverRefusal(404, 'unknown_import', 'This sender has sent no import of this id.')
  })

  function requireAllowed(request: FastifyRequest): void {
    const origin = originOf(request)
    if (rules.admit(origin)) return
    const message = `${origin} may not send. Allow it where the building is to be received.`
    throw new ReceiverRefusal(403, 'origin_not_allowed', message)
  }

  return app
}

/**
 * Writes the body of so many bytes to a path, and returns the JSON of the file. Nothing stays where
 * it throws.
 */
async function receive(request: FastifyRequest, path: string, bytes: number): Promise<GLTF.IGLTF> {
  try {
    const target = createWriteStream(path, { flags: 'wx' })
    await pipeline(request.raw, target)
    if (target.bytesWritten !== bytes)
      throw uploadFailed(`${target.bytesWritten} of ${bytes} bytes have come`)
    return await readGlb(path)
  } catch (error) {
    await rm(path, { force: true })
    throw asRefusal(error)
  }
}

function asRefusal(error: unknown): unknown {
  if (error instanceof GltfFault) return notGlb(`The file ${error.message}.`)
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ReceiverRefusal(507, 'storage_full', 'The disk of this computer is full.')
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return uploadFailed('the sender has left')
  return error
}

const uploadFailed = (found: string): ReceiverRefusal =>
  new ReceiverRefusal(400, 'upload_failed', `The file did not come whole: ${found}. Send it again.`)

/** Any page may read the answers; what they state depends on its origin. */
function setHeaders({ id, headers }: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'request-id': id,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    vary: 'Origin',
    'access-control-allow-origin': headers.origin ?? '*',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers':
      'content-type, x-svc-project-name, x-svc-project-id, x-svc-version',
    'access-control-allow-private-network': 'true',
    'access-control-max-age': '600',
  })
}

function sendError(error: unknown, { id, headers }: FastifyRequest, reply: FastifyReply) {
  const known =
    error instanceof ReceiverRefusal
      ? error
      : new ReceiverRefusal(
          (error as { statusCode?: number }).statusCode ?? 500,
          'import_failed',
          `The file cannot be received: ${(error as Error).message}`,
        )
  const { status, code, message, param } = known
  const docs = headers.origin && headers.origin !== 'null' ? `${headers.origin}/docs` : DOCS
  return reply
    .code(status)
    .headers({ 'x-should-retry': 'false', ...known.headers })
    .send({
      error: {
        code,
        message,
        ...(param !== undefined && { param }),
        request_id: id,
        doc_url: `${docs}#error-${code}`,
      },
    })
}

async function listenOn(app: FastifyInstance, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    try {
      await app.listen({ host: '127.0.0.1', port })
      return (app.server.address() as AddressInfo).port
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
  const range = `${ports[0]} to ${ports.at(-1)}`
  const remedy = 'Close another receiver: a Blender that is open, or plat-architect receive.'
  throw new StepError('receive', `127.0.0.1 ports ${range}`, 'all are in use', remedy)
}
