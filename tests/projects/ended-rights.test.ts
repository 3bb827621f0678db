import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { apikey, member, organization } from '../../accounts/database/schema.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { ProjectsService } from './projects-service.ts'

const WALL = { tool: 'create_wall', arguments: { start: [0, 0], end: [4, 0] } }
const EDIT = { payload: { operations: [WALL] } }

onEmbeddedEngine((engine) => {
  let service: ProjectsService
  const organizationId = randomUUID()
  beforeAll(async () => {
    service = await ProjectsService.open(engine)
    await service.accounts.database.tables
      .insert(organization)
      .values({ id: organizationId, name: 'Office', slug: organizationId })
  })
  afterAll(() => service?.close())

  async function memberWith(role: string) {
    const person = await service.person()
    await service.accounts.database.tables
      .insert(member)
      .values({ id: randomUUID(), organizationId, userId: person.id, role })
    return person
  }
  const own = (id: string) => and(eq(member.userId, id), eq(member.organizationId, organizationId))
  const leave = async (id: string) => {
    await service.accounts.database.tables.delete(member).where(own(id))
  }

  test('a member who leaves has nothing of the organization from the next request on', async () => {
    const owner = await memberWith('owner')
    const { id: person, key } = await memberWith('member')
    const id = await service.project({ organizationId }, owner.key)
    await service.json(`${id}/operations`, { ...EDIT, key })
    await leave(person)
    const missing = await service.json('prj_00000000000000000000', { key }, 404)
    for (const [path, sent] of [
      ['', {}],
      ['/scene', {}],
      ['/operations', EDIT],
      ['/publish', { payload: {} }],
    ] as const) {
      const { error } = await service.json(`${id}${path}`, { ...sent, key }, 404)
      expect({ ...error, request_id: '' }).toEqual({ ...missing.error, request_id: '' })
    }
    expect((await service.json('/api/scenes', { key })).scenes).toEqual([])
    expect(await service.json(id, { key: owner.key })).toMatchObject({ draftVersion: 1 })
  })

  test.each([
    ['an edit', 'commit', '/operations', EDIT],
    ['a save', 'save', '/save', { payload: {} }],
    ['a publication', 'publish', '/publish', { payload: {} }],
  ] as const)(
    '%s of somebody who is removed while it is computed is refused',
    async (_, method, path, sent) => {
      const owner = await memberWith('owner')
      const { id: person, key } = await memberWith('admin')
      const id = await service.project({ organizationId }, owner.key)
      const before = await service.json(id, { key: owner.key })
      const { store } = service
      const real = store[method].bind(store) as (...given: unknown[]) => Promise<never>
      const last = vi.spyOn(store, method).mockImplementation(async (...given: unknown[]) => {
        await leave(person)
        return await real(...given)
      })
      try {
        const { error } = await service.json(`${id}${path}`, { ...sent, key }, 404)
        expect(error.code).toBe('project_not_found')
        expect(last).toHaveBeenCalledOnce()
      } finally {
        last.mockRestore()
      }
      expect(await service.json(id, { key: owner.key })).toEqual(before)
    },
  )

  test('an admin who becomes a member edits, and publishes no more', async () => {
    const { id: person, key } = await memberWith('admin')
    const id = await service.project({ organizationId }, key)
    await service.json(`${id}/publish`, { payload: {}, key })
    await service.accounts.database.tables.update(member).set({ role: 'member' }).where(own(person))
    await service.json(`${id}/operations`, { ...EDIT, key })
    const { error } = await service.json(`${id}/publish`, { payload: {}, key }, 403)
    expect(error).toMatchObject({ code: 'forbidden', type: 'permission_error' })
    await service.json(id, { method: 'DELETE', key }, 403)
    expect(await service.json(id, { key })).toMatchObject({ publishedVersion: 1, draftVersion: 1 })
  })

  test('a key is refused from the moment at which it expires', async () => {
    const { id: person } = await service.person()
    const { key, row } = await service.accounts.keys.create({
      kind: 'architect',
      name: 'short',
      owner: { user: person },
      scopes: ['projects:edit'],
      expires_in_days: 1,
    })
    await service.accounts.database.tables
      .update(apikey)
      .set({ expiresAt: sql`now() + interval '1 second'` })
      .where(eq(apikey.id, row.id))
    expect((await service.send('/api/scenes', { key })).statusCode).toBe(200)
    const status = async () => (await service.send('/api/scenes', { key })).statusCode
    await expect.poll(status, { interval: 200 }).toBe(401)
    const { error } = await service.json('/api/scenes', { key }, 401)
    expect(error).toMatchObject({
      code: 'invalid_api_key',
      message: expect.stringContaining('expired'),
    })
  })

  test('faults behind answers are none', () => {
    expect(service.failures).toEqual([])
  })
})
