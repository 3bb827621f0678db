import type { lookup } from 'node:dns/promises'
import { expect, test } from 'vitest'
import { assertHostResolves } from './name-lookup.ts'

/** A resolver that answers on command. */
function resolver() {
  const hosts: string[] = []
  let end = { resolve: () => {}, reject: (_: Error) => {} }
  const look = ((host: string) => {
    hosts.push(host)
    return new Promise((resolve, reject) => {
      end = { resolve: () => resolve({ address: '192.0.2.1', family: 4 }), reject }
    })
  }) as unknown as typeof lookup
  return { hosts, look, resolve: () => end.resolve(), reject: (error: Error) => end.reject(error) }
}

test('requests to one host share a look-up: a resolver that hangs is called once', async () => {
  const slow = resolver()
  const url = new URL('https://slow.invalid/a')
  const waiting = Array.from({ length: 50 }, () => assertHostResolves(url, slow.look))
  expect(slow.hosts).toEqual(['slow.invalid'])
  slow.resolve()
  await Promise.all(waiting)
  await assertHostResolves(url, slow.look)
  expect(slow.hosts).toHaveLength(1)
})

test('a name that was not found is looked up again by the next request', async () => {
  const failing = resolver()
  const url = new URL('https://gone.invalid/')
  const first = assertHostResolves(url, failing.look)
  failing.reject(new Error('ENOTFOUND'))
  await expect(first).rejects.toThrow('ENOTFOUND')
  const second = assertHostResolves(url, failing.look)
  expect(failing.hosts).toHaveLength(2)
  failing.resolve()
  await second
})

test('an IP address is not looked up', async () => {
  const none = resolver()
  await assertHostResolves(new URL('http://127.0.0.1:1/'), none.look)
  await assertHostResolves(new URL('http://[::1]:1/'), none.look)
  expect(none.hosts).toEqual([])
})
