import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { AccountsGone } from '../accounts.ts'
import type { Database } from '../database/database.ts'
import {
  invitation,
  member,
  organization,
  session,
  user,
  verification,
} from '../database/schema.ts'
import { WriteTransactions } from '../database/write-transactions.ts'
import { type ChangeSubject, lockRows } from './row-locks.ts'
import { hashedIdentifier } from './verification-identifier.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

const CLAIM = { deadline_ms: Number.POSITIVE_INFINITY, claimants: [] }

/** Changes by Ada, who owns Acme. Bob, who owns Bolt, has rows of the same kinds. */
const SUBJECTS: [what: string, subject: ChangeSubject, rows: string[]][] = [
  ['a session', { sessionToken: 'token of ada' }, ['ada']],
  ['a session that is not there', { sessionToken: 'token of nobody' }, []],
  ['who signs in', { email: 'ada@example.com' }, ['ada']],
  ['a link that sets a password', { resetToken: 'link-of-ada' }, ['ada']],
  ['an organization', { organizationId: 'acme' }, ['acme']],
  ['an invitation', { invitationId: 'to acme' }, ['acme']],
  [
    'who signs in over the session of another',
    { sessionToken: 'token of ada', email: 'bob@example.com' },
    ['ada', 'bob'],
  ],
  [
    'who acts in an organization',
    { sessionToken: 'token of ada', organizationId: 'bolt' },
    ['ada', 'bolt'],
  ],
  [
    'all organizations of a person',
    { sessionToken: 'token of ada', isOfMemberships: true },
    ['ada', 'acme'],
  ],
  ['nobody', {}, []],
]

onEngines((engine) => {
  let database: Database
  beforeAll(async () => {
    database = await engine.database()
    const { tables } = database
    const expiresAt = new Date(Date.now() + 3_600_000)
    for (const [id, slug] of [
      ['ada', 'acme'],
      ['bob', 'bolt'],
    ]) {
      const email = `${id}@example.com`
      await tables.insert(user).values({ id, name: id, email })
      await tables.insert(session).values({ id, userId: id, token: `token of ${id}`, expiresAt })
      await tables.insert(organization).values({ id: slug, name: slug, slug })
      await tables.insert(member).values({ id, organizationId: slug, userId: id, role: 'owner' })
      await tables.insert(invitation).values({
        id: `to ${slug}`,
        organizationId: slug,
        email: 'guest@example.com',
        expiresAt,
        inviterId: id,
      })
      const identifier = hashedIdentifier(`reset-password:link-of-${id}`)
      await tables.insert(verification).values({ id, identifier, value: id, expiresAt })
    }
  })

  // On the embedded database one transaction comes after the other, whatever it locks.
  test.skipIf(engine.name === 'PGlite').each(SUBJECTS)(
    'a change of %s waits for others of the same and for nobody else',
    async (_what, subject, rows) => {
      const writes = new WriteTransactions(database.tables, { lockWait_ms: 20 })
      for (const id of ['ada', 'bob', 'acme', 'bolt']) {
        const table = id === 'ada' || id === 'bob' ? user : organization
        const outcome = await database.tables.transaction(async (tx) => {
          await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('no key update')
          return await writes
            .run(CLAIM, (other) => lockRows(other, subject))
            .then(
              () => 'done',
              (error) => error instanceof AccountsGone && 'waits',
            )
        })
        expect([id, outcome]).toEqual([id, rows.includes(id) ? 'waits' : 'done'])
      }
    },
  )

  test.skipIf(engine.name === 'PGlite')(
    'a session may begin while its person is locked',
    async () => {
      await database.tables.transaction(async (tx) => {
        await lockRows(tx, { sessionToken: 'token of ada', organizationId: 'acme' })
        const rows = new WriteTransactions(database.tables, { lockWait_ms: 20 }).run(
          CLAIM,
          (other) =>
            other
              .insert(session)
              .values({ id: 'x', userId: 'ada', token: 'another', expiresAt: new Date() })
              .returning({ id: session.id }),
        )
        expect(await rows).toEqual([{ id: 'x' }])
      })
    },
  )
})
