import { Client } from 'pg'
import { expect, test } from 'vitest'
import { onPostgres } from '../../tests/accounts/accounts-on.ts'
import { FaultyNetwork } from '../../tests/servers/faulty-network.ts'
import { sendOperatorRequest } from './operator-client.ts'

const LIST = { do: 'list', owner: 'all' } as const
const BOUNDS = { connect_ms: 300, statement_ms: 300 }

onPostgres((engine) => {
  async function urlOf(): Promise<string> {
    const place = (await engine.settings()).database
    if (place.kind !== 'postgresql') throw new Error('not on PostgreSQL')
    return place.url
  }

  test('an operator whose database is silent gets a sentence in time', async () => {
    const url = await urlOf()
    const network = await FaultyNetwork.before(url)
    network.newConnections = 'silent'
    const place = { kind: 'postgresql', url: network.through(url), bounds: BOUNDS } as const
    await expect(sendOperatorRequest(place, 'nowhere', LIST)).rejects.toMatchObject({
      name: 'StepError',
      remedy: expect.stringContaining('DATABASE_URL'),
    })
    await network.close()
  })

  test('a statement that fails is reported by its code, and not with its values', async () => {
    const url = await urlOf()
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query('ALTER TABLE apikey RENAME TO lost')
    await client.end()
    const revoke = { do: 'revoke', id: 'key_hunter2' } as const
    const failed = sendOperatorRequest({ kind: 'postgresql', url }, 'nowhere', revoke)
    await expect(failed).rejects.toMatchObject({
      name: 'StepError',
      message: expect.stringMatching(/^(?!.*hunter2).*SQLSTATE 42P01/),
    })
  })
})
