import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../accounts/accounts.ts'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { StoreGround } from '../../tests/projects/store-ground.ts'
import type { NewTurn } from './turns.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

const TURN: Omit<NewTurn, 'projectId'> = {
  model: 'architect',
  effort: 'medium',
  isBackground: true,
  input: '{}',
  request: '{}',
  bodyHash: 'hash',
  creditsMax: null,
  follow_s: null,
  blobs: [],
  isRetry: false,
  leastCredits: 1,
  startingCredits: 100_000,
}

onEngines((engine) => {
  let ground: StoreGround
  let caller: Caller
  beforeAll(async () => {
    ground = await StoreGround.open(engine)
    caller = await ground.person('Ada')
  })
  afterAll(() => ground?.close())

  async function turnOn(projectId: string): Promise<string> {
    const { turn } = await ground.store.turns.createTurn(caller, { ...TURN, projectId })
    return turn.id
  }
  async function project(): Promise<string> {
    return (await ground.project(caller)).id
  }

  test('turns of a project are claimed one after the other, in their order', async () => {
    const { turns } = ground.store
    const id = await project()
    const made = [await turnOn(id), await turnOn(id), await turnOn(id)]
    const claimed: string[] = []
    for (const _ of made) {
      const job = await turns.claimTurn()
      claimed.push(job!.turn.id)
      expect(await turns.claimTurn()).toBeNull()
      await turns.endTurn(job!, { state: 'completed', reply: 'Done.' })
    }
    expect(claimed).toEqual(made)
    expect(await turns.claimTurn()).toBeNull()
  })

  test('a turn whose job was lost, or never sent, is queued anew once', async () => {
    const { turns } = ground.store
    const { database } = ground
    const id = await project()
    const made = [await turnOn(id), await turnOn(id)]
    for (const lose of ['UPDATE turn SET is_sent = false', 'SELECT 1']) {
      await database.run(`DELETE FROM pgboss.job WHERE state < 'completed'; ${lose}`)
      expect(await turns.claimTurn()).toBeNull()
      await turns.requeueTurns()
      await turns.requeueTurns()
      const job = await turns.claimTurn()
      expect(job!.turn.id).toBe(made.shift())
      expect(await turns.claimTurn()).toBeNull()
      await turns.endTurn(job!, { state: 'completed', reply: 'Done.' })
    }
  })

  test('a turn is given up after six attempts in a row without a step, not after many with one', async () => {
    const { turns } = ground.store
    const { database } = ground
    await turnOn(await project())
    const step = { content: '{}', shown: '{}', price: 0, note: '', isEdit: false, blobs: [] }
    const lose = () =>
      database.run(
        `UPDATE pgboss.job SET state = 'retry', retry_count = retry_count + 1, start_after = now()
         WHERE name = 'turn' AND state = 'active'`,
      )
    for (let number = 1; number <= 9; number++) {
      const job = (await turns.claimTurn())!
      expect(job).toMatchObject({ isGivenUp: false, turn: { attempt: number } })
      await turns.recordStep(job, { ...step, number })
      await lose()
    }
    for (let lost = 0; lost < 6; lost++) {
      expect((await turns.claimTurn())!.isGivenUp).toBe(false)
      await lose()
    }
    const last = (await turns.claimTurn())!
    expect(last).toMatchObject({ isGivenUp: true, attempt: null })
    await turns.endTurn(last, { state: 'failed', reply: '' })
    expect(await turns.claimTurn()).toBeNull()
  })

  test('a turn of a process that is gone goes on at once on the embedded database, else after its lease', async () => {
    await turnOn(await project())
    const lost = (await ground.store.turns.claimTurn())!
    const next = await ground.another()
    try {
      const job = await next.store.turns.claimTurn()
      expect(job?.turn.id).toBe(engine.name === 'PGlite' ? lost.turn.id : undefined)
      if (job) expect(job.turn.attempt).toBe(lost.turn.attempt + 1)
      await next.store.turns.endTurn(job ?? lost, { state: 'completed', reply: 'Done.' })
    } finally {
      await next.close()
    }
  })

  test('a worker whose turn was taken writes nothing, and its reservation is given back', async () => {
    const { turns } = ground.store
    await turnOn(await project())
    const before = await turns.credits(caller)
    const lost = await turns.claimTurn()
    expect(await turns.reserveStep(lost!, { number: 1, amount: 500, least: 1 })).toBe(500)
    const taken = await turns.takeOverTurn(lost!.turn.id)
    const taking = { code: 'turn_taken' }
    const step = {
      number: 1,
      content: '{}',
      shown: '{}',
      price: 5,
      note: 'x',
      isEdit: false,
      blobs: [],
    }
    await expect(
      turns.reserveStep(lost!, { number: 1, amount: 5, least: 1 }),
    ).rejects.toMatchObject(taking)
    await expect(turns.recordStep(lost!, step)).rejects.toMatchObject(taking)
    await expect(turns.recordStep(lost!, { ...step, price: 0 })).rejects.toMatchObject(taking)
    const end = { state: 'failed', reply: '' } as const
    await expect(turns.endTurn(lost!, end)).rejects.toMatchObject(taking)
    await turns.endTurn(taken!, end)
    expect(await turns.credits(caller)).toEqual(before)
    expect((await turns.readTurn(caller, lost!.turn.id)).steps).toEqual([])
  })
})
