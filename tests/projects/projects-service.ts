import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Scope } from '../../accounts/accounts.ts'
import { user } from '../../accounts/database/schema.ts'
import { type OpenAccounts, openAccounts } from '../../accounts/open-accounts.ts'
import type { BlobPlace } from '../../architect/blobs/blob-settings.ts'
import { type OpenArchitect, openArchitect } from '../../architect/service/open-architect.ts'
import type { TurnSettings } from '../../architect/service/turn-settings.ts'
import { openProjects } from '../../architect/store/open-projects.ts'
import type { ProjectStore } from '../../architect/store/project-store.ts'
import type { GeodataPlace } from '../../architect/survey/geodata-settings.ts'
import { DIRECT } from '../../http/reach.ts'
import { type AccountsEngine, CHEAP_HASH } from '../accounts/accounts-on.ts'

const ALL_SCOPES: Scope[] = ['projects:edit', 'projects:publish', 'projects:download']

export type Sent = Omit<InjectOptions, 'payload'> & { payload?: unknown; key?: string | null }

interface ServiceOptions {
  /** True to serve the reference too, as the service alone does. */
  hasReference?: boolean
  blobs?: BlobPlace
  turns?: TurnSettings
  geodata?: GeodataPlace
  now?: () => number
  /** Whether requests come from another thread, on behalf of clients. */
  isForwarded?: boolean
}

/** The service of projects on a database of its own, without a socket. */
export class ProjectsService {
  readonly accounts: OpenAccounts
  readonly store: ProjectStore
  readonly opened: OpenArchitect
  /** Errors behind answers 500 and 503. */
  readonly failures: unknown[]
  /** Its own folder, with the blobs below. */
  readonly folder: string
  /** The key of a person with all scopes, used where a request names no other. */
  key = ''
  /** The id of that person. */
  personId = ''
  private readonly closeAll: () => Promise<void>
  private people = 0

  private constructor(
    parts: Pick<ProjectsService, 'accounts' | 'store' | 'opened' | 'failures' | 'folder'>,
    closeAll: () => Promise<void>,
  ) {
    this.accounts = parts.accounts
    this.store = parts.store
    this.opened = parts.opened
    this.failures = parts.failures
    this.folder = parts.folder
    this.closeAll = closeAll
  }

  static async open(
    engine: AccountsEngine,
    { blobs, turns, geodata, now, isForwarded, hasReference }: ServiceOptions = {},
  ): Promise<ProjectsService> {
    const folder = mkdtempSync(join(tmpdir(), 'plat-projects-'))
    const failures: unknown[] = []
    const onFailure = (error: unknown) => failures.push(error)
    const note = () => {}
    const accounts = await openAccounts(await engine.settings(), { hashCost: CHEAP_HASH, note })
    const signingKey = accounts.secretFor('files of projects')
    const projects = await openProjects(accounts.database, {
      signingKey,
      limits: accounts.limits,
      onFailure,
    })
    const opened = await openArchitect({
      accounts,
      store: projects.store,
      blobs: blobs ?? { kind: 'folder', folder: join(folder, 'blobs') },
      turns,
      geodata,
      reach: DIRECT,
      isForwarded,
      hasReference,
      onFailure,
      now,
    })
    const { store } = projects
    const service = new ProjectsService({ accounts, store, opened, failures, folder }, async () => {
      await opened.close()
      await projects.close()
      await accounts.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const { id, key } = await service.person()
    service.personId = id
    service.key = key
    return service
  }

  /** A person with an Architect key. */
  async person(scopes = ALL_SCOPES): Promise<{ id: string; key: string }> {
    const id = `person-${++this.people}`
    await this.accounts.database.tables
      .insert(user)
      .values({ id, name: `Person ${this.people}`, email: `${id}@example.com` })
    return { id, key: await this.keyOf(id, scopes) }
  }

  async keyOf(id: string, scopes = ALL_SCOPES): Promise<string> {
    const owner = { user: id }
    return (await this.accounts.keys.create({ kind: 'architect', name: 'tests', owner, scopes }))
      .key
  }

  /** Sends a request with a key: that of the first person, or none with `key: null`. */
  async send(url: string, { key = this.key, payload, ...sent }: Sent = {}) {
    const bearer = key === null ? {} : { authorization: `Bearer ${key}` }
    return (await this.opened.app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url: url.startsWith('/') ? url : `/api/scenes/${url}`,
      ...sent,
      ...(payload !== undefined && { payload: payload as string }),
      headers: { host: 'plat.example', ...bearer, ...sent.headers },
    })) as LightMyRequestResponse
  }

  /** The JSON of an answer that must have this status. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare the fields of answers
  async json<Answer = Record<string, any>>(
    url: string,
    sent: Sent = {},
    status = 200,
  ): Promise<Answer> {
    const answer = await this.send(url, sent)
    if (answer.statusCode !== status)
      throw new Error(`${url}: ${answer.statusCode} instead of ${status}: ${answer.body}`)
    return answer.json()
  }

  /** A new project of the first person, or with another key; returns its id. */
  async project(body: Record<string, unknown> = {}, key = this.key): Promise<string> {
    const payload = { name: 'House', ...body }
    const { id } = await this.json('/api/scenes', { payload, key }, 201)
    return id as string
  }

  async close(): Promise<void> {
    await this.closeAll()
  }
}
