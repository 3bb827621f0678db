import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { onEachEngine } from '../accounts/accounts-on.ts'
import { ProjectsHome } from '../projects/projects-home.ts'
import { ProjectsProcess } from '../projects/projects-process.ts'
import { call, INITIALIZE } from './rpc.ts'

const KILLS = 40
/** The longest time until a process is killed: the lease of a draft ends after 3 s. */
const LIFE_MS = 6_000
/** Each with a key of its own, which may send 300 requests a minute. */
const SESSIONS = 16
const ACCEPT = { accept: 'application/json, text/event-stream', host: 'localhost' }

onEachEngine((engine) => {
  test(`after ${KILLS} kills in mid-call each operation id has one room and its first answer`, async () => {
    const random = seededRandom(20261127)
    const home = await ProjectsHome.make(engine)
    let next = new ProjectsProcess(home.place())
    const sessions: { key: string; id: string }[] = []
    let room = 0
    let repeated = 0
    const answers = new Map<number, unknown>()
    try {
      for (let kill = 0; kill <= KILLS; kill++) {
        const service = await next.open()
        const send = async (
          tool: string,
          given: object,
          { key, id } = sessions[room % SESSIONS],
        ) => {
          const headers = { ...ACCEPT, 'mcp-session-id': id }
          const answer = await service.send('/mcp', { key, headers, payload: call(tool, given) })
          expect(answer.status, answer.bytes.toString()).toBe(200)
          const data = /^data: (\{.*)$/m.exec(answer.bytes.toString())?.[1]
          const { result } = data ? JSON.parse(data) : answer.json
          return JSON.parse(result.content[0].text)
        }
        let projectId = ''
        while (sessions.length < SESSIONS) {
          const { key } = home
          const payload = { key, headers: ACCEPT, payload: INITIALIZE }
          const { headers } = await service.send('/mcp', payload)
          const session = { key, id: String(headers['mcp-session-id']) }
          sessions.push(session)
          if (projectId) await send('load_scene', { id: projectId }, session)
          else ({ projectId } = await send('create_project', { name: 'House' }, session))
        }
        if (kill === KILLS) {
          // The call of the last kill, made or not.
          answers.set(room, (await send('create_room', roomCall(room))).zoneId)
          room += 1
          // A session of the first process has its project in the last one.
          const { zones } = await send('get_zones', { limit: 500 })
          const status = await send('get_project_status', {})
          expect(status.draftVersion).toBe(room)
          expect(zones.length).toBeGreaterThan(0)
          // What an earlier process has answered, in the last one.
          expect(await send('create_room', roomCall(room - 1))).toMatchObject({
            repeated: true,
            zoneId: answers.get(room - 1),
          })
          break
        }
        const work = (async () => {
          for (;;) {
            const given = roomCall(room)
            const answer = await send('create_room', given).catch((error) => {
              if (
                /ECONNRESET|hang up|ENOENT|ECONNREFUSED|aborted|terminated/.test(
                  `${error.code} ${error}`,
                )
              )
                return null
              throw error
            })
            if (answer === null) return
            expect(answer).toMatchObject({ ok: true, draftVersion: room + 1 })
            if (answer.repeated) repeated += 1
            answers.set(room, answer.zoneId)
            room += 1
          }
        })()
        next = new ProjectsProcess(home.place())
        await sleep(200 + random() * LIFE_MS)
        await service.kill()
        await work
      }
      expect(new Set(answers.values()).size).toBe(room)
      console.log(`${room} rooms; ${repeated} kills came between a commit and its answer`)
      expect(room).toBeGreaterThan(KILLS)
    } finally {
      await next.kill()
      home.remove()
    }
  }, 900_000)
})

function roomCall(room: number) {
  const [x, z] = [(room % 40) * 6, Math.floor(room / 40) * 6]
  const polygon = [
    [x, z],
    [x + 4, z],
    [x + 4, z + 3],
    [x, z + 3],
  ]
  return { label: `Room ${room}`, polygon, operationId: `room-${room}` }
}
