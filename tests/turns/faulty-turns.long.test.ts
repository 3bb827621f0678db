import { renameSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { type AccountsEngine, onEachEngine } from '../accounts/accounts-on.ts'
import { FUZZ_SEED } from '../fuzz-seed.ts'
import { ProjectsHome } from '../projects/projects-home.ts'
import { ProjectsProcess } from '../projects/projects-process.ts'
import { FaultyNetwork } from '../servers/faulty-network.ts'
import { expectSettledTurns } from './settled-turns.ts'
import { roomScenario, TurnClient } from './turn-client.ts'
import { scripted } from './turn-script.ts'

const ROUNDS = 12
const CLIENTS = 3
const ROOMS = 400
/** The longest time for which a fault lasts. */
const FAULT_MS = 6_000
/** Kills of one of the processes that share a database; a lease ends after 10 s. */
const KILLS = 10
const PROCESSES = 3

onEachEngine((engine) => {
  test(`in ${ROUNDS} faults of database and storage no turn is lost, done or charged twice`, async () => {
    await using ground = await Ground.make(engine)
    const { random, home } = ground
    const { database } = home.settings
    const network = database.kind === 'postgresql' ? await FaultyNetwork.before(database.url) : null
    const through: Record<string, string> =
      network && database.kind === 'postgresql'
        ? { DATABASE_URL: network.through(database.url) }
        : {}
    const away = `${home.blobs}.away`
    const faults: Record<string, () => void> = {
      'no storage': () => renameSync(home.blobs, away),
    }
    if (network)
      Object.assign(faults, {
        'open connections silent': () => network.silenceOpen(),
        'database silent': () => {
          network.silenceOpen()
          network.newConnections = 'silent'
        },
        'database restarted': () => {
          network.resetOpen()
          network.newConnections = 'reset'
        },
        'answers cut': () => network.truncateOpen(),
        slow: () => {
          network.delay = () => random() * 200
        },
      })
    const service = await ground.open(through)
    const clients = await ground.clients(service)
    let isOver = false
    const work = Promise.all(
      clients.map((client) =>
        client.workThrough(
          () => service,
          () => isOver,
        ),
      ),
    )
    const names = Object.keys(faults)
    for (let round = 0; round < ROUNDS; round++) {
      const name = names[round % names.length]
      await sleep(500 + random() * 1_000)
      faults[name]()
      await sleep(500 + random() * (FAULT_MS - 500))
      if (name === 'no storage') renameSync(away, home.blobs)
      network?.heal()
    }
    isOver = true
    await work
    await service.kill()
    await network?.close()
    const turns = await expectSettledTurns(home)
    const refusals = clients.reduce((sum, client) => sum + client.refusals, 0)
    const failed = turns.filter(({ state }) => state === 'failed')
    console.log(
      JSON.stringify({ seed: FUZZ_SEED, turns: turns.length, refusals, failed: failed.length }),
    )
    // A silent database is noticed after seconds: on a busy machine few turns end in between.
    expect(turns.filter(({ state }) => state === 'completed').length).toBeGreaterThan(ROUNDS / 2)
    // Without its storage the service takes turns, and fails those whose edits it cannot store.
    expect(network ? refusals : failed.length).toBeGreaterThan(0)
    for (const { error } of failed) expect(error).toMatch(/storage_failed|turn_lost/)
  }, 600_000)

  if (engine.name === 'PostgreSQL')
    test(`${PROCESSES} processes share a database: the turns of one that is killed are taken over`, async () => {
      await using ground = await Ground.make(engine)
      const { random, home } = ground
      const running: ProjectsProcess[] = []
      for (let i = 0; i < PROCESSES; i++) running.push(await ground.open())
      const clients = await ground.clients(running[0])
      let isOver = false
      const any = () => running[Math.floor(random() * running.length)]
      const work = Promise.all(clients.map((client) => client.workThrough(any, () => isOver)))
      for (let kill = 0; kill < KILLS; kill++) {
        await sleep(1_000 + random() * 4_000)
        const at = Math.floor(random() * running.length)
        const [gone] = running.splice(at, 1)
        await gone.kill()
        running.push(await ground.open())
      }
      isOver = true
      await work
      const turns = await expectSettledTurns(home)
      expect(turns.every(({ state }) => state === 'completed')).toBe(true)
      expect(turns.length).toBeGreaterThan(KILLS)
      expect(turns.some(({ attempt }) => attempt > 1)).toBe(true)
    }, 600_000)
})

/** A home with a scripted model, and the processes that run there. */
class Ground implements AsyncDisposable {
  readonly random = seededRandom(FUZZ_SEED)
  readonly home: ProjectsHome
  private readonly script = scripted(
    Array.from({ length: ROOMS }, (_, room) => roomScenario(room, 50)),
  )
  private readonly opened: ProjectsProcess[] = []

  private constructor(home: ProjectsHome) {
    this.home = home
  }

  static async make(engine: AccountsEngine): Promise<Ground> {
    return new Ground(await ProjectsHome.make(engine))
  }

  async open(environment: Record<string, string> = {}): Promise<ProjectsProcess> {
    const { model } = this.script
    const place = this.home.place({
      PLAT_MODEL: 'scripted',
      PLAT_MODEL_SCRIPT: model?.kind === 'scripted' ? model.file : '',
      PLAT_CREDITS_START: '100000',
      ...environment,
    })
    const service = new ProjectsProcess(place)
    this.opened.push(service)
    return await service.open()
  }

  async clients(service: ProjectsProcess): Promise<TurnClient[]> {
    const made: TurnClient[] = []
    for (let i = 0; i < CLIENTS; i++) made.push(await TurnClient.create(service, this.home))
    return made
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const service of this.opened) await service.kill()
    this.script[Symbol.dispose]()
    this.home.remove()
  }
}
