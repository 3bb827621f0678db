import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('./run-projects.ts', import.meta.url))
let sockets = 0

export interface ProcessPlace {
  /** `$PLAT_HOME`, where the socket is too. */
  home: string
  environment?: Record<string, string>
}

export interface SentRequest {
  method?: string
  key?: string | null
  headers?: OutgoingHttpHeaders
  payload?: unknown
}

export interface ProcessAnswer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests compare the fields of answers
  json: Record<string, any>
}

/** The service of projects in a process of its own, to be killed. */
export class ProjectsProcess {
  readonly child: ChildProcess
  readonly socketPath: string
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 })
  private readonly gone: Promise<unknown>
  private noted = ''

  /** Starts a process that loads its modules, and waits. */
  constructor({ home, environment = {} }: ProcessPlace) {
    this.socketPath = join(home, `projects-${++sockets}`)
    this.child = spawn(process.execPath, [SCRIPT, this.socketPath], {
      env: { ...process.env, PLAT_HOME: home, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.gone = once(this.child, 'close')
    this.child.stderr!.on('data', (chunk) => {
      this.noted += chunk
    })
  }

  /** What it has written to its log: failures behind answers. */
  get notes(): string {
    return this.noted
  }

  /** Opens the database, and resolves when requests are answered. */
  async open(): Promise<this> {
    const opened = once(this.child.stdout!, 'data')
    this.child.stdin!.write('open\n')
    await Promise.race([
      opened,
      this.gone.then(() => {
        throw new Error(`The process ended before it was open: ${this.noted}`)
      }),
    ])
    return this
  }

  /** Sends a request; `path` is below `/api/scenes` unless it begins with a slash. */
  async send(path: string, { key, payload, ...sent }: SentRequest = {}): Promise<ProcessAnswer> {
    const body = payload === undefined ? undefined : JSON.stringify(payload)
    const sending = request({
      socketPath: this.socketPath,
      agent: this.agent,
      method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
      path: path.startsWith('/') ? path : `/api/scenes/${path}`,
      headers: {
        host: 'plat.example',
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...sent.headers,
      },
    })
    const answered = once(sending, 'response')
    sending.end(body)
    const [response] = await answered
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const isJson = `${response.headers['content-type']}`.startsWith('application/json')
    const json = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : {}
    return { status: response.statusCode, headers: response.headers, bytes, json }
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.gone
    this.agent.destroy()
  }
}
