import { afterEach, beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { onEachEngine } from '../accounts/accounts-on.ts'
import { wallCall, wallsIn } from './project-client.ts'
import { changed, type ModelChange, NEW_PROJECT, type ProjectModel } from './project-model.ts'
import { ProjectsHome } from './projects-home.ts'
import { type ProcessAnswer, ProjectsProcess } from './projects-process.ts'

const EDITS = 1_000
const STATED_ATTEMPTS = 3
const CLIENTS = [2, 8]

/** Changes and reads of a draft with the version that each was answered with. */
interface Seen {
  changes: Map<number, ModelChange>
  reads: { version: number; walls: number[] }[]
  versions: number[]
}

onEachEngine((engine) => {
  let home: ProjectsHome
  let services: ProjectsProcess[]
  beforeEach(async () => {
    home = await ProjectsHome.make(engine)
    const processes = engine.name === 'PostgreSQL' ? 2 : 1
    services = Array.from({ length: processes }, () => new ProjectsProcess(home.place()))
    for (const service of services) await service.open()
  })
  afterEach(async () => {
    for (const service of services) await service.kill()
    home.remove()
  })

  test.each(CLIENTS)(
    `%i clients of one draft lose no edit in ${EDITS} changes, and read no torn scene`,
    async (clients) => {
      const made = await services[0].send('/api/scenes', {
        key: home.key,
        payload: { name: 'House' },
      })
      const { id } = made.json
      const seen: Seen = { changes: new Map(), reads: [], versions: [] }
      let wall = 0
      await Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          const service = services[client % services.length]
          const random = seededRandom(1 + client)
          while (wall < EDITS) await act({ id, service, random, home, seen, wall: ++wall })
        }),
      )
      const models = replay(seen.changes)
      for (const { version, walls } of seen.reads)
        expect([version, walls]).toEqual([version, models[version].walls])
      expect(seen.reads.length).toBeGreaterThan(EDITS / 10)
      for (const service of services) {
        const { json, headers } = await service.send(`${id}/scene`, { key: home.key })
        expect(headers['x-svc-draft-version']).toBe(`${models.length - 1}`)
        expect(wallsIn(json)).toEqual(models.at(-1)!.walls)
        expect(service.notes).toBe('')
      }
      // Saved versions have numbers without gaps, each of which was an answer.
      expect([...new Set(seen.versions)].sort((a, b) => a - b)).toEqual(
        Array.from({ length: Math.max(...seen.versions) }, (_, at) => at + 1),
      )
    },
    300_000,
  )
})

interface Turn {
  id: string
  service: ProjectsProcess
  random: () => number
  home: ProjectsHome
  seen: Seen
  wall: number
}

/** One edit in one of several ways, and sometimes an undo, a redo, a save or a read. */
async function act({ id, service, random, home, seen, wall }: Turn): Promise<void> {
  const send = (path: string, payload?: unknown) =>
    service.send(`${id}${path}`, { key: home.key, payload })
  const { operations, operationId } = wallCall(wall)
  const way = random()
  if (way > 0.3 || !(await editStated({ send, operations, wall, seen }))) {
    const payload = way < 0.6 ? { operations } : { operations, operationId }
    const answer = await send('/operations', payload)
    expect([answer.status, answer.json.error]).toEqual([200, undefined])
    note(seen, { kind: 'edit', wall }, answer.json.draftVersion)
    if (way > 0.9) {
      const { json } = await send('/operations', payload)
      expect(json).toMatchObject({ repeated: true, draftVersion: answer.json.draftVersion })
    }
  }
  const more = random()
  if (more < 0.15) {
    const kind = more < 0.09 ? 'undo' : 'redo'
    const { status, json } = await send(`/${kind}`, {})
    if (status === 200) note(seen, { kind }, json.draftVersion)
    else expect(json.error.code).toBe('nothing_to_undo')
  } else if (more < 0.25) {
    const { status, json } = await send('/save', {})
    expect([status, json.error]).toEqual([200, undefined])
    seen.versions.push(json.version)
  } else if (more < 0.55) {
    const { headers, json } = await send('/scene')
    seen.reads.push({ version: Number(headers['x-svc-draft-version']), walls: wallsIn(json) })
  }
}

interface Stated {
  send(path: string, payload?: unknown): Promise<ProcessAnswer>
  operations: unknown
  wall: number
  seen: Seen
}

/** An edit of the version that was read; false where others were first at each attempt. */
async function editStated({ send, operations, wall, seen }: Stated): Promise<boolean> {
  for (let attempt = 0; attempt < STATED_ATTEMPTS; attempt++) {
    const { draftVersion } = (await send('')).json
    const answer = await send('/operations', { operations, expectedVersion: draftVersion })
    if (answer.status === 200) {
      expect(answer.json.draftVersion).toBe(draftVersion + 1)
      note(seen, { kind: 'edit', wall }, answer.json.draftVersion)
      return true
    }
    expect([answer.status, answer.json.error.code]).toEqual([409, 'version_conflict'])
  }
  return false
}

/** No version of the draft is given to two changes. */
function note({ changes }: Seen, change: ModelChange, version: number): void {
  expect(changes.has(version)).toBe(false)
  changes.set(version, change)
}

/** The project after each version of its draft; every version is the one of one change. */
function replay(changes: Map<number, ModelChange>): ProjectModel[] {
  const models = [NEW_PROJECT]
  for (let version = 1; version <= changes.size; version++) {
    const change = changes.get(version)
    expect([version, change]).toEqual([version, expect.anything()])
    models.push(changed(models[version - 1], change!))
  }
  return models
}
