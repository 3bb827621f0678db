import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect } from 'vitest'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'

export interface ServiceProcessOptions {
  home: string
  /** A free port when not given. */
  port?: number
  /** The script that Node runs; `plat.ts serve` when not given. */
  script?: string[]
  /** Arguments after `serve`. */
  args?: string[]
  environment?: Record<string, string>
  stdio?: StdioOptions
  /** A program that starts the command. */
  wrapper?: string[]
}

/** The real command `plat serve`, in its own process. */
export class ServiceProcess {
  readonly child: ChildProcess
  readonly port: number
  /** Exit code and signal. */
  readonly ended: Promise<[number | null, NodeJS.Signals | null]>

  private constructor(child: ChildProcess, port: number) {
    this.child = child
    this.port = port
    this.ended = once(child, 'exit') as typeof this.ended
  }

  /** Starts the service without waiting for it. */
  static async spawn(options: ServiceProcessOptions): Promise<ServiceProcess> {
    const { home, args = [], environment, stdio = ['ignore', 'pipe', 'pipe'] } = options
    const { script = ['plat.ts', 'serve'] } = options
    const port = options.port ?? (await freePort())
    const command = [process.execPath, ...script, ...args]
    const [program, ...rest] = [...(options.wrapper ?? []), ...command]
    const child = spawn(program, rest, {
      cwd: PROJECT_ROOT,
      env: { ...process.env, PLAT_HOME: home, PORT: `${port}`, HOST: '127.0.0.1', ...environment },
      stdio,
    })
    return new ServiceProcess(child, port)
  }

  /** Starts the service and waits until it responds. */
  static async start(options: ServiceProcessOptions): Promise<ServiceProcess> {
    const service = await ServiceProcess.spawn(options)
    const state = () => (service.child.exitCode === null ? service.health() : 'ended')
    await expect.poll(state, { timeout: 120_000, interval: 50 }).toBe(200)
    return service
  }

  /** Status of its health check; null where nothing responds. */
  async health(): Promise<number | null> {
    const address = `http://127.0.0.1:${this.port}/api/v1/health`
    // A new connection each time, so that all threads are reached.
    const answer = await fetch(address, { headers: { connection: 'close' } }).catch(() => null)
    await answer?.arrayBuffer().catch(() => null)
    return answer?.status ?? null
  }

  /** Ports on which it listens, from Linux's list of its descriptors. */
  listeningPorts(): number[] {
    const folder = `/proc/${this.child.pid}/fd`
    const own = new Set(
      readdirSync(folder).map((fd) => {
        try {
          return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${fd}`))?.[1]
        } catch {
          return undefined // It was closed meanwhile.
        }
      }),
    )
    const rows = ['tcp', 'tcp6'].flatMap((name) =>
      readFileSync(`/proc/${this.child.pid}/net/${name}`, 'utf8').trim().split('\n').slice(1),
    )
    const fields = rows.map((row) => row.trim().split(/\s+/))
    const listening = fields.filter(
      ([, , , state, , , , , , inode]) => state === '0A' && own.has(inode),
    )
    return [...new Set(listening.map(([, address]) => Number.parseInt(address.split(':')[1], 16)))]
  }

  /** Kills the service in any state. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    this.child.kill('SIGKILL')
    await this.ended
  }
}

/** Finds a port of 127.0.0.1 on which nothing listens now. */
export async function freePort(): Promise<number> {
  return (await freePorts(1))[0]
}

/** Finds so many ports of 127.0.0.1 on which nothing listens now. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(probes.map((probe) => once(probe, 'listening')))
  const ports = probes.map((probe) => (probe.address() as { port: number }).port)
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')))
  return ports
}
