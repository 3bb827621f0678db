import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { onEachEngine } from '../accounts/accounts-on.ts'
import { ProjectClient } from './project-client.ts'
import { ProjectsHome } from './projects-home.ts'
import { ProjectsProcess } from './projects-process.ts'
import { expectBakesToEnd, expectWholeRows } from './settled-service.ts'

const KILLS = 100
const PROJECTS = 3
/** The longest time that a process works before it is killed. */
const LIFE_MS = 700

onEachEngine((engine) => {
  test(`after each of ${KILLS} kills all that was answered is there, and the rest whole or not at all`, async () => {
    const random = seededRandom(20261123)
    const home = await ProjectsHome.make(engine)
    let next = new ProjectsProcess(home.place())
    try {
      const clients: ProjectClient[] = []
      for (let kill = 0; kill <= KILLS; kill++) {
        const service = await next.open()
        if (kill === 0)
          for (let i = 0; i < PROJECTS; i++)
            clients.push(await ProjectClient.create(service, home, random))
        else await Promise.all(clients.map((client) => client.verify(service)))
        if (kill === KILLS) break
        next = new ProjectsProcess(home.place())
        const work = Promise.all(clients.map((client) => client.workUntilLost(service)))
        await sleep(random() * LIFE_MS)
        await service.kill()
        await work
        expect(service.notes).toBe('')
      }
      expect(clients.flatMap(({ refusals }) => refusals)).toEqual([])
      const unconfirmed = clients.flatMap((client) => client.unconfirmed)
      // Some of the kills came between a commit and its answer.
      expect(unconfirmed.length).toBeGreaterThan(0)
      for (const client of clients) await client.verifyVersions(next)
      await expectBakesToEnd(next, clients, home)
      await next.kill()
      const bakes = await expectWholeRows(home)
      expect(bakes.filter(({ state }) => state === 'ready').length).toBeGreaterThan(PROJECTS)
      // Some of the kills ended a bake, which was made again.
      expect(bakes.some(({ attempts, state }) => attempts > 1 && state === 'ready')).toBe(true)
    } finally {
      await next.kill()
      home.remove()
    }
  }, 600_000)
})
