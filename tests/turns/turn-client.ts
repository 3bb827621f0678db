import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ProjectsHome } from '../projects/projects-home.ts'
import type { ProcessAnswer, ProjectsProcess } from '../projects/projects-process.ts'

const ENDED = ['completed', 'incomplete', 'failed', 'cancelled']

/** A client that sends turns on one project, one after the other, with a key for each. */
export class TurnClient {
  readonly projectId: string
  /** Ids of turns by the number of the room that each adds. */
  readonly turns = new Map<number, string>()
  private readonly home: ProjectsHome
  private readonly key: string
  /** The room whose turn is sent or followed. */
  private room = 0
  /** Requests without an answer 200. */
  refusals = 0

  private constructor(projectId: string, home: ProjectsHome) {
    this.projectId = projectId
    this.home = home
    this.key = home.key
  }

  static async create(service: ProjectsProcess, home: ProjectsHome): Promise<TurnClient> {
    const payload = { name: 'House' }
    const { status, json } = await service.send('/api/scenes', { key: home.key, payload })
    expect(status).toBe(201)
    return new TurnClient(json.id, home)
  }

  /** Sends turns and follows each to its end, until the service is lost or `rooms` are sent. */
  async workUntilLost(service: ProjectsProcess, rooms: number): Promise<void> {
    while (this.room < rooms) {
      const answer = await this.send(service, this.room).catch(() => null)
      if (!answer) return
      expect(answer.status, answer.bytes.toString()).toBe(200)
      const known = this.turns.get(this.room)
      // The key of a repeated request finds the first turn, whatever was lost in between.
      if (known !== undefined) expect(answer.json.id).toBe(known)
      this.turns.set(this.room, answer.json.id)
      if (!(await this.hasEnded(service, answer.json.id))) return
      this.room += 1
    }
  }

  /**
   * Sends turns and follows each to its end, through refusals and lost connections: the next
   * request goes to what `service` returns then. Ends after the turn that runs when `isOver`.
   */
  async workThrough(service: () => ProjectsProcess, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const sent = await this.patiently(() => this.send(service(), this.room))
      const known = this.turns.get(this.room)
      if (known !== undefined) expect(sent.json.id).toBe(known)
      this.turns.set(this.room, sent.json.id)
      const status = async () =>
        (await this.patiently(() => this.read(service(), sent.json.id))).json.status
      while (!ENDED.includes(await status())) await sleep(50)
      this.room += 1
    }
  }

  /** Repeats a request until it is answered 200; what is not is a refusal, or no answer. */
  private async patiently(request: () => Promise<ProcessAnswer>): Promise<ProcessAnswer> {
    for (;;) {
      const answer = await request().catch(() => null)
      if (answer?.status === 200) return answer
      if (answer) expect(answer.status, answer.bytes.toString()).toBe(503)
      this.refusals += 1
      await sleep(100)
    }
  }

  private async hasEnded(service: ProjectsProcess, id: string): Promise<boolean> {
    for (;;) {
      const read = await this.read(service, id).catch(() => null)
      if (!read) return false
      expect(read.status).toBe(200)
      if (ENDED.includes(read.json.status)) return true
      await sleep(100)
    }
  }

  read(service: ProjectsProcess, id: string): Promise<ProcessAnswer> {
    return service.send(`/v1/responses/${id}?include=svc.tool_calls`, { key: this.home.key })
  }

  private send(service: ProjectsProcess, room: number): Promise<ProcessAnswer> {
    return service.send('/v1/responses', {
      key: this.key,
      headers: { 'idempotency-key': `room-${room}`, 'x-svc-project': this.projectId },
      payload: { model: 'architect', input: `Add room ${room}`, background: true },
    })
  }
}

/** Rooms that the turns of one project leave: a building that grows takes longer each time. */
const ROOMS_LEFT = 10

/**
 * The scenario of a turn that adds a room of its own with a door, and deletes the one of an earlier
 * turn, in three answers.
 */
export function roomScenario(room: number, delay_ms: number) {
  const [x, z] = [(room % 20) * 6, Math.floor(room / 20) * 6]
  const polygon = [
    [x, z],
    [x + 4, z],
    [x + 4, z + 3],
    [x, z + 3],
  ]
  return {
    match: `room ${room}$`,
    steps: [
      {
        reasoning: 'A room of 4 by 3 m.',
        calls: [{ tool: 'create_room', arguments: { label: `Room ${room}`, polygon } }],
        usage: { input: 1_000, output: 100 },
        delay_ms,
      },
      {
        calls: [
          { tool: 'add_door', arguments: { wallId: '$0.wallIds.2', offset: 1 } },
          { tool: 'get_zones' },
          ...(room < ROOMS_LEFT ? [] : [deleting(`Room ${room - ROOMS_LEFT}`)]),
        ],
        usage: { input: 1_200, output: 50 },
        delay_ms,
      },
      { text: `Room ${room} is there.`, usage: { input: 1_500, output: 20 }, delay_ms },
    ],
  }
}

const deleting = (zoneId: string) => ({
  tool: 'delete_room',
  arguments: { zoneId, walls: 'remove', floor: 'remove' },
})
