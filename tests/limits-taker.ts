// A process that takes many requests of one id at once, and prints how many it was granted:
// `limits-taker.ts <address of the database> <id> <count>`.
import { openDatabase } from '../accounts/database/open-database.ts'
import { PostgresLimits } from '../accounts/limits/postgres-limits.ts'

const [url, id, count] = process.argv.slice(2)
const database = await openDatabase({ kind: 'postgresql', url })
const limits = new PostgresLimits(database)
const limit = { requests: 300, window_ms: 60_000 }
const takes = Array.from({ length: Number(count) }, () => limits.take(id, limit))
const taken = await Promise.all(takes)
console.log(taken.filter(({ granted }) => granted).length)
limits.close()
await database.close()
