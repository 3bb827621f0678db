import { count, eq } from 'drizzle-orm'
import OpenAI from 'openai'
import OpenAI6 from 'openai6'
import type { TurnSettings } from '../../architect/service/turn-settings.ts'
import { turn } from '../../architect/store/turn-schema.ts'
import type { AccountsEngine } from '../accounts/accounts-on.ts'
import { ProjectsService } from '../projects/projects-service.ts'

/** How the official client is made for a test. */
interface ClientOptions {
  apiKey?: string
  baseURL?: string
  maxRetries?: number
  timeout?: number
}

/** The service of projects with turns on a socket, for clients that speak HTTP. */
export class TurnServer {
  readonly service: ProjectsService
  /** `http://127.0.0.1:{port}` */
  readonly origin: string

  private constructor(service: ProjectsService, origin: string) {
    this.service = service
    this.origin = origin
  }

  static async open(engine: AccountsEngine, turns: TurnSettings): Promise<TurnServer> {
    const service = await ProjectsService.open(engine, { turns })
    return new TurnServer(service, await service.opened.app.listen({ host: '127.0.0.1', port: 0 }))
  }

  get baseURL(): string {
    return `${this.origin}/v1`
  }

  /** The official client, current and one major before, each with a key of its own. */
  async clients(options: ClientOptions = {}): Promise<[name: string, client: OpenAI][]> {
    const settings = async () => ({
      apiKey: await this.service.keyOf(this.service.personId),
      baseURL: this.baseURL,
      ...options,
    })
    return [
      ['openai 7', new OpenAI(await settings())],
      // The two differ in types that no test uses.
      ['openai 6', new OpenAI6(await settings()) as unknown as OpenAI],
    ]
  }

  async client(options: ClientOptions = {}): Promise<OpenAI> {
    return (await this.clients(options))[0][1]
  }

  /** A request with the key of the first person, unless `headers` has another. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const { key } = this.service
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    return await fetch(this.origin + path, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    })
  }

  /** Sends a JSON body with POST. */
  async post(path: string, body: unknown, headers: Record<string, string> = {}) {
    return await this.fetch(path, { method: 'POST', body: JSON.stringify(body), headers })
  }

  /** Turns of a project in the database. */
  async turnsOf(projectId: string): Promise<number> {
    const { tables } = this.service.accounts.database
    const [{ found }] = await tables
      .select({ found: count() })
      .from(turn)
      .where(eq(turn.projectId, projectId))
    return found
  }

  async close(): Promise<void> {
    await this.service.close()
  }
}
