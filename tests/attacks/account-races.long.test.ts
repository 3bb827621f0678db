import { afterAll, beforeAll, describe, test } from 'vitest'
import { type AccountsEngine, onEachEngine } from '../accounts/accounts-on.ts'
import { RACES } from './account-races.ts'
import { RaceGround } from './race-ground.ts'

const ROUNDS = 200
/** Deadline of the rounds between two processes on one database. A round takes up to 0.5 s. */
const TIMEOUT_MS = 600_000

function races(engine: AccountsEngine): void {
  let ground: RaceGround
  beforeAll(async () => {
    ground = await RaceGround.open(await engine.settings(), RACES, { rounds: ROUNDS, processes: 2 })
  }, TIMEOUT_MS)
  afterAll(() => ground.close())

  test.each(RACES)(`$title (${ROUNDS} rounds)`, { timeout: TIMEOUT_MS }, async (race) => {
    for (let round = 0; round < ROUNDS; round++) await ground.run(race, round)
  })
}

// The embedded database runs one change after the other; the ordinary run tests it.
onEachEngine((engine) => {
  describe.skipIf(engine.name === 'PGlite')('of two processes', () => races(engine))
})
