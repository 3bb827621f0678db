import { expect, test } from 'vitest'
import { ScriptedAccounts } from '../../tests/accounts/scripted-accounts.ts'
import { openExampleApp } from '../../tests/fixtures/example-app.ts'

test('health is 503 while the accounts cannot answer, names the part, and requests nothing of them', async () => {
  const accounts = new ScriptedAccounts()
  const { get, close } = await openExampleApp({ accounts })
  expect(await get('/api/v1/health')).toMatchObject({
    status: 200,
    body: { planes: { accounts: 'answering' } },
  })
  accounts.trouble = 'The database of the accounts does not answer.'
  const silent = await get('/api/v1/health')
  expect([silent.status, silent.headers['retry-after']]).toEqual([503, '2'])
  expect(silent.body.error).toMatchObject({ code: 'not_available', message: accounts.trouble })
  accounts.trouble = null
  expect((await get('/api/v1/health')).status).toBe(200)
  expect([accounts.admissions, accounts.requests]).toEqual([[], []])
  await close()
})
