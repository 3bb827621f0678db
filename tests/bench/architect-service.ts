import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { openDatabase } from '../../accounts/database/open-database.ts'
import { user } from '../../accounts/database/schema.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { ProjectsHome } from '../projects/projects-home.ts'

const PORT = 48_713
/** Credits of the one person: enough for any bench. */
const CREDITS = '1000000'

/** Where a bench sends requests. */
export interface ServicePlace {
  host?: string
  port: number
  agent?: Agent
}

/**
 * `plat-architect serve` in a process of its own, with the embedded database, for one person with
 * the plan Pro.
 */
export class ArchitectService {
  readonly place: ServicePlace = {
    host: '127.0.0.1',
    port: PORT,
    agent: new Agent({ keepAlive: true }),
  }
  private readonly home: ProjectsHome
  private readonly folder: string
  private readonly environment: Record<string, string>
  private child: ChildProcess

  private constructor(home: ProjectsHome, folder: string, environment: Record<string, string>) {
    this.home = home
    this.folder = folder
    this.environment = environment
    this.child = this.spawned()
  }

  /** Starts it and waits until it answers. `environment` has its settings. */
  static async start(environment: Record<string, string>): Promise<ArchitectService> {
    const folder = mkdtempSync(join(tmpdir(), 'architect-bench-'))
    const home = await ProjectsHome.make({
      name: 'PGlite',
      settings: async () => ({
        folder,
        database: { kind: 'embedded', folder: join(folder, 'database') },
        secret: 'a secret of benches, which signs no session but theirs',
        public_url: null,
        email: { kind: 'log' },
      }),
      emptyPlace: () => Promise.reject(new Error('not used')),
      database: () => Promise.reject(new Error('not used')),
    })
    const database = await openDatabase(home.settings.database)
    await database.tables.update(user).set({ plan: 'pro' }).where(eq(user.id, 'ada'))
    await database.close()
    const service = new ArchitectService(home, folder, environment)
    await service.answering()
    return service
  }

  get pid(): number {
    return this.child.pid!
  }

  /** Kills the process and starts another one on the same database. */
  async restart(): Promise<void> {
    await this.kill()
    this.child = this.spawned()
    await this.answering()
  }

  /** A key of the person; each may send 300 requests a minute. */
  get key(): string {
    return this.home.key
  }

  async project(name = 'Bench'): Promise<string> {
    return (await this.send('/api/scenes', { name })).id
  }

  /** Sends a request and reads its JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a bench compares fields of answers
  async send(path: string, payload?: object): Promise<any> {
    const sending = request({
      ...this.place,
      method: payload ? 'POST' : 'GET',
      path,
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
    })
    const answered = once(sending, 'response')
    sending.end(payload && JSON.stringify(payload))
    const [response] = await answered
    let text = ''
    for await (const piece of response) text += piece
    if (response.statusCode >= 400) throw new Error(text)
    return JSON.parse(text)
  }

  async close(): Promise<void> {
    await this.kill()
    this.home.remove()
    rmSync(this.folder, { recursive: true, force: true })
  }

  private spawned(): ChildProcess {
    const place = this.home.place({
      PLAT_CREDITS_START: CREDITS,
      HOST: '127.0.0.1',
      PORT: String(PORT),
      ...this.environment,
    })
    return spawn(process.execPath, ['architect/plat-architect.ts', 'serve', '--quiet'], {
      cwd: PROJECT_ROOT,
      env: { ...process.env, PLAT_HOME: place.home, ...place.environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }

  private async kill(): Promise<void> {
    this.place.agent!.destroy()
    this.child.kill('SIGKILL')
    await once(this.child, 'exit')
  }

  private async answering(): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      if (await this.send('/api/scenes').catch(() => null)) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('The service does not answer.')
  }
}
