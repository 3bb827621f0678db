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

  private async hasEnded(service: ProjectsProcess, id: string): Promise<boolean> {
    for (;;) {
      const read = await this.read(service, id).catch(() => null)
      if (!read) return false
      expect(read.status).toBe(200)
      if (ENDED.includes(read.json.status)) return true
      await new Promise((resolve) => setTimeout(resolve, 30))
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

/** The scenario of a turn that adds a room of its own with a door, in four answers. */
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
        ],
        usage: { input: 1_200, output: 50 },
        delay_ms,
      },
      { text: `Room ${room} is there.`, usage: { input: 1_500, output: 20 }, delay_ms },
    ],
  }
}
