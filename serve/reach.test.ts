import { describe, expect, test } from 'vitest'
import { DIRECT, originOf, type Reach, reachFrom } from '../http/reach.ts'
import { ScriptedAccounts } from '../tests/accounts/scripted-accounts.ts'
import { createApp } from './app.ts'

async function appOf(reach: Reach) {
  const accounts = new ScriptedAccounts()
  const app = await createApp({ accounts, reach, builds: { acquire: () => null } })
  const send = async (headers: Record<string, string>, remoteAddress = '203.0.113.9') => {
    await app.inject({ url: '/api/account', headers, remoteAddress })
    return accounts.requests.at(-1)!
  }
  return { app, send }
}

describe('PLAT_PUBLIC_URL', () => {
  test.each([
    ['https://plat.example', 'https://plat.example'],
    ['https://Plat.Example/', 'https://plat.example'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('%s is where the service is', (text, url) => {
    expect(reachFrom({ PLAT_PUBLIC_URL: text }).url).toBe(url)
  })

  test.each([
    'plat.example',
    'ftp://plat.example',
    'https://plat.example/api',
    'https://me:word@plat.example',
    'https://plat.example?x',
    'javascript:alert(1)',
    ' ',
  ])('%s is refused', (text) => {
    expect(() => reachFrom({ PLAT_PUBLIC_URL: text })).toThrow(/not a scheme, host and port/)
  })

  test('is needed in production, as the remedy states', () => {
    expect(() => reachFrom({ NODE_ENV: 'production' })).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining('PLAT_PUBLIC_URL=https://') }),
    )
    const environment = { NODE_ENV: 'production', PLAT_PUBLIC_URL: 'https://plat.example' }
    expect(reachFrom(environment)).toEqual({ url: 'https://plat.example', proxies: [] })
    expect(reachFrom({})).toEqual(DIRECT)
  })

  test('is used in answers with any host in the request', async () => {
    const { app, send } = await appOf({ url: 'https://plat.example', proxies: [] })
    const named = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    expect((await send(named)).origin).toBe('https://plat.example')
    const { body } = await app.inject({ url: '/api/llms.txt', headers: named })
    expect(body).toContain('https://plat.example/api/v1/location')
    expect(body).not.toContain('evil.example')
    await app.close()
  })

  test('is taken from the request where it is not set and the host is valid', () => {
    const at = (host: string | undefined, protocol = 'http') =>
      originOf(DIRECT, { protocol, headers: { host } } as Parameters<typeof originOf>[1])
    expect(at('plat.example:81')).toBe('http://plat.example:81')
    expect(at('plat.example', 'https')).toBe('https://plat.example')
    expect(at('plat.example', 'javascript')).toBe('http://plat.example')
    for (const host of [undefined, '', 'a b', '"><b>', 'a/b', 'a@b', 'x'.repeat(300)])
      expect(at(host), host).toBeNull()
  })
})

describe('PLAT_TRUSTED_PROXIES', () => {
  const FORWARDED = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' }
  const NAMED = { host: 'plat.example', ...FORWARDED }

  test.each(['10.0.0.2', '10.0.0.0/8', '192.0.2.1, fd00::/8', '::1', ''])('may be %j', (text) => {
    expect(() => reachFrom({ PLAT_TRUSTED_PROXIES: text })).not.toThrow()
  })

  test.each([
    'true',
    '*',
    '10.0.0',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    'proxy',
    '1',
  ])('may not be %s', (text) => {
    expect(() => reachFrom({ PLAT_TRUSTED_PROXIES: text })).toThrow(/PLAT_TRUSTED_PROXIES/)
  })

  test('when unset trusts no forwarded headers', async () => {
    const { app, send } = await appOf(DIRECT)
    expect(await send(NAMED)).toMatchObject({
      address: '203.0.113.9',
      origin: 'http://plat.example',
    })
    expect(await send(NAMED, '127.0.0.1')).toMatchObject({ address: '127.0.0.1' })
    await app.close()
  })

  test('trusts the named proxies, and the chain before them from its end', async () => {
    const { app, send } = await appOf({ proxies: ['10.0.0.0/8', 'fd00::1'] })
    const address = async (forwarded: string, from = '10.1.2.3') =>
      (await send({ ...NAMED, 'x-forwarded-for': forwarded }, from)).address
    expect(await address('198.51.100.7')).toBe('198.51.100.7')
    expect(await address('198.51.100.7', 'fd00::1')).toBe('198.51.100.7')
    expect(await address('198.51.100.7', '::ffff:10.0.0.1')).toBe('198.51.100.7')
    expect(await address('1.1.1.1, 198.51.100.7')).toBe('198.51.100.7')
    expect(await address('1.1.1.1, 198.51.100.7, 10.9.9.9')).toBe('198.51.100.7')
    expect((await send(NAMED, '10.1.2.3')).origin).toBe('https://plat.example')
    await app.close()
  })

  test('trusts no other peer, and accepts only valid addresses', async () => {
    const { app, send } = await appOf({ proxies: ['10.0.0.0/8'] })
    for (const peer of ['203.0.113.9', '11.0.0.1', '::1', '::ffff:11.0.0.1'])
      expect(await send(NAMED, peer), peer).toMatchObject({
        address: peer.replace('::ffff:', ''),
        origin: 'http://plat.example',
      })
    for (const forwarded of ['unknown', '<b>', '1.2.3.4.5', '1.2.3.4:80', '', ','])
      expect((await send({ ...NAMED, 'x-forwarded-for': forwarded }, '10.0.0.1')).address).toBe(
        '10.0.0.1',
      )
    await app.close()
  })
})
