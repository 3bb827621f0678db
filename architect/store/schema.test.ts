import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as accounts from '../../accounts/database/schema.ts'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import {
  databaseLines,
  expectedLines,
  projectTables,
  tablesOf,
} from '../../tests/accounts/schema-comparison.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { StoreGround } from '../../tests/projects/store-ground.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

onEngines((engine) => {
  test('the migrated tables and the Drizzle schemas of this folder agree', async () => {
    const tables = await projectTables()
    expect(tables.map(getTableName)).toContain('turn_file')
    const ground = await StoreGround.open(engine)
    try {
      const others = tablesOf(accounts).map(getTableName)
      expect(await databaseLines(ground.database, others)).toEqual(expectedLines(tables))
    } finally {
      await ground.close()
    }
  })
})
