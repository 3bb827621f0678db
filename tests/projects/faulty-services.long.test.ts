import { renameSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { onEachEngine } from '../accounts/accounts-on.ts'
import { FUZZ_SEED } from '../fuzz-seed.ts'
import { FaultyNetwork } from '../servers/faulty-network.ts'
import { ProjectClient } from './project-client.ts'
import { ProjectsHome } from './projects-home.ts'
import { ProjectsProcess } from './projects-process.ts'
import { expectBakesToEnd, expectWholeRows } from './settled-service.ts'

const ROUNDS = 24
const PROJECTS = 3
/** The longest time for which a fault lasts. */
const FAULT_MS = 6_000

onEachEngine((engine) => {
  test(`in ${ROUNDS} faults of database and storage all answers are right or refusals, and nothing is lost`, async () => {
    const random = seededRandom(FUZZ_SEED)
    const home = await ProjectsHome.make(engine)
    const { database } = home.settings
    const network = database.kind === 'postgresql' ? await FaultyNetwork.before(database.url) : null
    const through =
      network && database.kind === 'postgresql'
        ? { DATABASE_URL: network.through(database.url) }
        : undefined
    const service = new ProjectsProcess(home.place(through))
    const away = `${home.blobs}.away`
    const fault_ms = () => 500 + random() * (FAULT_MS - 500)
    const faults: Record<string, () => Promise<void>> = {
      'no storage': async () => {
        renameSync(home.blobs, away)
        await sleep(fault_ms())
        renameSync(away, home.blobs)
      },
    }
    if (network)
      Object.assign(faults, {
        'open connections silent': async () => {
          network.silenceOpen()
          await sleep(fault_ms())
        },
        'database silent': async () => {
          network.silenceOpen()
          network.newConnections = 'silent'
          await sleep(fault_ms())
        },
        'database restarted': async () => {
          network.resetOpen()
          network.newConnections = 'reset'
          await sleep(fault_ms())
        },
        'answers cut': async () => {
          network.truncateOpen()
          await sleep(fault_ms())
        },
        slow: async () => {
          network.delay = () => random() * 300
          await sleep(fault_ms())
        },
      })
    const names = Object.keys(faults)
    const refused: string[] = []
    try {
      await service.open()
      const clients: ProjectClient[] = []
      for (let i = 0; i < PROJECTS; i++)
        clients.push(await ProjectClient.create(service, home, random))
      for (let round = 0; round < ROUNDS; round++) {
        const fault = names[round % names.length]
        let isOver = false
        const work = Promise.all(
          clients.map((client) => client.workUntilLost(service, () => isOver)),
        )
        await sleep(random() * 500)
        await faults[fault]()
        network?.heal()
        isOver = true
        await work
        for (const client of clients)
          refused.push(...client.refusals.splice(0).map(({ status }) => `${fault} ${status}`))
        for (const client of clients) await client.verify(service, { isPatient: true })
      }
      // Of every kind of fault some request knew.
      const counts = Object.fromEntries(
        [...new Set(refused)].map((each) => [each, refused.filter((one) => one === each).length]),
      )
      console.log(JSON.stringify({ seed: FUZZ_SEED, refused: counts }))
      expect(counts['no storage 503']).toBeGreaterThan(0)
      if (network) expect(counts['database silent 503']).toBeGreaterThan(0)
      if (network) expect(counts['database restarted 503']).toBeGreaterThan(0)
      for (const client of clients) await client.verifyVersions(service)
      await expectBakesToEnd(service, clients, home)
      await service.kill()
      const bakes = await expectWholeRows(home)
      expect(bakes.filter(({ state }) => state === 'ready').length).toBeGreaterThan(PROJECTS)
    } finally {
      await service.kill()
      await network?.close()
      home.remove()
    }
  }, 900_000)
})
