import { afterAll, beforeAll, test } from 'vitest'
import { onEachEngine, onOneEngine } from '../accounts/accounts-on.ts'
import { isLongRun } from '../long-run.ts'
import { RACES } from './account-races.ts'
import { RaceGround } from './race-ground.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

onEngines((engine) => {
  let ground: RaceGround
  beforeAll(async () => {
    // Only one process can open the embedded database.
    const processes = engine.name === 'PGlite' ? 1 : 2
    ground = await RaceGround.open(await engine.settings(), RACES, { rounds: 1, processes })
  })
  afterAll(() => ground.close())

  test.each(RACES)('$title', (race) => ground.run(race, 0))
})
