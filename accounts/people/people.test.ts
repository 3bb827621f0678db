import { expect, test } from 'vitest'
import { CHEAP_HASH, onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { verification } from '../database/schema.ts'
import { People } from './people.ts'
import { hashedIdentifier } from './verification-identifier.ts'

onEmbeddedEngine((engine) => {
  test('a request that is refused half-way changes nothing', async () => {
    const database = await engine.database()
    const identifier = hashedIdentifier('reset-password:link-of-nobody')
    const link = {
      id: 'link',
      identifier,
      value: 'nobody',
      expiresAt: new Date(Date.now() + 60_000),
    }
    await database.tables.insert(verification).values(link)
    const secret = 'a secret of tests, which signs no session but theirs'
    const post = () => {}
    const people = new People(database, { secret, mustVerify: false, hashCost: CHEAP_HASH, post })
    const origin = 'http://maps.test'
    const token = 'link-of-nobody'
    // The library ends the link first, and then looks for whom it is.
    const answer = await people.change({
      request: new Request(`${origin}/api/auth/reset-password`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ token, newPassword: 'a new password' }),
      }),
      subject: { resetToken: token },
      claim: { deadline_ms: Number.POSITIVE_INFINITY, claimants: [] },
    })
    expect(answer.status).toBe(400)
    expect(await database.tables.$count(verification)).toBe(1)
  })
})
