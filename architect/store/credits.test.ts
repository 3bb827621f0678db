import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database, Tables } from '../../accounts/database/database.ts'
import { brokenConstraintOf } from '../../accounts/database/database-failure.ts'
import { organization, user } from '../../accounts/database/schema.ts'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { creditAccount, creditEntry, type Workspace } from './credit-schema.ts'
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
import { CREDIT_AMOUNT_MAX, CREDIT_BALANCE_MAX } from './store-limits.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

const START = 100_000

onEngines((engine) => {
  let database: Database
  let ada: Workspace
  let turnId: string

  beforeAll(async () => {
    database = await engine.database()
    await database.migrate(PROJECT_MIGRATIONS)
  })
  beforeEach(async () => {
    ada = await person()
    turnId = `turn_${randomUUID()}`
    await run((tx) => openAccount(tx, ada, START))
  })
  afterAll(async () => {
    if (database) expect(await ledgerFaults(database.tables)).toEqual([])
  })

  async function person(): Promise<Workspace> {
    const id = randomUUID()
    await database.tables.insert(user).values({ id, name: 'Ada', email: `${id}@example.com` })
    return { kind: 'personal', id }
  }
  const run = <T>(change: (tx: Tables) => Promise<T>): Promise<T> =>
    database.tables.transaction(change)
  const balance = async (workspace = ada) => {
    const { available, reserved, spent } = await readBalance(database.tables, workspace)
    return [available, reserved, spent]
  }
  const reserve = (step: number, amount: number, least = 1) =>
    run((tx) => reserveCredits(tx, { workspace: ada, turnId, step, amount, least }))
  const settle = (step: number, charge: number) =>
    run((tx) => settleCredits(tx, { turnId, step, charge, note: 'An answer' }))
  const refund = (step: number, amount: number) =>
    run((tx) => refundCredits(tx, { turnId, step, amount, note: 'It failed' }))
  const release = () => run((tx) => releaseCredits(tx, turnId))
  const grant = (amount: number, grantId?: string) =>
    run((tx) => grantCredits(tx, { workspace: ada, amount, note: 'A gift', grantId }))

  test('a workspace gets its starting grant at its first use, once', async () => {
    const workspace = await person()
    expect(await readBalance(database.tables, workspace)).toEqual({
      available: 0,
      reserved: 0,
      spent: 0,
      isOpen: false,
    })
    await Promise.all(Array.from({ length: 6 }, () => run((tx) => openAccount(tx, workspace, 7))))
    expect(await readBalance(database.tables, workspace)).toMatchObject({
      available: 7,
      isOpen: true,
    })
    await run((tx) => openAccount(tx, workspace, 7_000))
    expect(await balance(workspace)).toEqual([7, 0, 0])
  })

  test('credits that were granted before the first use are added to those of the start', async () => {
    const workspace = await person()
    await run((tx) => grantCredits(tx, { workspace, amount: 5, note: 'Early' }))
    expect(await readBalance(database.tables, workspace)).toMatchObject({
      available: 5,
      isOpen: false,
    })
    await run((tx) => openAccount(tx, workspace, 7))
    expect(await balance(workspace)).toEqual([12, 0, 0])
    const unpaid = await person()
    await run((tx) => openAccount(tx, unpaid, 0))
    expect(await readBalance(database.tables, unpaid)).toMatchObject({ available: 0, isOpen: true })
  })

  test('a step reserves, is charged, and the remainder is available again', async () => {
    expect(await reserve(1, 30_000)).toBe(30_000)
    expect(await balance()).toEqual([70_000, 30_000, 0])
    expect(await settle(1, 12_000)).toBe(12_000)
    expect(await balance()).toEqual([88_000, 0, 12_000])
    expect(await spentOfTurn(database.tables, turnId)).toBe(12_000)
    expect(await reserve(2, 10_000)).toBe(10_000)
    // More than was reserved: the work was done.
    expect(await settle(2, 15_000)).toBe(15_000)
    expect(await balance()).toEqual([73_000, 0, 27_000])
    expect(await spentOfTurn(database.tables, turnId)).toBe(27_000)
  })

  test('a charge takes no more than there is', async () => {
    await reserve(1, 60_000)
    await reserve(2, 30_000)
    expect(await settle(1, 500_000)).toBe(70_000)
    // What another step has reserved is not touched.
    expect(await balance()).toEqual([0, 30_000, 70_000])
  })

  test('with less than is wanted all is reserved, and with less than the least nothing', async () => {
    expect(await reserve(1, 250_000, 100_000)).toBe(100_000)
    const shortage = await reserve(2, 10, 3).catch((error) => error)
    expect(shortage).toBeInstanceOf(CreditShortage)
    expect(shortage).toMatchObject({
      needed: 3,
      available: 0,
      message: '0.003 credits are needed, and 0 are available.',
    })
    expect(await balance()).toEqual([0, 100_000, 0])
    ada = await person()
    turnId = `turn_${randomUUID()}`
    await expect(reserve(1, 10, 3)).rejects.toMatchObject({ needed: 3, available: 0 })
  })

  test('a repeated step reserves, is charged and is refunded once', async () => {
    await reserve(1, 30_000)
    expect(await reserve(1, 5_000)).toBe(30_000)
    expect(await settle(1, 12_000)).toBe(12_000)
    expect(await settle(1, 20_000)).toBe(12_000)
    expect(await refund(1, 50_000)).toBe(12_000)
    expect(await refund(1, 50_000)).toBe(12_000)
    expect(await balance()).toEqual([START, 0, 0])
    expect(await spentOfTurn(database.tables, turnId)).toBe(0)
    await expect(reserve(1, 5_000)).rejects.toThrow('is settled')
    // A step that cost nothing is settled as well.
    await reserve(2, 1_000)
    expect(await settle(2, 0)).toBe(0)
    expect(await settle(2, 700)).toBe(0)
    expect(await refund(2, 700)).toBe(0)
    expect(await balance()).toEqual([START, 0, 0])
  })

  test('a turn that ends releases all its steps, which may reserve again or be charged late', async () => {
    await reserve(1, 10_000)
    await reserve(2, 20_000)
    await reserve(3, 5_000)
    await settle(3, 5_000)
    expect(await release()).toBe(30_000)
    expect(await release()).toBe(0)
    expect(await balance()).toEqual([95_000, 0, 5_000])
    expect(await reserve(1, 4_000)).toBe(4_000)
    expect(await settle(1, 1_000)).toBe(1_000)
    expect(await settle(2, 2_000)).toBe(2_000)
    expect(await balance()).toEqual([92_000, 0, 8_000])
  })

  test('a grant with the same id is one grant, of each workspace', async () => {
    expect(await grant(10, 'invoice-1')).toBe(true)
    const repeats = await Promise.all([1, 2, 3, 4].map(() => grant(10, 'invoice-1')))
    expect(repeats).toEqual([false, false, false, false])
    expect([await grant(10), await grant(10)]).toEqual([true, true])
    expect(await balance()).toEqual([START + 30, 0, 0])
    ada = await person()
    expect(await grant(10, 'invoice-1')).toBe(true)
  })

  test('a turn is paid by one workspace', async () => {
    await reserve(1, 10)
    ada = await person()
    await grant(50)
    await expect(reserve(2, 10)).rejects.toThrow('another workspace')
    expect(await balance()).toEqual([50, 0, 0])
  })

  test('amounts and balances are bounded', async () => {
    for (const amount of [0, -1, 0.5, Number.NaN, CREDIT_AMOUNT_MAX + 1, 2 ** 60])
      await expect(grant(amount), `${amount}`).rejects.toThrow(RangeError)
    for (const amount of [-1, 0.5, Number.NaN, CREDIT_AMOUNT_MAX + 1]) {
      await expect(reserve(1, amount)).rejects.toThrow(RangeError)
      await expect(settle(1, amount)).rejects.toThrow(RangeError)
      await expect(refund(1, amount)).rejects.toThrow(RangeError)
    }
    await database.tables
      .update(creditAccount)
      .set({ available: CREDIT_BALANCE_MAX })
      .where(eq(creditAccount.workspaceId, ada.id))
    await expect(grant(1)).rejects.toMatchObject({ code: 'limit_exceeded' })
    await database.tables
      .update(creditAccount)
      .set({ available: START })
      .where(eq(creditAccount.workspaceId, ada.id))
  })

  test('the database itself refuses a negative account and a second settlement', async () => {
    await reserve(1, 10)
    await settle(1, 10)
    const negative = database.tables
      .update(creditAccount)
      .set({ available: -1 })
      .where(eq(creditAccount.workspaceId, ada.id))
    expect(brokenConstraintOf(await negative.catch((error) => error))).toBe(
      'credit_account_is_never_negative',
    )
    const again = database.tables.insert(creditEntry).values({
      workspaceKind: ada.kind,
      workspaceId: ada.id,
      turnId,
      step: 1,
      kind: 'settle',
      debit: 'spent',
      credit: 'reserved',
      amount: 10,
      note: '',
    })
    expect(brokenConstraintOf(await again.catch((error) => error))).toBe('credit_entry_once_key')
  })

  test('entries are listed, the last first, in pages', async () => {
    await reserve(1, 10)
    await settle(1, 4)
    const list = (limit: number, before?: number) =>
      listEntries(database.tables, ada, { limit, before })
    const all = await list(10)
    expect(all.map(({ kind, debit, credit, amount }) => [kind, debit, credit, amount])).toEqual([
      ['settle', 'available', 'reserved', 6],
      ['settle', 'spent', 'reserved', 4],
      ['reserve', 'reserved', 'available', 10],
      ['grant', 'available', 'source', START],
    ])
    expect(all[1]).toMatchObject({ turnId, step: 1, note: 'An answer', at: expect.any(Date) })
    expect(await list(2)).toEqual(all.slice(0, 2))
    expect(await list(2, all[1].id)).toEqual(all.slice(2))
  })

  test('a long note is cut, and a cut character is replaced', async () => {
    const note = `${'x'.repeat(199)}🏠 and more`
    await run((tx) => grantCredits(tx, { workspace: ada, amount: 1, note }))
    const [entry] = await listEntries(database.tables, ada, { limit: 1 })
    expect(entry.note).toBe(`${'x'.repeat(199)}\ufffd`)
  })

  test('a difference between an account and its entries is found', async () => {
    const change = (available: number) =>
      database.tables
        .update(creditAccount)
        .set({ available })
        .where(eq(creditAccount.workspaceId, ada.id))
    await change(START - 1)
    expect(await ledgerFaults(database.tables)).toEqual([
      `${ada.id}: ${START - 1} available, its entries sum to ${START}`,
    ])
    await change(START)
    await reserve(1, 10)
    const [taken] = await database.tables
      .delete(creditEntry)
      .where(eq(creditEntry.turnId, turnId))
      .returning()
    expect(await ledgerFaults(database.tables)).toHaveLength(2)
    await database.tables.insert(creditEntry).values(taken)
  })

  test('an account is deleted with its person or organization, and its turns cost nothing more', async () => {
    const id = randomUUID()
    await database.tables.insert(organization).values({ id, name: 'Office', slug: id })
    const office: Workspace = { kind: 'organization', id }
    await run((tx) => openAccount(tx, office, 50))
    await reserve(1, 10)
    await database.tables.delete(user).where(eq(user.id, ada.id))
    expect(await balance(office)).toEqual([50, 0, 0])
    await database.tables.delete(organization).where(eq(organization.id, id))
    for (const workspace of [ada, office]) {
      expect(await balance(workspace)).toEqual([0, 0, 0])
      expect(await listEntries(database.tables, workspace, { limit: 10 })).toEqual([])
    }
    expect([await settle(1, 5), await refund(1, 5), await release()]).toEqual([0, 0, 0])
    await expect(run((tx) => openAccount(tx, ada, 50))).rejects.toThrow()
  })
})
