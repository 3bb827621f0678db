import { expect } from 'vitest'
import type { Caller } from '../../accounts/accounts.ts'
import { JobRunner } from '../../architect/jobs/job-runner.ts'
import type { ToolCall } from '../../architect/jobs/service-tool.ts'
import { generateStudioMedia, mediaInput } from '../../architect/media/generate-media.ts'
import { type MediaParts, studioMedia } from '../../architect/media/media-job.ts'
import { type MediaModel, mediaModels } from '../../architect/media/media-models.ts'
import { StudioClient } from '../../architect/media/studio-client.ts'
import type { Scene } from '../../architect/scene/scene.ts'
import { ledgerFaults, readBalance } from '../../architect/store/credits.ts'
import type { AccountsEngine } from '../accounts/accounts-on.ts'
import { smallHouse } from '../houses/small-house.ts'
import { type LocalStudio, localStudio, STUDIO_KEY } from '../servers/local-studio.ts'
import { ProjectsService } from './projects-service.ts'

/** Thousandths of credits. */
export const PRICES = { 'plat-picture': 500, 'plat-turntable': 2_000 }
export const STUDIO_MODELS = [{ id: 'studio-1', price: 3_000 }]
export const START = 20_000
export const NOW = Date.parse('2026-11-27T05:00:00Z')

/** The models of the service with few pixels. */
export const SMALL_MODELS: MediaModel[] = mediaModels(PRICES, STUDIO_MODELS).map((model) => {
  const sizes = Object.entries(model.sizes).map(([ratio, { width, height }]) => [
    ratio,
    { width: Math.round(width / 15), height: Math.round(height / 15) },
  ])
  return { ...model, passes: 1, sizes: Object.fromEntries(sizes) }
})

// biome-ignore lint/suspicious/noExplicitAny: tests compare the fields of answers
type Answer = Record<string, any>

/** Projects with a provider of pictures, and one person's project with a runner of paid jobs. */
export class MediaGround {
  readonly service: ProjectsService
  readonly studio: LocalStudio
  runner: JobRunner
  caller!: Caller
  key = ''
  projectId = ''
  private calls = 0

  private constructor(service: ProjectsService, studio: LocalStudio) {
    this.service = service
    this.studio = studio
    this.runner = this.runnerOf()
  }

  static async open(engine: AccountsEngine): Promise<MediaGround> {
    const service = await ProjectsService.open(engine, { now: () => NOW })
    return new MediaGround(service, await localStudio())
  }

  /** Another person with a project of this scene, and a provider without faults. */
  async reset(scene: Scene = smallHouse()): Promise<void> {
    const { service, studio } = this
    const { id, key } = await service.person()
    this.key = key
    this.caller = {
      kind: 'session',
      credential_id: id,
      account: { id, kind: 'person' },
      workspace: { kind: 'personal', id },
      scopes: ['projects:edit', 'projects:download'],
      plan: 'free',
    }
    this.projectId = await service.project({ scene }, key)
    studio.requests.length = 0
    studio.fault = null
    await this.runner.close()
    this.runner = this.runnerOf()
  }

  /** A runner with the tool, which makes small pictures at a fixed time unless `more` differs. */
  runnerOf(more: Partial<MediaParts> = {}): JobRunner {
    const { store, scenes, blobs, views, linkKey } = this.service.opened.parts
    const settings = { url: this.studio.url, key: STUDIO_KEY, models: STUDIO_MODELS }
    const client = new StudioClient(settings, { request_ms: 600, retry_ms: 1 })
    const tool = studioMedia({
      ...{ store, scenes, blobs, views, linkKey, prices: PRICES, models: SMALL_MODELS },
      studio: { client, models: STUDIO_MODELS },
      now: () => NOW,
      ...more,
    })
    const onFailure = (error: unknown) => void this.service.failures.push(error)
    return new JobRunner({ store, startingCredits: START, onFailure }, [tool])
  }

  get call(): ToolCall {
    return { caller: this.caller, projectId: this.projectId, origin: 'http://plat.example' }
  }

  /** Calls the tool as a client does, with arguments that were parsed. */
  async make(given: Record<string, unknown> = {}, runner = this.runner): Promise<Answer> {
    const more = { modelId: 'plat-picture', operationId: `op-${++this.calls}`, maxCredits: 5 }
    return await generateStudioMedia.run(runner, this.call, mediaInput.parse({ ...more, ...given }))
  }

  /** The bytes of a file by its signed address, without a key. */
  async download(url: string): Promise<Buffer> {
    const answer = await this.service.send(url.replace('http://plat.example', ''), { key: null })
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
    return answer.rawPayload
  }

  /** The media of the project over HTTP. */
  async listed(): Promise<Answer[]> {
    return (await this.service.json(`${this.projectId}/media`, { key: this.key })).media
  }

  /** Thousandths that were charged; nothing may be reserved. */
  async spent(): Promise<number> {
    const { tables } = this.service.accounts.database
    const { spent, reserved } = await readBalance(tables, this.caller.workspace)
    expect(reserved).toBe(0)
    return spent
  }

  /** Ends the leases of all jobs, as if their processes had ended. */
  async endLeases(): Promise<void> {
    await this.service.accounts.database.run(
      `UPDATE tool_job SET lease_ends_at = now() - interval '1 s'`,
    )
  }

  async close(): Promise<void> {
    await this.runner.close()
    expect(this.service.failures).toEqual([])
    expect(await ledgerFaults(this.service.accounts.database.tables)).toEqual([])
    await this.service.close()
    await this.studio.close()
  }
}
