import { expect, test } from 'vitest'
import { parseQuery } from '../http/query.ts'
import { reachFrom } from '../http/reach.ts'
import { ScriptedAccounts } from '../tests/accounts/scripted-accounts.ts'
import { createApp } from './app.ts'
import { parseFeaturesQuery } from './map/features-query.ts'
import { BuildQuery, parseTileCoordinates } from './map/tile-query.ts'
import { parseParcelsQuery } from './queries/parcels-query.ts'
import { parseSearchQuery } from './queries/search-query.ts'

const BBOX = '-72,30,-71,31'

test('without a limit a search has 10 results, a list 25 parcels and a view 1,000 features', () => {
  expect(parseSearchQuery({ q: 'main' }).limit).toBe(10)
  expect(parseParcelsQuery({}).limit).toBe(25)
  expect(parseFeaturesQuery({ bbox: BBOX }).limit).toBe(1_000)
})

test.each([
  ['a search', 50, (limit: string) => parseSearchQuery({ q: 'main', limit })],
  ['a list of parcels', 100, (limit: string) => parseParcelsQuery({ limit })],
  ['a view of features', 5_000, (limit: string) => parseFeaturesQuery({ bbox: BBOX, limit })],
])('the limit of %s is 1 to %i', (_what, most, read) => {
  for (const limit of [1, most]) expect(read(`${limit}`).limit).toBe(limit)
  for (const limit of ['0', `${most + 1}`, '-1', '1.5', '1e1', '', ' 1'])
    expect(() => read(limit), limit).toThrow(expect.objectContaining({ status: 400 }))
})

test.each([
  ['what is searched for', 200, (q: string) => parseSearchQuery({ q })],
  ['a use code', 100, (use_code: string) => parseParcelsQuery({ use_code })],
  ['a cursor', 200, (cursor: string) => parseParcelsQuery({ cursor })],
  ['the id of a build', 200, (build: string) => parseQuery(BuildQuery, { build })],
])('%s has at most %i characters', (_what, most, read) => {
  expect(() => read('a'.repeat(most))).not.toThrow()
  expect(() => read('a'.repeat(most + 1))).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringContaining(`at most ${most}`) }),
  )
})

test('a tile has a zoom of at most 26, and as many columns and rows as that zoom has', () => {
  expect(parseTileCoordinates({ z: '26', x: '67108863', y: '0' })).toEqual([26, 67_108_863, 0])
  for (const place of [
    { z: '27', x: '0', y: '0' },
    { z: '26', x: '67108864', y: '0' },
    { z: '1', x: '0', y: '2' },
    { z: '0', x: '1', y: '0' },
    { z: '01', x: '0', y: '0' },
    { z: '-1', x: '0', y: '0' },
  ])
    expect(() => parseTileCoordinates(place)).toThrow(expect.objectContaining({ status: 400 }))
})

test('a list of trusted proxies names at most 100', () => {
  const listOf = (count: number) =>
    Array.from({ length: count }, (_, i) => `10.0.${Math.floor(i / 200)}.${1 + (i % 200)}`).join()
  expect(reachFrom({ PLAT_TRUSTED_PROXIES: listOf(100) }).proxies).toHaveLength(100)
  expect(() => reachFrom({ PLAT_TRUSTED_PROXIES: listOf(101) })).toThrow(/has more than 100/)
})

test('a request has 8 kB of address and 15 s to arrive, an account request 16 kB of body, and a thread 2,000 connections', async () => {
  const app = await createApp({ accounts: new ScriptedAccounts(), builds: { acquire: () => null } })
  const { server } = app
  expect(server).toMatchObject({
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    timeout: 60_000,
    maxConnections: 2_000,
  })
  const address = (bytes: number) => '/api/v1/layers?'.padEnd(bytes, 'x')
  expect((await app.inject(address(8_192))).statusCode).toBe(401)
  expect((await app.inject(address(8_193))).statusCode).toBe(414)
  const part = (characters: number) => `/api/v1/layers/${'x'.repeat(characters)}`
  expect((await app.inject(part(2_400))).statusCode).toBe(401)
  expect((await app.inject(part(2_401))).statusCode).toBe(414)
  const account = (bytes: number) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/x',
      headers: { 'content-type': 'application/json', host: 'plat.example' },
      payload: `{"a":"${'x'.repeat(bytes - 8)}"}`,
    })
  expect((await account(16_384)).statusCode).toBe(200)
  expect((await account(16_385)).statusCode).toBe(413)
  await app.close()
})
