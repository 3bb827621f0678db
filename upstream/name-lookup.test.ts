import type { lookup } from 'node:dns/promises'
import { expect, test } from 'vitest'
import { expectName } from './name-lookup.ts'

/** A resolver that answers when it is told to. */
function resolver() {
  const asked: string[] = []
  let end = { resolve: () => {}, reject: (_: Error) => {} }
  const look = ((host: string) => {
    asked.push(host)
    return new Promise((resolve, reject) => {
      end = { resolve: () => resolve({ address: '192.0.2.1', family: 4 }), reject }
    })
  }) as unknown as typeof lookup
  return { asked, look, resolve: () => end.resolve(), reject: (error: Error) => end.reject(error) }
}

test('questions to one host share a look-up: a resolver that hangs is asked once', async () => {
  const slow = resolver()
  const url = new URL('https://slow.invalid/a')
  const waiting = Array.from({ length: 50 }, () => expectName(url, slow.look))
  expect(slow.asked).toEqual(['slow.invalid'])
  slow.resolve()
  await Promise.all(waiting)
  await expectName(url, slow.look)
  expect(slow.asked).toHaveLength(1)
})

test('a name that was not found is looked up again by the next question', async () => {
  const failing = resolver()
  const url = new URL('https://gone.invalid/')
  const first = expectName(url, failing.look)
  failing.reject(new Error('ENOTFOUND'))
  await expect(first).rejects.toThrow('ENOTFOUND')
  const second = expectName(url, failing.look)
  expect(failing.asked).toHaveLength(2)
  failing.resolve()
  await second
})

test('an address is no name to look up', async () => {
  const none = resolver()
  await expectName(new URL('http://127.0.0.1:1/'), none.look)
  await expectName(new URL('http://[::1]:1/'), none.look)
  expect(none.asked).toEqual([])
})
