import { expect } from 'vitest'
import {
  changed,
  type ModelChange,
  NEW_PROJECT,
  type ProjectModel,
  possibleChanges,
} from './project-model.ts'
import type { ProjectsHome } from './projects-home.ts'
import type { ProcessAnswer, ProjectsProcess } from './projects-process.ts'

const EDITS_REMEMBERED = 20
/** After its database and storage are back the service answers within this time. */
const RECOVERY_MAX_MS = 20_000
/** A service that cannot store anything now: the change is made or not. */
const REFUSALS = [503, 507]
const ROW = 20

/** A client that changes one project at random, one change after the other, and its model. */
export class ProjectClient {
  readonly id: string
  /** Kinds of the changes that were made although their answer was lost. */
  readonly unconfirmed: string[] = []
  /** Versions that were published, one after the other. */
  readonly publications = new Set<number>()
  /** Answers that the service cannot store anything now. */
  readonly refusals: ProcessAnswer[] = []
  private readonly home: ProjectsHome
  private readonly random: () => number
  private model = NEW_PROJECT
  private walls = 0
  /** The change whose answer has not come. */
  private sent: ModelChange | null = null
  /** Answers by the number of the wall. */
  private readonly answered = new Map<number, Record<string, unknown>>()

  private constructor(id: string, home: ProjectsHome, random: () => number) {
    this.id = id
    this.home = home
    this.random = random
  }

  static async create(service: ProjectsProcess, home: ProjectsHome, random: () => number) {
    const payload = { name: NEW_PROJECT.name }
    const { status, json } = await service.send('/api/scenes', { key: home.key, payload })
    expect(status).toBe(201)
    return new ProjectClient(json.id, home, random)
  }

  /** Sends changes until one has no answer, or is refused for now, or all is over. */
  async workUntilLost(service: ProjectsProcess, isOver = () => false): Promise<void> {
    while (!isOver()) {
      this.sent = this.pick()
      const answer = await this.send(service, this.sent).catch(() => null)
      if (!answer) return
      if (REFUSALS.includes(answer.status)) {
        expect(answer.headers).toMatchObject({
          'retry-after': expect.stringMatching(/^[1-9]\d*$/),
          'x-should-retry': 'false',
        })
        this.refusals.push(answer)
        return
      }
      expect([answer.status, answer.json.error]).toEqual([
        answer.status === 204 ? 204 : 200,
        undefined,
      ])
      this.confirm(this.sent, answer)
    }
  }

  /**
   * Compares the project with the model, with or without the change whose answer was lost. A
   * patient one waits first until the service is well.
   */
  async verify(service: ProjectsProcess, { isPatient = false } = {}): Promise<void> {
    if (isPatient) await this.expectWell(service)
    const { sent, model } = this
    const seen = await this.read(service)
    const without = shownOf(model)
    if (sent) {
      const made = changed(model, sent)
      const isMade = JSON.stringify(seen) !== JSON.stringify(without)
      expect(seen).toEqual(isMade ? shownOf(made) : without)
      if (isMade) {
        this.unconfirmed.push(sent.kind)
        this.model = made
        if (sent.kind === 'publish') this.publications.add(made.publishedVersion!)
      }
      this.sent = null
      if (sent.kind === 'edit') await this.repeatLost(service, sent, isMade)
    } else expect(seen).toEqual(without)
    await this.repeatAnswered(service)
  }

  /** Compares the scene of every version. */
  async verifyVersions(service: ProjectsProcess): Promise<void> {
    if (this.model.isTrashed) {
      await this.send(service, { kind: 'undelete' })
      this.model = changed(this.model, { kind: 'undelete' })
    }
    for (const [at, walls] of this.model.versions.entries())
      expect(await this.wallsOf(service, `${at + 1}`)).toEqual(walls)
    const next = `${this.id}/versions/${this.model.versions.length + 1}`
    expect((await service.send(next, { key: this.home.key })).status).toBe(404)
  }

  /** Reads and writes are answered again, and the storage takes a scene. */
  private async expectWell(service: ProjectsProcess): Promise<void> {
    const { key } = this.home
    const read = async () => (await service.send('/api/scenes', { key })).status
    await expect.poll(read, { timeout: RECOVERY_MAX_MS, interval: 100 }).toBe(200)
    const write = async () =>
      (await service.send('/api/scenes', { key, payload: { name: 'Probe' } })).status
    await expect.poll(write, { timeout: RECOVERY_MAX_MS, interval: 100 }).toBe(201)
  }

  private pick(): ModelChange {
    const kinds = possibleChanges(this.model)
    const kind = kinds[Math.floor(this.random() * kinds.length)]
    switch (kind) {
      case 'edit':
        return { kind, wall: ++this.walls }
      case 'restore':
        return { kind, version: 1 + Math.floor(this.random() * this.model.versions.length) }
      case 'rename':
        return { kind, name: `House ${Math.floor(this.random() * 1e9)}` }
      default:
        return { kind }
    }
  }

  private async send(service: ProjectsProcess, change: ModelChange): Promise<ProcessAnswer> {
    const { key } = this.home
    const { id } = this
    switch (change.kind) {
      case 'edit':
        return await service.send(`${id}/operations`, { key, payload: wallCall(change.wall) })
      case 'rename':
        return await service.send(id, { key, method: 'PATCH', payload: { name: change.name } })
      case 'trash':
        return await service.send(id, { key, method: 'DELETE' })
      case 'undelete':
        return await service.send(`${id}/undelete`, { key, method: 'POST' })
      case 'restore':
        return await service.send(`${id}/restore`, { key, payload: { version: change.version } })
      default:
        return await service.send(`${id}/${change.kind}`, { key, payload: {} })
    }
  }

  private confirm(change: ModelChange, { json }: ProcessAnswer): void {
    this.model = changed(this.model, change)
    this.sent = null
    const { draftVersion, versions, publishedVersion } = this.model
    if (change.kind === 'save') expect(json.version).toBe(versions.length)
    if (change.kind === 'publish') {
      expect(json.publishedVersion).toBe(publishedVersion)
      this.publications.add(publishedVersion!)
    }
    if (['edit', 'undo', 'redo', 'restore'].includes(change.kind))
      expect(json.draftVersion).toBe(draftVersion)
    if (change.kind !== 'edit') return
    this.answered.set(change.wall, json)
    if (this.answered.size > EDITS_REMEMBERED)
      this.answered.delete(this.answered.keys().next().value!)
  }

  /** An edit whose answer was lost is made once by a repeated call, and not twice. */
  private async repeatLost(service: ProjectsProcess, sent: ModelChange, isMade: boolean) {
    const answer = await this.send(service, sent)
    expect([answer.status, answer.json.repeated]).toEqual([200, isMade ? true : undefined])
    if (!isMade) this.confirm(sent, answer)
  }

  /** Edits that were answered get their first answer again. */
  private async repeatAnswered(service: ProjectsProcess): Promise<void> {
    if (this.model.isTrashed) return
    const [wall, first] =
      [...this.answered].at(Math.floor(this.random() * this.answered.size)) ?? []
    if (wall === undefined) return
    const { json } = await this.send(service, { kind: 'edit', wall })
    const { isUndone: _, ...again } = json
    expect(again).toEqual({ ...first, repeated: true })
  }

  /** The project as `shownOf` has it, read by several requests. */
  private async read(service: ProjectsProcess) {
    const { id } = this
    const { key } = this.home
    const found = await service.send(id, { key })
    if (found.status === 404) {
      const { json } = await service.send('/api/scenes?trash=true', { key })
      const row = json.scenes.find((each: { id: string }) => each.id === id)
      return { ...pickShown(row), isTrashed: true, walls: null, latestWalls: null }
    }
    expect(found.status).toBe(200)
    const { latestVersion } = found.json
    return {
      ...pickShown(found.json),
      isTrashed: false,
      walls: await this.wallsOf(service, 'draft'),
      latestWalls: latestVersion === null ? null : await this.wallsOf(service, `${latestVersion}`),
    }
  }

  private async wallsOf(service: ProjectsProcess, named: string): Promise<number[]> {
    const { key } = this.home
    const { status, json } = await service.send(`${this.id}/scene?version=${named}`, { key })
    expect(status).toBe(200)
    return wallsIn(json)
  }
}

/** The call that adds the wall of this number, in a grid without neighbours. */
export function wallCall(wall: number) {
  const [x, y] = [5 * (wall % ROW), 2 * Math.floor(wall / ROW)]
  const operations = [{ tool: 'create_wall', arguments: { start: [x, y], end: [x + 3, y] } }]
  return { operations, operationId: `wall-${wall}` }
}

/** Numbers of the walls of a scene file, in the order in which they were made. */
export function wallsIn(scene: Record<string, unknown>): number[] {
  const nodes = Object.values(scene.nodes as Record<string, WallNode>)
  const walls = nodes.filter(({ kind }) => kind === 'wall')
  const numberOf = ({ id }: WallNode) => Number(id.split('_').at(-1))
  walls.sort((a, b) => numberOf(a) - numberOf(b))
  return walls.map(({ start: [x, y] }) => x / 5 + (ROW * y) / 2)
}

interface WallNode {
  id: string
  kind: string
  start: [number, number]
}

function shownOf({ versions, ...model }: ProjectModel) {
  const { name, isTrashed, draftVersion, publishedVersion, walls } = model
  const latest = versions.at(-1) ?? null
  return {
    name,
    draftVersion,
    latestVersion: versions.length || null,
    publishedVersion,
    unsavedChanges: `${latest}` !== `${walls}`,
    isTrashed,
    walls: isTrashed ? null : walls,
    latestWalls: isTrashed ? null : latest,
  }
}

function pickShown(row: Record<string, unknown>) {
  const { name, draftVersion, latestVersion, publishedVersion, unsavedChanges } = row
  return { name, draftVersion, latestVersion, publishedVersion, unsavedChanges }
}
