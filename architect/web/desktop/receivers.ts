import { RECEIVER_PORTS } from '../../../http/receiver-ports.ts'
import {
  GLB_TYPE,
  type Health,
  type ImportJob,
  type SentFile,
} from '../../desktop/desktop-protocol.ts'

/** A port without a receiver refuses at once; one that is silent is passed after this time. */
const LOOK_MS = 2_000
/** Time between two looks at an import. */
const POLL_MS = 300
/** Time for an import before the page gives up: it may wait for another one. */
const IMPORT_MAX_MS = 10 * 60_000

/** Why nothing can be sent to this computer from where the page is. */
export type Barrier = 'insecure' | 'question' | 'denied'

/** The parts of a browser that are used; tests give others. */
export interface Surroundings {
  fetch(url: string, init?: RequestInit): Promise<Response>
  isSecureContext: boolean
  /** Host name of the page. */
  hostname: string
  permissions?: { query(permission: { name: string }): Promise<{ state: string }> }
}

/** Names of Chrome's permission, the newest first: it split the network from this computer. */
const PERMISSIONS = ['loopback-network', 'local-network-access']
const LOOPBACK = /^(?:(?:.*\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * What keeps the page from this computer: an address without https, Chrome's question (Local
 * Network Access) that comes with the first request, or its denial. Null where there is nothing: a
 * page that comes from this computer itself, a granted permission, a browser without the question.
 */
export async function barrierOf(around: Surroundings): Promise<Barrier | null> {
  if (LOOPBACK.test(around.hostname)) return null
  if (!around.isSecureContext) return 'insecure'
  for (const name of PERMISSIONS) {
    // Browsers throw for a name that they do not know.
    const found = await around.permissions?.query({ name }).catch(() => null)
    if (found)
      return found.state === 'prompt' ? 'question' : found.state === 'denied' ? 'denied' : null
  }
  return null
}

/** The receivers on this computer, in the order of their ports. */
export async function findReceivers({ fetch }: Surroundings): Promise<Health[]> {
  const found = await Promise.all(
    RECEIVER_PORTS.map(async (port) => {
      try {
        const answer = await fetch(`${addressOf(port)}/health`, {
          signal: AbortSignal.timeout(LOOK_MS),
        })
        return healthOf(await answer.json(), port)
      } catch {
        return null
      }
    }),
  )
  return found.filter((each) => each !== null)
}

/** Another program may listen at the port. */
function healthOf(body: unknown, port: number): Health | null {
  const { app, version, addon, allowed } = (body ?? {}) as Partial<Record<keyof Health, unknown>>
  if (typeof app !== 'string' || typeof allowed !== 'boolean') return null
  return { app, version: `${version}`, addon: `${addon}`, port, allowed }
}

/** Why a file was not imported, in a sentence. */
export class SendFailure extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Sends a file and waits for the end of its import; `onQueued` is called when it was received.
 * Throws `SendFailure`.
 */
export async function sendBuilding(
  { fetch }: Surroundings,
  port: number,
  { glb, ...sent }: SentFile & { glb: ArrayBuffer },
  onQueued: () => void,
): Promise<ImportJob> {
  const headers: Record<string, string> = {
    'content-type': GLB_TYPE,
    'x-svc-project-name': encodeURIComponent(sent.name),
  }
  if (sent.projectId !== null) headers['x-svc-project-id'] = sent.projectId
  if (sent.version !== null) headers['x-svc-version'] = sent.version
  const read = async (path: string, init?: RequestInit): Promise<ImportJob> => {
    const answer = await fetch(`${addressOf(port)}${path}`, init).catch(() => {
      throw new SendFailure('gone', 'The program on this computer does not answer any more.')
    })
    const body = (await answer.json().catch(() => null)) as Record<string, never> | null
    if (answer.ok && body) return body as unknown as ImportJob
    const { code = 'failed', message = `It answered with status ${answer.status}.` } =
      (body?.error as { code?: string; message?: string } | undefined) ?? {}
    throw new SendFailure(code, message)
  }
  let job = await read('/import', { method: 'POST', headers, body: glb })
  onQueued()
  const until = performance.now() + IMPORT_MAX_MS
  while (job.state === 'queued') {
    if (performance.now() > until)
      throw new SendFailure('late', 'The import has not ended in 10 minutes. Look there.')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    job = await read(`/import/${encodeURIComponent(job.id)}`)
  }
  if (job.state === 'done') return job
  const { code, message } = job.error ?? { code: 'failed', message: 'The import failed.' }
  throw new SendFailure(code, message)
}

const addressOf = (port: number): string => `http://127.0.0.1:${port}/svc`

/** Name of a receiver with its versions: `Blender 3.4.1, add-on 1.0.0`. */
export function receiverName({ app, version, addon, port }: Health): string {
  if (app === 'blender') return `Blender ${version}, add-on ${addon}, port ${port}`
  return `${app === 'folder' ? 'A folder' : app} (${version}), port ${port}`
}
