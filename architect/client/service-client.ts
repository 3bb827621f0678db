import { z } from 'zod'
import { StepError } from '../../terminal/step-error.ts'
import {
  SCENE_REQUEST_MS,
  type Service,
  type ServiceAnswer,
  type ServiceRequest,
  sendRequest,
} from './http-requests.ts'
import { parseJson } from './typed-json.ts'

const Project = z.object({
  id: z.string(),
  name: z.string(),
  draftVersion: z.int().nullable(),
  sceneHash: z.string().nullable(),
  editorUrl: z.string(),
})
export type RemoteProject = z.infer<typeof Project>

const Replaced = z.object({ draftVersion: z.int() })
const Saved = z.object({ version: z.int(), didSave: z.boolean() })
const Published = z.object({
  publishedVersion: z.int(),
  didSaveVersion: z.boolean(),
  didPublishVersion: z.boolean(),
})

/** A scene file as a service sent it. */
export interface RemoteScene {
  text: string
  /** The version of the draft; null where it is a saved version. */
  draftVersion: number | null
  /** The number of the saved version; null where it is the draft. */
  version: number | null
}

/** The routes of a service of projects that the commands call, see architect/service/README.md. */
export class ServiceClient {
  readonly url: string
  private readonly service: Service
  private readonly step: string

  /** `step` is the command, for messages. */
  constructor(service: Service, step: string) {
    this.url = service.url
    this.service = service
    this.step = step
  }

  /** Throws where the key is not accepted. */
  async checkKey(): Promise<void> {
    const answer = await this.get('/api/scenes?limit=1')
    this.parse(z.object({ scenes: z.array(Project) }), answer)
  }

  async project(id: string): Promise<RemoteProject> {
    return this.parse(Project, await this.get(pathOf(id)))
  }

  /** Not sent again when its answer is lost: that would make a second project. */
  async create(fields: {
    name: string
    organizationId?: string
    scene: unknown
  }): Promise<RemoteProject> {
    const body = JSON.stringify(fields)
    const sent = { path: '/api/scenes', body, isRepeatable: false, deadline_ms: SCENE_REQUEST_MS }
    return this.parse(Project, await this.send({ method: 'POST', ...sent }))
  }

  /** `version` is `draft`, `latest`, `published` or a number; without one the service chooses. */
  async scene(id: string, version?: string): Promise<RemoteScene> {
    const query = version === undefined ? '' : `?version=${encodeURIComponent(version)}`
    const path = `${pathOf(id)}/scene${query}`
    const sent = { path, isRepeatable: true, deadline_ms: SCENE_REQUEST_MS }
    const { text, headers } = await this.send({ method: 'GET', ...sent })
    const numberOf = (name: string) => {
      const value = headers.get(name)
      return value !== null && /^\d{1,10}$/.test(value) ? Number(value) : null
    }
    return {
      text,
      draftVersion: numberOf('x-svc-draft-version'),
      version: numberOf('x-svc-version'),
    }
  }

  /** Replaces the draft if it is at `expectedVersion`; returns its version after that. */
  async replace(
    id: string,
    body: string,
    { expectedVersion, operationId }: { expectedVersion: number; operationId: string },
  ): Promise<number> {
    const query = `expectedVersion=${expectedVersion}&operationId=${encodeURIComponent(operationId)}`
    const path = `${pathOf(id)}/scene?${query}`
    const sent = { path, body, isRepeatable: true, deadline_ms: SCENE_REQUEST_MS }
    return this.parse(Replaced, await this.send({ method: 'PUT', ...sent })).draftVersion
  }

  /** A draft that is saved already is not saved again. */
  async save(id: string, fields: { label?: string; expectedVersion: number }) {
    return this.parse(Saved, await this.post(`${pathOf(id)}/save`, fields))
  }

  /** A version that is published already is not published again. */
  async publish(id: string, fields: { label?: string; expectedVersion: number }) {
    return this.parse(Published, await this.post(`${pathOf(id)}/publish`, fields))
  }

  /** The address of the published GLB file and its version, or when to look again. */
  async publishedFile(
    id: string,
  ): Promise<{ location: string; version: string } | { retryAfter_s: number }> {
    const answer = await this.get(`${pathOf(id)}/glb`)
    const { status, headers } = answer
    const location = headers.get('location')
    if (status === 307 && location !== null)
      return { location, version: headers.get('x-svc-version') ?? '' }
    if (status !== 202) throw this.notOfService(answer)
    return { retryAfter_s: Math.max(1, Number(headers.get('retry-after')) || 1) }
  }

  private async get(path: string): Promise<ServiceAnswer> {
    return await this.send({ method: 'GET', path, isRepeatable: true })
  }

  private async post(path: string, fields: object): Promise<ServiceAnswer> {
    const body = JSON.stringify(fields)
    return await this.send({ method: 'POST', path, body, isRepeatable: true })
  }

  private async send(request: Omit<ServiceRequest, 'step'>): Promise<ServiceAnswer> {
    return await sendRequest(this.service, { step: this.step, ...request })
  }

  private parse<T>(type: z.ZodType<T>, answer: ServiceAnswer): T {
    try {
      return parseJson(type, answer.text)
    } catch (cause) {
      throw this.notOfService(answer, cause)
    }
  }

  private notOfService({ status, headers }: ServiceAnswer, cause?: unknown): StepError {
    const id = headers.get('request-id') ?? 'no request id'
    const problem = `its answer with status ${status} is not that of a service of projects (${id})`
    const remedy = 'Check the address: plat-architect login --url <address of the service>.'
    return new StepError(this.step, this.url, problem, remedy, { cause })
  }
}

const pathOf = (id: string): string => `/api/scenes/${encodeURIComponent(id)}`
