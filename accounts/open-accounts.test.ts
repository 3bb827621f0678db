import { afterAll, beforeAll, expect, test } from 'vitest'
import { onEachEngine } from '../tests/accounts-on.ts'
import { type OpenAccounts, openAccounts } from './open-accounts.ts'

onEachEngine((engine) => {
  let accounts: OpenAccounts
  beforeAll(async () => {
    accounts = await openAccounts(await engine.settings())
  })
  afterAll(() => accounts.close())

  test('a key that was just made is admitted, and refused once it is revoked', async () => {
    const wanted = { kind: 'map' as const, name: 'x', owner: { operator: true as const } }
    const { key, row } = await accounts.keys.create(wanted)
    const ask = () => accounts.admit({ kind: 'key', key }, 'read:public', '127.0.0.1')
    expect(await ask()).toMatchObject({ kind: 'admitted', caller: { credential_id: row.id } })
    await accounts.keys.revoke(row.id, 'any')
    expect(await ask()).toEqual({ kind: 'refused', why: 'revoked' })
  })
})
