import { expect } from 'vitest'
import type { Caller } from '../../accounts/accounts.ts'
import { JobRunner } from '../../architect/jobs/job-runner.ts'
import { nodesOf, type Scene } from '../../architect/scene/scene.ts'
import type { Survey, SurveyLayer } from '../../architect/scene/survey.ts'
import { ledgerFaults, readBalance } from '../../architect/store/credits.ts'
import { GeodataClient } from '../../architect/survey/geodata-client.ts'
import type { GeodataPlace } from '../../architect/survey/geodata-settings.ts'
import { pullInput, pullSiteData, sitePull } from '../../architect/survey/pull-site.ts'
import type { AccountsEngine } from '../accounts/accounts-on.ts'
import {
  type Fault,
  INNER_ADDRESS,
  type LocalGeodata,
  localGeodata,
  type Recorded,
} from '../servers/local-geodata.ts'
import { ProjectsService } from './projects-service.ts'

/** Thousandths of credits. */
export const PULL_PRICE = 2_000
const START = 10_000
const NOW = Date.parse('2026-11-27T05:00:00Z')

/** Projects with a geodata service, and one person's project with a runner of paid jobs. */
export class SurveyGround {
  readonly service: ProjectsService
  readonly geodata: LocalGeodata
  runner: JobRunner
  caller!: Caller
  projectId = ''
  private calls = 0

  private constructor(service: ProjectsService, geodata: LocalGeodata) {
    this.service = service
    this.geodata = geodata
    this.runner = this.runnerOn(geodata)
  }

  static async open(engine: AccountsEngine): Promise<SurveyGround> {
    return new SurveyGround(await ProjectsService.open(engine), await localGeodata())
  }

  /** Another person with another project, and a service that has no faults. */
  async reset(): Promise<void> {
    const { service, geodata } = this
    const { id } = await service.person()
    this.caller = {
      kind: 'session',
      credential_id: id,
      account: { id, kind: 'person' },
      workspace: { kind: 'personal', id },
      scopes: ['projects:edit'],
      plan: 'free',
    }
    this.projectId = await service.project({}, await service.keyOf(id))
    geodata.requests.length = 0
    geodata.fault = () => false
    geodata.change = () => {}
    await this.runner.close()
    this.runner = this.runnerOn(geodata)
  }

  runnerOn(place: GeodataPlace | null): JobRunner {
    const { store, scenes, editor } = this.service.opened.parts
    const geodata = new GeodataClient(place, { request_ms: 400, retry_ms: 1 })
    const how = { price: PULL_PRICE, now: () => NOW, terrainWait_ms: 1 }
    const tool = sitePull({ store, scenes, editor, geodata, ...how })
    const onFailure = (error: unknown) => void this.service.failures.push(error)
    return new JobRunner({ store, startingCredits: START, onFailure }, [tool])
  }

  get call() {
    return { caller: this.caller, projectId: this.projectId }
  }

  /** Calls the tool as a client does, with arguments that were parsed. */
  async pull(
    given: Record<string, unknown> = { address: INNER_ADDRESS },
    runner = this.runner,
  ): Promise<Recorded> {
    const more = { operationId: `op-${++this.calls}`, maxCredits: 5 }
    return await pullSiteData.run(runner, this.call, pullInput.parse({ ...more, ...given }))
  }

  async scene(): Promise<Scene> {
    const { store, scenes } = this.service.opened.parts
    return await scenes.get((await store.readDraft(this.caller, this.projectId)).sceneBlob)
  }

  async survey(): Promise<Survey> {
    return nodesOf(await this.scene(), 'site')[0].survey!
  }

  async layer(name: string): Promise<SurveyLayer> {
    return (await this.survey()).layers.find((each) => each.name === name)!
  }

  /** Thousandths that were charged; nothing may be reserved. */
  async spent(): Promise<number> {
    const { tables } = this.service.accounts.database
    const { spent, reserved } = await readBalance(tables, this.caller.workspace)
    expect(reserved).toBe(0)
    return spent
  }

  async close(): Promise<void> {
    await this.runner.close()
    expect(this.service.failures).toEqual([])
    expect(await ledgerFaults(this.service.accounts.database.tables)).toEqual([])
    await this.service.close()
    await this.geodata.close()
  }
}

/** A fault that answers each request in this way. */
export const answering =
  (status: number, text: string, headers: Record<string, string> = {}): Fault =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(text)
    return true
  }
