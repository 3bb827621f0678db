import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CredentialGate } from '../../accounts/admission/credential-gate.ts'
import type { Database } from '../../accounts/database/database.ts'
import * as schema from '../../accounts/database/schema.ts'
import { KeyService } from '../../accounts/keys/key-service.ts'
import { MemoryLimits } from '../../accounts/limits/memory-limits.ts'
import { PostgresLimits } from '../../accounts/limits/postgres-limits.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { spread } from './results.ts'

const SECRET = 'signs nothing that leaves this bench'
/** Ten a key: the warm-up, a tenth of them, reads each key once. */
const CHECKS = 8_000
/** The peer takes milliseconds for one. */
const PEER_CHECKS = 400

/**
 * Keys of fictional people, person by person: by default so many that no check of a bench comes
 * near a limit.
 */
export async function makeKeys(
  database: Database,
  owners = 20,
  keysOfOwner = 40,
): Promise<string[]> {
  const keyService = new KeyService(database)
  const keys: string[] = []
  for (let owner = 0; owner < owners; owner++) {
    const id = `bench-${owner}`
    await database.tables
      .insert(schema.user)
      .values({ id, name: id, email: `${id}@example.com` })
      .onConflictDoNothing()
    for (let n = 0; n < keysOfOwner; n++) {
      const made = await keyService.create({ kind: 'map', name: 'bench', owner: { user: id } })
      keys.push(made.key)
    }
  }
  return keys
}

/** A check in this process, without HTTP or a thread in between: ours, and better-auth's. */
export async function checksOf(database: Database, keys: string[]) {
  const limits = database.engine === 'pglite' ? new MemoryLimits() : new PostgresLimits(database)
  const gate = new CredentialGate({ database, limits, secret: SECRET })
  const ours = await timed(CHECKS, async (n) => {
    const key = keys[n % keys.length]
    const { kind } = await gate.admit({ kind: 'key', key }, 'read:public', '127.0.0.1')
    if (kind !== 'admitted') throw new Error(`a good key is ${kind}`)
  })
  limits.close()
  await gate.close()
  const library = await betterAuthOn(database)
  const peer = await timed(PEER_CHECKS, async (n) => {
    const key = keys[n % keys.length]
    const { valid, error } = await library.api.verifyApiKey({ body: { key } })
    if (!valid) throw new Error(`better-auth refuses a good key: ${JSON.stringify(error)}`)
  })
  return { ours, better_auth: peer, ours_to_better_auth: ours.p50 / peer.p50 }
}

interface KeyVerifier {
  api: {
    verifyApiKey(question: { body: { key: string } }): Promise<{ valid: boolean; error: unknown }>
  }
}

/**
 * better-auth's own check on the same rows, without its limits. It is a package of accounts/ alone.
 */
async function betterAuthOn(database: Database): Promise<KeyVerifier> {
  const { resolve } = createRequire(join(PROJECT_ROOT, 'accounts', 'package.json'))
  const load = (name: string) => import(pathToFileURL(resolve(name)).href)
  const { betterAuth } = await load('better-auth')
  const { drizzleAdapter } = await load('better-auth/adapters/drizzle')
  const { apiKey } = await load('@better-auth/api-key')
  const config = { defaultPrefix: 'sk_map_', rateLimit: { enabled: false } }
  return betterAuth({
    secret: SECRET,
    baseURL: 'http://127.0.0.1',
    database: drizzleAdapter(database.tables, { provider: 'pg', schema }),
    plugins: [
      apiKey([
        { configId: 'default', ...config },
        { configId: 'map', ...config },
      ]),
    ],
    logger: { disabled: true },
    telemetry: { enabled: false },
  })
}

/** One after the other, after a tenth that warms up. */
async function timed(count: number, check: (n: number) => Promise<void>) {
  const times: number[] = []
  for (let n = 0; n < count * 1.1; n++) {
    const began = performance.now()
    await check(n)
    if (n >= count * 0.1) times.push(performance.now() - began)
  }
  return spread(times)
}
