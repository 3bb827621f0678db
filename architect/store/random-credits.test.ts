import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Database, Tables } from '../../accounts/database/database.ts'
import { user } from '../../accounts/database/schema.ts'
import { WriteTransactions } from '../../accounts/database/write-transactions.ts'
import { wholeBetween } from '../../random/choices.ts'
import { type Random, seededRandom } from '../../random/seeded-random.ts'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { FUZZ_SEED } from '../../tests/fuzz-seed.ts'
import { isLongRun } from '../../tests/long-run.ts'
import type { Workspace } from './credit-schema.ts'
import {
  CreditShortage,
  grantCredits,
  ledgerFaults,
  listEntries,
  openAccount,
  readBalance,
  refundCredits,
  releaseCredits,
  reserveCredits,
  settleCredits,
  spentOfTurn,
} from './credits.ts'
import { PROJECT_MIGRATIONS } from './project-migrations.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

const START = 50_000
const ROUNDS = isLongRun ? 2_000 : 100
const STEPS = 4
const TURNS = 3
const GRANTS = 5

type Call =
  | { kind: 'grant'; grantId: string; amount: number }
  | { kind: 'reserve'; turn: number; step: number; amount: number; least: number }
  | { kind: 'settle' | 'refund'; turn: number; step: number; amount: number }
  | { kind: 'release'; turn: number }

function randomCall(random: Random): Call {
  const turn = wholeBetween(random, 1, TURNS)
  const step = wholeBetween(random, 1, STEPS)
  const amount = wholeBetween(random, 0, 30_000)
  const kinds = ['grant', 'reserve', 'reserve', 'reserve', 'settle', 'settle', 'refund', 'release']
  const kind = kinds[wholeBetween(random, 0, kinds.length - 1)] as Call['kind']
  switch (kind) {
    case 'grant':
      return { kind, grantId: `grant-${wholeBetween(random, 1, GRANTS)}`, amount: amount + 1 }
    case 'reserve':
      return { kind, turn, step, amount, least: wholeBetween(random, 0, amount) }
    case 'settle':
    case 'refund':
      return { kind, turn, step, amount }
    case 'release':
      return { kind, turn }
  }
}

class RolledBack extends Error {}

interface ModelStep {
  reserved: number
  isSettled: boolean
  charged: number
  refunded: number
}

/** The rules of the ledger in memory, for one workspace. */
class CreditModel {
  available = START
  readonly granted = new Set<string>()
  readonly steps = new Map<string, ModelStep>()
  /** Turns that have entries. */
  readonly turns = new Set<number>()

  /** What a call returns, or the reason for which it is refused. */
  answer(call: Call): number | boolean | 'shortage' | 'settled' {
    switch (call.kind) {
      case 'grant':
        if (this.granted.has(call.grantId)) return false
        this.granted.add(call.grantId)
        this.available += call.amount
        return true
      case 'reserve': {
        const step = this.step(call.turn, call.step)
        if (step.isSettled) return 'settled'
        if (step.reserved > 0) return step.reserved
        if (this.available < call.least) return 'shortage'
        return this.move(call.turn, step, Math.min(call.amount, this.available))
      }
      case 'settle':
        return this.turns.has(call.turn) ? this.settle(call) : 0
      case 'refund': {
        const step = this.step(call.turn, call.step)
        if (step.refunded > 0) return step.refunded
        step.refunded = Math.min(call.amount, step.charged)
        this.available += step.refunded
        return step.refunded
      }
      case 'release': {
        let released = 0
        for (let i = 1; i <= STEPS; i++) {
          const step = this.step(call.turn, i)
          released += step.reserved
          step.reserved = 0
        }
        this.available += released
        return released
      }
    }
  }

  get sums(): [available: number, reserved: number, spent: number] {
    const steps = [...this.steps.values()]
    const reserved = steps.reduce((sum, step) => sum + step.reserved, 0)
    const spent = steps.reduce((sum, step) => sum + step.charged - step.refunded, 0)
    return [this.available, reserved, spent]
  }

  private step(turn: number, step: number): ModelStep {
    const key = `${turn}/${step}`
    const known = this.steps.get(key)
    if (known) return known
    const made = { reserved: 0, isSettled: false, charged: 0, refunded: 0 }
    this.steps.set(key, made)
    return made
  }

  private move(turn: number, step: ModelStep, amount: number): number {
    if (amount > 0) this.turns.add(turn)
    this.available -= amount
    step.reserved += amount
    return amount
  }

  private settle({ turn, step: number, amount }: { turn: number; step: number; amount: number }) {
    const step = this.step(turn, number)
    if (step.isSettled) return step.charged
    step.charged = Math.min(amount, step.reserved + this.available)
    // A settlement that moves nothing leaves no entry.
    step.isSettled = step.charged + step.reserved > 0
    this.available += step.reserved - step.charged
    step.reserved = 0
    return step.charged
  }
}

onEngines((engine) => {
  let database: Database

  beforeAll(async () => {
    database = await engine.database()
    await database.migrate(PROJECT_MIGRATIONS)
  })

  async function openWorkspace(): Promise<Workspace> {
    const id = randomUUID()
    await database.tables.insert(user).values({ id, name: 'Ada', email: `${id}@example.com` })
    const workspace = { kind: 'personal', id } as const
    await database.tables.transaction((tx) => openAccount(tx, workspace, START))
    return workspace
  }

  function perform(tx: Tables, workspace: Workspace, call: Call): Promise<number | boolean> {
    const note = 'random'
    if (call.kind === 'grant') return grantCredits(tx, { workspace, note, ...call })
    const turnId = `${workspace.id}/${call.turn}`
    if (call.kind === 'release') return releaseCredits(tx, turnId)
    const { step, amount } = call
    switch (call.kind) {
      case 'reserve':
        return reserveCredits(tx, { workspace, turnId, step, amount, least: call.least })
      case 'settle':
        return settleCredits(tx, { turnId, step, charge: amount, note })
      case 'refund':
        return refundCredits(tx, { turnId, step, amount, note })
    }
  }

  const outcomeOf = (run: Promise<number | boolean>) =>
    run.catch((error) => {
      if (error instanceof CreditShortage) return 'shortage'
      if (/is settled/.test(error.message)) return 'settled'
      throw error
    })
  const balance = async (workspace: Workspace) => {
    const { available, reserved, spent } = await readBalance(database.tables, workspace)
    return [available, reserved, spent]
  }

  test('random calls, some of which are rolled back, do what the model does', async () => {
    const random = seededRandom(FUZZ_SEED, 'credits')
    const workspace = await openWorkspace()
    const model = new CreditModel()
    for (let round = 0; round < ROUNDS; round++) {
      const call = randomCall(random)
      const title = `${round}: ${JSON.stringify(call)}`
      if (random() < 0.1) {
        await database.tables
          .transaction(async (tx) => {
            await outcomeOf(perform(tx, workspace, call))
            throw new RolledBack()
          })
          .catch((error) => expect(error).toBeInstanceOf(RolledBack))
        expect(await balance(workspace), title).toEqual(model.sums)
        continue
      }
      const outcome = await outcomeOf(
        database.tables.transaction((tx) => perform(tx, workspace, call)),
      )
      expect(outcome, title).toBe(model.answer(call))
      expect(await balance(workspace), title).toEqual(model.sums)
    }
    expect(await ledgerFaults(database.tables)).toEqual([])
  })

  test('calls at once, each of them repeated, never overdraw and do nothing twice', async () => {
    const random = seededRandom(FUZZ_SEED, 'credits at once')
    const workspaces = [await openWorkspace(), await openWorkspace()]
    // As two processes would: each has half of the connections.
    const processes = [1, 2].map(
      () => new WriteTransactions(database.tables, { isAlone: engine.name === 'PGlite' }),
    )
    const claim = () => ({ deadline_ms: performance.now() + 60_000, claimants: [] })
    for (let batch = 0; batch < ROUNDS / 50; batch++) {
      const calls = Array.from({ length: 50 }, () => ({
        workspace: workspaces[wholeBetween(random, 0, 1)],
        call: randomCall(random),
      }))
      await Promise.all(
        calls.flatMap(({ workspace, call }) =>
          processes.map((each) =>
            outcomeOf(each.run(claim(), (tx) => perform(tx, workspace, call))),
          ),
        ),
      )
      expect(await ledgerFaults(database.tables)).toEqual([])
    }
    for (const workspace of workspaces) {
      const entries: Awaited<ReturnType<typeof listEntries>> = []
      const page = (before?: number) =>
        listEntries(database.tables, workspace, { limit: 100, before })
      for (let rows = await page(); rows.length > 0; rows = await page(rows.at(-1)!.id))
        entries.push(...rows)
      const once = entries
        .filter(({ kind }) => kind !== 'reserve' && kind !== 'release')
        .map((each) =>
          [each.kind, each.turnId, each.step, each.debit, each.credit, each.grantId].join(),
        )
      expect(new Set(once).size).toBe(once.length)
      const granted = entries
        .filter(({ kind }) => kind === 'grant')
        .reduce((sum, { amount }) => sum + amount, 0)
      const sums = await balance(workspace)
      expect(Math.min(...sums)).toBeGreaterThanOrEqual(0)
      expect(sums.reduce((sum, each) => sum + each, 0)).toBe(granted)
      const turns = Array.from({ length: TURNS }, (_, i) => `${workspace.id}/${i + 1}`)
      const spent = await Promise.all(turns.map((turn) => spentOfTurn(database.tables, turn)))
      expect(spent.reduce((sum, each) => sum + each, 0)).toBe(sums[2])
    }
  })

  test('of many reservations at once exactly those that fit are made', async () => {
    const workspace = await openWorkspace()
    const writes = new WriteTransactions(database.tables, { isAlone: engine.name === 'PGlite' })
    const claim = { deadline_ms: performance.now() + 60_000, claimants: [] }
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, step) =>
        outcomeOf(
          writes.run(claim, (tx) =>
            reserveCredits(tx, {
              workspace,
              turnId: workspace.id,
              step,
              amount: START / 10,
              least: START / 10,
            }),
          ),
        ),
      ),
    )
    expect(outcomes.filter((each) => each === START / 10)).toHaveLength(10)
    expect(outcomes.filter((each) => each === 'shortage')).toHaveLength(30)
    expect(await balance(workspace)).toEqual([0, START, 0])
  })
})
