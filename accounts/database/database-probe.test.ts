import { expect, test } from 'vitest'
import { DatabaseProbe } from './database-probe.ts'

/** A database that answers as the test decides, and counts its statements. */
function scripted() {
  const database = {
    failures: 0,
    statements: 0,
    async query<Row>(): Promise<Row[]> {
      database.statements++
      if (database.failures === 0) return []
      database.failures--
      throw new Error('silent')
    },
  }
  return database
}

test('one failed statement does not change the state: the next connection may work', async () => {
  const database = scripted()
  const changes: unknown[] = []
  database.failures = 1
  const probe = new DatabaseProbe(database, {
    every_ms: 1,
    onChange: (error) => changes.push(error),
  })
  await expect.poll(() => database.statements).toBeGreaterThan(5)
  expect(changes).toEqual([])
  probe.stop()
})

test('two in a row are one, with the reason, and the first that is answered is the other', async () => {
  const database = scripted()
  const changes: unknown[] = []
  database.failures = 7
  const probe = new DatabaseProbe(database, {
    every_ms: 1,
    onChange: (error) => changes.push([database.statements, error]),
  })
  await expect.poll(() => changes.length).toBe(2)
  expect(changes).toEqual([
    [2, expect.objectContaining({ message: 'silent' })],
    [8, null],
  ])
  probe.stop()
})

test('a stopped probe sends and reports nothing more', async () => {
  const database = scripted()
  const changes: unknown[] = []
  const probe = new DatabaseProbe(database, {
    every_ms: 1,
    onChange: (error) => changes.push(error),
  })
  await expect.poll(() => database.statements).toBeGreaterThan(0)
  probe.stop()
  const { statements } = database
  database.failures = 9
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([database.statements, changes]).toEqual([statements, []])
})
