import { expect, test } from 'vitest'
import { makeKey } from '../keys/key-format.ts'
import { MemoryLimits } from '../limits/memory-limits.ts'
import { GUESS_LIMIT, KEY_LIMIT, SESSION_LIMIT, TILE_LIMIT } from './admission-limits.ts'
import { CredentialGate } from './credential-gate.ts'

test('a key has 300 requests in any minute, as the contract states, a session 3,000, a guesser 300 and both 6,000 tiles', () => {
  expect(KEY_LIMIT).toEqual({ requests: 300, window_ms: 60_000 })
  expect(SESSION_LIMIT).toEqual({ requests: 3_000, window_ms: 60_000 })
  expect(TILE_LIMIT).toEqual({ requests: 6_000, window_ms: 60_000 })
  expect(GUESS_LIMIT).toEqual({ requests: 300, window_ms: 60_000 })
})

test('of the keys that an address guesses 300 are looked up, and the next is not', async () => {
  let statements = 0
  const limits = new MemoryLimits()
  const database = {
    async query<Row>(): Promise<Row[]> {
      statements++
      return []
    },
  }
  const gate = new CredentialGate({ database, limits, secret: 'a secret of this test' })
  const guess = () =>
    gate.admit({ kind: 'key', key: makeKey('sk_map_') }, 'read:public', '192.0.2.1')
  for (let n = 0; n < 300; n++) expect(await guess()).toEqual({ kind: 'refused', why: 'unknown' })
  expect(statements).toBe(300)
  expect(await guess()).toMatchObject({ kind: 'limited', allowance: { limit: 300, remaining: 0 } })
  expect(statements).toBe(300)
  limits.close()
  await gate.close()
})
