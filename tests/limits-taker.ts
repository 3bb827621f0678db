// A process that takes many requests of one id at once, and prints how many it was granted:
// `limits-taker.ts <socket folder> <id> <count>`.
import { Client } from 'pg'
import { PostgresLimits } from '../accounts/limits/postgres-limits.ts'

const [host, id, count] = process.argv.slice(2)
const client = new Client({ host, user: 'postgres', database: 'postgres' })
await client.connect()
const limits = new PostgresLimits(client)
const limit = { requests: 300, window_ms: 60_000 }
const takes = Array.from({ length: Number(count) }, () => limits.take(id, limit))
const taken = await Promise.all(takes)
console.log(taken.filter(({ granted }) => granted).length)
limits.close()
await client.end()
