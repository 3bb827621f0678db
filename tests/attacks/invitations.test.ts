import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenAccounts, openAccounts } from '../../accounts/open-accounts.ts'
import { AccountBrowser } from '../accounts/account-browser.ts'
import { CHEAP_HASH, onEmbeddedEngine } from '../accounts/accounts-on.ts'

const organization = (name: string) => `/api/auth/organization/${name}`

/** Without a mail server addresses are unverified: only the id of an invitation proves its mail. */
onEmbeddedEngine((engine) => {
  let accounts: OpenAccounts
  let organizationId: string
  const notes: string[] = []
  const people: Record<string, AccountBrowser> = {}
  const invite = (by: AccountBrowser, email: string, role: string, more: object = {}) =>
    by.post(organization('invite-member'), { organizationId, email, role, ...more })
  const accept = (who: AccountBrowser, invitationId: string) =>
    who.post(organization('accept-invitation'), { invitationId })
  const joined = async (name: string) => {
    const person = new AccountBrowser(accounts)
    await person.join(name)
    return person
  }
  /** A person who joined by an invitation of the owner, with a role. */
  const member = async (name: string, role: string, by = people.owner) => {
    const { body } = await invite(by, `${name}@example.com`, role)
    const person = await joined(name)
    expect((await accept(person, body.id)).status).toBe(200)
    return person
  }
  const roles = async () => {
    const path = `${organization('list-members')}?organizationId=${organizationId}`
    const { members } = (await people.owner.get(path)).body
    return Object.fromEntries(
      members.map((each: { role: string; user: { name: string } }) => [each.user.name, each.role]),
    )
  }
  beforeAll(async () => {
    const note = (text: string) => void notes.push(text)
    accounts = await openAccounts(await engine.settings(), { note, hashCost: CHEAP_HASH })
    people.owner = await joined('owner')
    const made = await people.owner.post(organization('create'), { name: 'Acme', slug: 'acme' })
    organizationId = made.body.id
    people.admin = await member('admin', 'admin')
    people.member = await member('member', 'member')
    people.stranger = await joined('stranger')
  })
  afterAll(() => accounts.close())

  test('open invitations are shown only to managers of the organization, in every answer', async () => {
    const { body: toOwner } = await invite(people.owner, 'heir@example.com', 'owner')
    const { body: toAdmin } = await invite(people.owner, 'aide@example.com', 'admin')
    const seen = async (who: AccountBrowser) => {
      const query = `?organizationId=${organizationId}`
      const paths = ['get-full-organization', 'list-invitations'].map((each) => each + query)
      paths.push('list-user-invitations', 'list', `list-members${query}`)
      paths.push(`get-invitation?id=${toOwner.id}`, `get-invitation?id=${toAdmin.id}`)
      const answers = []
      for (const path of paths) answers.push(await who.request('GET', organization(path)))
      answers.push(await who.request('GET', '/api/account'))
      const text = answers.map(({ body }) => body).join('\n')
      return [toOwner.id, toAdmin.id, 'heir@example.com', 'aide@example.com'].map((secret) =>
        text.includes(secret),
      )
    }
    expect(await seen(people.owner)).toEqual([true, true, true, true])
    // An admin who had the id of an owner's invitation could sign up as its address and be an
    // owner.
    expect(await seen(people.admin)).toEqual([false, true, false, true])
    expect(await seen(people.member)).toEqual([false, false, false, false])
    expect(await seen(people.stranger)).toEqual([false, false, false, false])
  })

  test('a member sees the organization and its members, and lists no invitations', async () => {
    const query = `?organizationId=${organizationId}`
    const whole = await people.member.get(organization('get-full-organization') + query)
    expect(whole.status).toBe(200)
    expect(whole.body).toMatchObject({ name: 'Acme', invitations: [] })
    expect(whole.body.members.length).toBe(3)
    const listed = await people.member.get(organization('list-invitations') + query)
    expect([listed.status, listed.body.error.code]).toEqual([403, 'forbidden'])
  })

  test('a sign-up with an invited address needs the id from the mail', async () => {
    const { body: invited } = await invite(people.owner, 'new-owner@example.com', 'owner')
    const impostor = await joined('new-owner')
    const listed = await impostor.get(organization('list-user-invitations'))
    expect(listed.status).toBe(403)
    expect(JSON.stringify(listed.body)).not.toContain(invited.id)
    for (const guess of [invited.id.slice(0, -1), invited.id.toLowerCase(), 'new-owner', '0'])
      expect((await accept(impostor, guess)).status).toBe(400)
    // The id is not valid for another address either.
    expect((await accept(people.stranger, invited.id)).status).toBe(403)
    expect((await roles())['new-owner']).toBeUndefined()
  })

  test('an admin can neither invite, make nor become an owner', async () => {
    expect((await invite(people.admin, 'friend@example.com', 'owner')).status).toBe(403)
    const path = `${organization('list-members')}?organizationId=${organizationId}`
    const { members } = (await people.admin.get(path)).body
    for (const { id } of members) {
      const body = { organizationId, memberId: id, role: 'owner' }
      const made = await people.admin.post(organization('update-member-role'), body)
      expect(made.status).toBe(403)
    }
    expect(await roles()).toEqual({ owner: 'owner', admin: 'admin', member: 'member' })
  })

  test('an admin who sends an owner’s invitation once more gets an invitation of their own', async () => {
    const email = 'second-heir@example.com'
    const { body: first } = await invite(people.owner, email, 'owner')
    for (const more of [{ resend: true }, {}]) {
      const again = await invite(people.admin, email, 'member', more)
      expect(again.body).toMatchObject({ role: 'member' })
      expect(JSON.stringify(again.body)).not.toContain(first.id)
    }
    const heir = await joined('second-heir')
    expect((await accept(heir, first.id)).status).toBe(400)
  })

  test('an invitation ends with the right of its sender', async () => {
    const former = await member('former', 'owner')
    const { body: asOwner } = await invite(former, 'back-door@example.com', 'owner')
    const { body: asAdmin } = await invite(former, 'side-door@example.com', 'admin')
    const { body: asMember } = await invite(former, 'cat-flap@example.com', 'member')
    const path = `${organization('list-members')}?organizationId=${organizationId}`
    const memberId = (await people.owner.get(path)).body.members.find(
      (each: { user: { name: string } }) => each.user.name === 'former',
    ).id
    const demote = (role: string) =>
      people.owner.post(organization('update-member-role'), { organizationId, memberId, role })
    const tryAll = async () => {
      const statuses = []
      for (const [name, { id }] of Object.entries({
        'back-door': asOwner,
        'side-door': asAdmin,
        'cat-flap': asMember,
      })) {
        const guest = people[name] ?? (await joined(name))
        people[name] = guest
        statuses.push((await accept(guest, id)).status)
      }
      return statuses
    }
    expect((await demote('member')).status).toBe(200)
    expect(await tryAll()).toEqual([400, 400, 400])
    expect((await demote('admin')).status).toBe(200)
    expect(await tryAll()).toEqual([400, 200, 200])
    const remove = { organizationId, memberIdOrEmail: memberId }
    await people.owner.post(organization('remove-member'), remove)
    expect(await tryAll()).toEqual([400, 400, 400])
  })

  test('a member with another invitation keeps the same role', async () => {
    const { body: invited } = await invite(people.owner, 'twice@example.com', 'admin')
    const twice = await joined('twice')
    expect((await accept(twice, invited.id)).status).toBe(200)
    const again = await accept(twice, invited.id)
    expect(again.status).toBe(400)
    expect((await roles()).twice).toBe('admin')
  })
})
