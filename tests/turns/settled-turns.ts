import { and, eq, like } from 'drizzle-orm'
import { expect } from 'vitest'
import { openDatabase } from '../../accounts/database/open-database.ts'
import { creditAccount, creditEntry } from '../../architect/store/credit-schema.ts'
import { ledgerFaults } from '../../architect/store/credits.ts'
import { operation, version } from '../../architect/store/schema.ts'
import { turn, turnStep } from '../../architect/store/turn-schema.ts'
import { stepOf } from '../../architect/turns/turn.ts'
import type { ProjectsHome } from '../projects/projects-home.ts'

/**
 * Reads the rows of turns that have all ended: nothing is charged or done twice, nothing is
 * reserved, no job is left. Returns the turns.
 */
export async function expectSettledTurns(home: ProjectsHome) {
  const database = await openDatabase(home.settings.database)
  try {
    const { tables } = database
    const turns = await tables.select().from(turn)
    for (const row of turns) {
      expect(['completed', 'incomplete', 'failed', 'cancelled']).toContain(row.state)
      const rows = await tables
        .select()
        .from(turnStep)
        .where(eq(turnStep.turnId, row.id))
        .orderBy(turnStep.number)
      expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1))
      const steps = rows.map(stepOf)
      expect(row.steps).toBe(rows.length)
      const sum = steps.reduce((total, { credits }) => total + credits, 0)
      expect(row.credits).toBe(sum)
      const edits = steps.filter((step) => step.kind === 'call' && step.isEdit).length
      expect(row.edits).toBe(edits)
      const committed = await tables
        .select({ id: operation.id })
        .from(operation)
        .where(
          and(eq(operation.projectId, row.projectId), like(operation.operationId, `${row.id}.%`)),
        )
      // A turn that was given up may have committed an edit that it did not record.
      if (row.state === 'completed') expect(committed).toHaveLength(edits)
      const charged = await tables
        .select()
        .from(creditEntry)
        .where(and(eq(creditEntry.turnId, row.id), eq(creditEntry.debit, 'spent')))
      expect(charged.reduce((total, { amount }) => total + amount, 0)).toBe(sum)
      const settled = new Set(charged.map(({ step }) => step))
      expect([...settled].every((number) => number! <= rows.length)).toBe(true)
    }
    const numbers = turns.flatMap(({ projectId, version: number }) =>
      number === null ? [] : [`${projectId} ${number}`],
    )
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(await tables.select().from(version)).toHaveLength(numbers.length)
    expect(await ledgerFaults(tables)).toEqual([])
    for (const { reserved } of await tables.select().from(creditAccount)) expect(reserved).toBe(0)
    const jobs = `SELECT name, state, count(*)::int AS jobs FROM pgboss.job
      WHERE name LIKE 'turn%' AND state IN ('created', 'retry', 'active') GROUP BY name, state`
    expect(await database.query({ text: jobs })).toEqual([])
    return turns
  } finally {
    await database.close()
  }
}
