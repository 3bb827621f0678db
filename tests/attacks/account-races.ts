import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { PASSWORD } from '../accounts/account-browser.ts'
import {
  type Answer,
  done,
  emailOf,
  type Race,
  ROLES,
  type Round,
  statuses,
} from './race-ground.ts'

/** People of a round, by number: those of `ROLES`, then two who are members of nothing. */
const [OWNER, OTHER_OWNER, ADMIN, OTHER_ADMIN, MEMBER, STRANGER] = [0, 1, 2, 3, 4, 5]

const organization = (name: string) => `/api/auth/organization/${name}`

export const RACES: Race[] = [
  {
    title: 'two owners leave at once: one stays',
    async run(round) {
      const owners = await round.people(OWNER, OTHER_OWNER)
      const body = { organizationId: round.organizationId }
      const left = await Promise.all(owners.map((each) => each.post(organization('leave'), body)))
      expect(done(left)).toBe(1)
      expect(await round.rolesSeenBy(...owners)).toContain('owner')
    },
  },
  {
    title: 'two owners demote each other at once: one has lost the right',
    async run(round) {
      const owners = await round.people(OWNER, OTHER_OWNER)
      const demoted = await Promise.all(
        owners.map((each, n) =>
          each.post(organization('update-member-role'), {
            organizationId: round.organizationId,
            memberId: round.memberId(n === 0 ? OTHER_OWNER : OWNER),
            role: 'member',
          }),
        ),
      )
      expect(done(demoted)).toBe(1)
      expect(await round.rolesSeenBy(...owners)).toContain('owner')
    },
  },
  {
    title: 'two owners demote themselves at once: one stays an owner',
    async run(round) {
      const owners = await round.people(OWNER, OTHER_OWNER)
      const demoted = await Promise.all(
        owners.map((each, n) =>
          each.post(organization('update-member-role'), {
            organizationId: round.organizationId,
            memberId: round.memberId(n),
            role: 'admin',
          }),
        ),
      )
      expect(done(demoted)).toBe(1)
      expect(await round.rolesSeenBy(...owners)).toContain('owner')
    },
  },
  {
    title: 'an owner removes the other, who leaves at once: one stays',
    async run(round) {
      const owners = await round.people(OWNER, OTHER_OWNER)
      const { organizationId } = round
      const remove = { organizationId, memberIdOrEmail: round.memberId(OTHER_OWNER) }
      const answers = await Promise.all([
        owners[0].post(organization('remove-member'), remove),
        owners[0].post(organization('leave'), { organizationId }),
        owners[1].post(organization('leave'), { organizationId }),
      ])
      expect(done(answers)).toBe(1)
      expect(await round.rolesSeenBy(...owners)).toContain('owner')
    },
  },
  {
    title: 'two admins remove each other at once: one has lost the right',
    async run(round) {
      const admins = await round.people(ADMIN, OTHER_ADMIN)
      const { organizationId } = round
      const removed = await Promise.all(
        admins.map((each, n) => {
          const memberIdOrEmail = round.memberId(n === 0 ? OTHER_ADMIN : ADMIN)
          return each.post(organization('remove-member'), { organizationId, memberIdOrEmail })
        }),
      )
      expect(done(removed)).toBe(1)
    },
  },
  {
    title: 'an owner deletes the account while the other leaves: one stays',
    async run(round) {
      const owners = await round.people(OWNER, OTHER_OWNER)
      const member = await round.person(MEMBER)
      const answers = await Promise.all([
        owners[0].post('/api/auth/delete-user', { password: PASSWORD }),
        owners[1].post(organization('leave'), { organizationId: round.organizationId }),
      ])
      expect(done(answers)).toBe(1)
      expect(await round.rolesSeenBy(member)).toContain('owner')
    },
  },
  {
    title: 'two owners delete their accounts at once: one stays',
    async run(round) {
      const owners = await round.people(OWNER, OTHER_OWNER)
      const member = await round.person(MEMBER)
      const body = { password: PASSWORD }
      const answers = await Promise.all(
        owners.map((each) => each.post('/api/auth/delete-user', body)),
      )
      expect(done(answers)).toBe(1)
      expect(await round.rolesSeenBy(member)).toContain('owner')
    },
  },
  {
    title: 'fifteen organizations of one person at once: ten are made',
    async run(round) {
      const person = await round.person(STRANGER)
      const made = await Promise.all(
        Array.from({ length: 15 }, (_, n) =>
          round
            .twin(person)
            .post(organization('create'), { name: 'x', slug: `many-${round.id}-${n}` }),
        ),
      )
      expect(done(made)).toBe(10)
      expect((await person.get(organization('list'))).body.length).toBe(10)
    },
  },
  {
    title: 'one slug for several organizations at once: one has it, the others are refused',
    async run(round) {
      const [a, b, owner] = await round.people(STRANGER, STRANGER + 1, OWNER)
      const slug = `same-${round.id}`
      const answers = await Promise.all([
        a.post(organization('create'), { name: 'x', slug }),
        b.post(organization('create'), { name: 'x', slug }),
        owner.post(organization('update'), {
          organizationId: round.organizationId,
          data: { slug },
        }),
      ])
      expect(done(answers)).toBe(1)
      for (const { status, body } of answers)
        if (status !== 200) expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    },
  },
  {
    title: 'one invitation accepted several times at once: one membership',
    async run(round) {
      const [owner, guest] = await round.people(OWNER, STRANGER)
      const { body } = await owner.post(organization('invite-member'), {
        organizationId: round.organizationId,
        email: emailOf(round.id, STRANGER),
        role: 'member',
      })
      const accepted = await Promise.all(
        Array.from({ length: 4 }, () =>
          round.twin(guest).post(organization('accept-invitation'), { invitationId: body.id }),
        ),
      )
      expect(done(accepted)).toBe(1)
      expect((await round.rolesSeenBy(owner))?.length).toBe(ROLES.length + 1)
    },
  },
  {
    title: 'an invitation is taken back while it is accepted: one of the two',
    async run(round) {
      const [owner, guest] = await round.people(OWNER, STRANGER)
      const { body } = await owner.post(organization('invite-member'), {
        organizationId: round.organizationId,
        email: emailOf(round.id, STRANGER),
        role: 'admin',
      })
      const [accepted, canceled] = await Promise.all([
        guest.post(organization('accept-invitation'), { invitationId: body.id }),
        owner.post(organization('cancel-invitation'), { invitationId: body.id }),
      ])
      expect(done([accepted, canceled])).toBeGreaterThan(0)
      const roles = await round.rolesSeenBy(owner)
      expect(roles?.length).toBe(ROLES.length + (accepted.status === 200 ? 1 : 0))
    },
  },
  {
    title: 'the hundredth member: one of several who accept at once',
    fill: (database, id) =>
      database.tables.execute(sql`
        WITH filler AS (INSERT INTO "user" (id, name, email)
          SELECT ${`filler${id}x`} || n, 'x', ${`filler${id}x`} || n || '@example.com'
          FROM generate_series(1, ${99 - ROLES.length}::int) n RETURNING id),
        invited AS (INSERT INTO invitation (id, organization_id, email, role, expires_at, inviter_id)
          SELECT ${`in${id}x`} || n, ${`org${id}`}, ${`p${id}x`} || n || '@example.com', 'member',
            now() + interval '1 day', ${`user${id}x0`}
          FROM generate_series(${STRANGER}::int, ${STRANGER + 1}::int) n)
        INSERT INTO member (id, organization_id, user_id) SELECT id, ${`org${id}`}, id FROM filler`),
    async run(round) {
      const guests = await round.people(STRANGER, STRANGER + 1)
      const accepted = await Promise.all(
        guests.map((each, n) =>
          each.post(organization('accept-invitation'), {
            invitationId: `in${round.id}x${STRANGER + n}`,
          }),
        ),
      )
      expect(done(accepted)).toBe(1)
    },
  },
  {
    title: 'the hundredth open invitation: one of several at once',
    fill: (database, id) =>
      database.tables.execute(sql`
        INSERT INTO invitation (id, organization_id, email, role, expires_at, inviter_id)
          SELECT ${`in${id}x`} || n, ${`org${id}`}, ${`guest${id}x`} || n || '@example.com', 'member',
            now() + interval '1 day', ${`user${id}x0`}
          FROM generate_series(1, 99) n`),
    async run(round) {
      const managers = await round.people(OWNER, OTHER_OWNER, ADMIN, OTHER_ADMIN)
      const invited = await Promise.all(
        managers.map((each, n) =>
          each.post(organization('invite-member'), {
            organizationId: round.organizationId,
            email: `late${round.id}x${n}@example.com`,
            role: 'member',
          }),
        ),
      )
      expect(done(invited)).toBe(1)
    },
  },
  {
    title: 'the fiftieth key of a person and of an organization: one of several at once',
    fill: (database, id) =>
      database.tables.execute(sql`
        INSERT INTO apikey (id, config_id, key, reference_id)
          SELECT reference || 'x' || n, config, reference || 'x' || n, reference
          FROM generate_series(1, 49) n, (VALUES ('map', ${`user${id}x0`}::text),
            ('architect-org', ${`org${id}`}::text)) owner (config, reference)`),
    async run(round) {
      const [owner, admin] = await round.people(OWNER, ADMIN)
      const own = { kind: 'map', name: 'x' }
      const shared = { kind: 'architect', name: 'x', organization_id: round.organizationId }
      const twins = Array.from({ length: 5 }, () => round.twin(owner))
      const made = await Promise.all(twins.map((each) => each.post('/api/account/keys', own)))
      expect(done(made)).toBe(1)
      const both = [...twins, round.twin(admin)]
      const of = await Promise.all(both.map((each) => each.post('/api/account/keys', shared)))
      expect(done(of)).toBe(1)
    },
  },
  {
    title: 'the fiftieth session: several sign-ins at once leave fifty',
    fill: (database, id) =>
      database.tables.execute(sql`
        INSERT INTO session (id, user_id, token, expires_at)
          SELECT ${`session${id}x`} || n, ${`user${id}x0`}, ${`token${id}x`} || n,
            now() + interval '1 day'
          FROM generate_series(1, 49) n`),
    async run(round) {
      const browsers = await Promise.all(Array.from({ length: 5 }, () => round.person(OWNER)))
      const known = await Promise.all(browsers.map((each) => each.get('/api/account')))
      expect(known.every(({ body }) => body.user !== null)).toBe(true)
    },
  },
  {
    title: 'an organization is deleted while people join, invite, leave and make keys: it is gone',
    async run(round) {
      const [owner, other, admin, member] = await round.people(OWNER, OTHER_OWNER, ADMIN, MEMBER)
      const { organizationId } = round
      const answers = await Promise.all([
        owner.post(organization('delete'), { organizationId }),
        other.post(organization('leave'), { organizationId }),
        member.post(organization('leave'), { organizationId }),
        admin.post(organization('invite-member'), {
          organizationId,
          email: emailOf(round.id, STRANGER),
          role: 'member',
        }),
        round.twin(admin).post('/api/account/keys', {
          kind: 'architect',
          name: 'x',
          organization_id: organizationId,
        }),
      ])
      statuses(answers)
      expect(answers[0].status).toBe(200)
      expect(await round.rolesSeenBy(owner, other, admin)).toBeNull()
    },
  },
  {
    title: 'an account is deleted while it joins, makes an organization and a key: nothing is left',
    async run(round) {
      const [owner, guest] = await round.people(OWNER, STRANGER)
      const { body } = await owner.post(organization('invite-member'), {
        organizationId: round.organizationId,
        email: emailOf(round.id, STRANGER),
        role: 'owner',
      })
      const answers = await Promise.all([
        guest.post('/api/auth/delete-user', { password: PASSWORD }),
        round.twin(guest).post(organization('accept-invitation'), { invitationId: body.id }),
        round.twin(guest).post(organization('create'), { name: 'x', slug: `gone-${round.id}` }),
        round.twin(guest).post('/api/account/keys', { kind: 'map', name: 'x' }),
      ])
      statuses(answers)
      // It is the only owner of its first organization, or the sole owner of none.
      expect(answers[0].status === 200).toBe(answers[2].status !== 200)
    },
  },
  {
    title: 'one link of a reset is used twice at once: one password is set',
    async run(round) {
      const token = await round.resetToken(OWNER)
      await oneReset(round, [token, token])
    },
  },
  {
    title: 'two links of a reset are used at once: one password is set',
    async run(round) {
      await oneReset(round, [await round.resetToken(OWNER), await round.resetToken(OWNER)])
    },
  },
  {
    title: 'a link of a reset is used while the password is changed: one of the two',
    async run(round) {
      const token = await round.resetToken(OWNER)
      const person = await round.person(OWNER)
      const change = { currentPassword: PASSWORD, newPassword: 'changed by hand' }
      const answers = await Promise.all([
        round.browser().post('/api/auth/reset-password', { token, newPassword: 'set by a link' }),
        person.post('/api/auth/change-password', change),
      ])
      expect(done(answers)).toBe(1)
      await onlyPassword(round, answers[0].status === 200 ? 'set by a link' : 'changed by hand')
    },
  },
  {
    title: 'a password is changed twice at once: the second does not know it any more',
    async run(round) {
      const person = await round.person(OWNER)
      const change = (newPassword: string) => ({ currentPassword: PASSWORD, newPassword })
      const answers = await Promise.all([
        person.post('/api/auth/change-password', change('the first one')),
        round.twin(person).post('/api/auth/change-password', change('the second one')),
      ])
      expect(done(answers)).toBe(1)
      await onlyPassword(round, answers[0].status === 200 ? 'the first one' : 'the second one')
    },
  },
  {
    title: 'a session begun with the old password while it is changed does not outlive it',
    async run(round) {
      const person = await round.person(OWNER)
      const change = { currentPassword: PASSWORD, newPassword: 'the new password' }
      await noOldSession(round, () => person.post('/api/auth/change-password', change))
    },
  },
  {
    title: 'a session begun with the old password while a link sets another does not outlive it',
    async run(round) {
      const body = { token: await round.resetToken(OWNER), newPassword: 'the new password' }
      await noOldSession(round, () => round.browser().post('/api/auth/reset-password', body))
    },
  },
]

async function oneReset(round: Round, tokens: string[]): Promise<void> {
  const passwords = tokens.map((_, n) => `set by link number ${n}`)
  const answers = await Promise.all(
    tokens.map((token, n) =>
      round.browser().post('/api/auth/reset-password', { token, newPassword: passwords[n] }),
    ),
  )
  expect(done(answers)).toBe(1)
  await onlyPassword(round, passwords[answers.findIndex(({ status }) => status === 200)])
}

/** Asserts that no sign-in with the old password during a change survives the change. */
async function noOldSession(round: Round, change: () => Promise<Answer>): Promise<void> {
  const thieves = Array.from({ length: 3 }, () => round.browser())
  const old = { email: emailOf(round.id, OWNER), password: PASSWORD }
  const [changed, ...signedIn] = await Promise.all([
    change(),
    ...thieves.map((thief) => thief.post('/api/auth/sign-in/email', old)),
  ])
  expect(done([changed])).toBe(1)
  statuses(signedIn)
  for (const thief of thieves)
    expect((await round.twin(thief).get('/api/account')).body.user).toBeNull()
}

/** Asserts that the account has this password, and that no link sent before sets another one. */
async function onlyPassword(round: Round, password: string): Promise<void> {
  const email = emailOf(round.id, OWNER)
  const { status } = await round.browser().post('/api/auth/sign-in/email', { email, password })
  expect(status).toBe(200)
}
